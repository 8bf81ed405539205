(* The construction for flat ends: if h is constant at both ends, and higher at the right one, every circuit is
   computed. *)
Require Import OGD.Rows OGD.Inner OGD.Kits OGD.Residual.
Local Open Scope field_scope.

Section FlatEnds.
Context {F : ordered_field}.
Add Field numbers : (field_of F) (morphism (num_morphism F), completeness (num_faithful F),
  constants [numeral], power_tac (power_of F) [exponent]).
(* The rule adds rate * h(y - w.x) x, where h is at_residual of pieces. With side = 1, h is A above `high`, B below `low`,
   and anything between; with side = -1, so is -h(-u). One of both has A > 0. *)
Variables (breaks : list F) (pieces : list (F -> F)) (rate side A B low high : F).
Notation h := (at_residual breaks pieces). Notation off := (off_breaks breaks pieces).
Definition flat_ends : Prop := 0 < A /\ B < A /\
  (forall u, high < u -> off (side * u) /\ h (side * u) = side * A) /\
  (forall u, u < low -> off (side * u) /\ h (side * u) = side * B).
Hypotheses (rate_positive : 0 < rate) (a_side : side * side = 1) (flat : flat_ends).

(* Entries are scaled by `scale`, so that weights pass over all that is between the ends: then an example z adds P z
   where w.z is low, and Q z where it is high; and bits are 0 and P - Q. *)
Definition jump : F := rate * (A - B).
Definition scale : F := room (high - low) / jump + 1.
Definition P : F := rate * A * scale.
Definition Q : F := rate * B * scale.
Definition true_at_ends : F := P - Q.
Definition scaled (z : list (nat * F)) (y : F) : example F := (map (fun '(c, p) => (c, side * scale * p)) z, side * y).
(* An example that tells whether z.w is above a threshold; and one that moves all alike, as z.w is one of two values. *)
Definition tells (z : list (nat * F)) (threshold : F) : example F := scaled z (scale * threshold + (high + low) / #2).
Definition moves_all (z : list (nat * F)) (p q : F) : example F :=
  scaled z (room high + room (scale * p) + room (scale * q)).
Notation T := true_at_ends. Notation bit := (stored true_at_ends).
Definition back (i : nat) : example F := moves_all [(i, - (P + Q) / P)] (- (P + Q) / P * (P + Q)) (- (P + Q) * #2).
Definition ends_kit : kit := {|
  by_nand := [tells [(i3, 1)] (T / #2); tells [(i1, 1); (i2, 1); (i3, #2)] (#3 / #2 * T + #2 * P);
    tells [(i1, -1); (i2, -1); (i3, -1)] (- (#4 * P + Q)); back i3];
  nand_trace p q c := let full := p && q in [[bit p; bit q; P];
    if full then [P; P; P + #2 * Q] else [bit p + P; bit q + P; #3 * P];
    [bit p; bit q; if full then P + Q else #2 * P]; [bit p; bit q; bit (nand p q)]];
  by_not := [tells [(i2, 1)] (T / #2); tells [(i1, 1); (i2, #2)] (T / #2 + #2 * P);
    tells [(i1, -1); (i2, -1)] (- (#3 * P + Q)); back i2];
  not_trace p c := [[bit p; P]; [P; if p then P + #2 * Q else #3 * P]; [bit p; if p then P + Q else #2 * P];
    [bit p; bit (negb p)]];
  by_copy := [tells [(i2, 1)] (T / #2); tells [(i1, 1); (i2, - #2)] (T / #2 - #2 * P);
    tells [(i1, -1); (i2, 1)] (- (P + Q))];
  copy_trace p c := [[bit p; P]; [P; if p then P - #2 * Q else - P]; [bit p; bit p]];
  by_ask := [tells [(i1, 1); (i2, - #2)] (T / #2); tells [(i1, -1); (i2, 1)] (- (#2 * P + Q));
    moves_all [(i2, 1)] (- Q) (- P)];
  ask_trace p := [[P; if p then - (#2 * Q) else - (#2 * P)]; [bit p; if p then - Q else - P]; [bit p; bit p]] |}.
Notation R := (residual_rule breaks pieces rate).

Lemma jump_positive : 0 < jump.
Proof. apply less_mul; [exact rate_positive|apply less_sub, flat]. Qed.
Lemma scale_positive : 0 < scale.
Proof. pose proof jump_positive. pose proof (room_positive (high - low)). unfold scale. positive. Qed.
Lemma P_positive : 0 < P.
Proof. pose proof scale_positive. destruct flat as (pos & _). unfold P. positive. Qed.
Lemma T_positive : 0 < T.
Proof.
  pose proof scale_positive. pose proof jump_positive. replace T with (scale * jump) by (unfold true_at_ends, P, Q,
    jump; ring).
  positive.
Qed.
Lemma wide : 0 < #2 / #3 * (scale * T) - (high - low).
Proof.
  pose proof jump_positive as jp. pose proof (positive_nonzero _ jp). set (D := room (high - low)).
  assert (more : 0 < D - (high - low)) by apply less_sub, room_above. assert (pos : 0 < D) by apply room_positive.
  replace T with (scale * jump) by (unfold true_at_ends, P, Q, jump; ring). unfold scale. fold D.
  replace (_ - _) with (#2 / #3 * (D * D / jump + jump) + (D - (high - low)) + D / #3) by (field; nonzero; assumption).
  positive.
Qed.
Lemma scaled_row k z y old new g : forallb (fun '(c, _) => c <? k)%nat z = true ->
  let u := y - scale * dot z (listed old) in off (side * u) -> rate * side * h (side * u) * scale = g ->
  map (fun c => nth c old 0 + g * entry z c) (seq 0 (S k)) = map (fun c => nth c new 0) (seq 0 (S k)) ->
  row R k (scaled z y) old new.
Proof.
  intros range u at_off moves moved. unfold scaled. apply (residual_row breaks pieces rate k _ _ old new (side * u)).
  - clear - range. induction z as [|[c p] z IH]; [reflexivity|]. cbn in *. apply andb_prop in range as [l range].
    rewrite l. apply IH, range.
  - exact at_off.
  - unfold u. clear. assert (e : dot (map (fun '(c, p) => (c, side * scale * p)) z) (listed old) = side * scale * dot z
      (listed old)); [|rewrite e; ring].
    induction z as [|[c p] z IH]; [cbn; ring|]. change (side * scale * p * listed old c +
      dot (map (fun '(c, p) => (c, side * scale * p)) z) (listed old) = side * scale * (p * listed old c + dot z (listed
      old))). rewrite IH. ring.
  - rewrite <- moved. apply map_ext. intros c. rewrite <- moves. clear.
    assert (e : entry (map (fun '(c, p) => (c, side * scale * p)) z) c = side * scale * entry z c); [|rewrite e; ring].
    induction z as [|[c' p] z IH]; [cbn; ring|]. cbn [map entry fold_right].
    fold (entry (map (fun '(c, p) => (c, side * scale * p)) z) c) (entry z c). rewrite IH. destruct (c =? c')%nat; ring.
Qed.
Lemma low_row k z y old new : forallb (fun '(c, _) => c <? k)%nat z = true -> high < y - scale * dot z (listed old) ->
  map (fun c => nth c old 0 + P * entry z c) (seq 0 (S k)) = map (fun c => nth c new 0) (seq 0 (S k)) ->
  row R k (scaled z y) old new.
Proof.
  intros range l. destruct flat as (_ & _ & at_high & _). destruct (at_high _ l) as [o e].
  apply (scaled_row k z y old new P range o). rewrite e. transitivity (side * side * P); [unfold P; ring|].
  rewrite a_side. ring.
Qed.
Lemma high_row k z y old new : forallb (fun '(c, _) => c <? k)%nat z = true -> y - scale * dot z (listed old) < low ->
  map (fun c => nth c old 0 + Q * entry z c) (seq 0 (S k)) = map (fun c => nth c new 0) (seq 0 (S k)) ->
  row R k (scaled z y) old new.
Proof.
  intros range l. destruct flat as (_ & _ & _ & at_low). destruct (at_low _ l) as [o e].
  apply (scaled_row k z y old new Q range o). rewrite e. transitivity (side * side * Q); [unfold Q; ring|].
  rewrite a_side. ring.
Qed.
(* By how much z.w is below the threshold, or above it: half of T, or more. *)
Lemma told_low k z threshold old new more : forallb (fun '(c, _) => c <? k)%nat z = true -> 0 <= more ->
  threshold - dot z (listed old) = T / #2 + more ->
  map (fun c => nth c old 0 + P * entry z c) (seq 0 (S k)) = map (fun c => nth c new 0) (seq 0 (S k)) ->
  row R k (tells z threshold) old new.
Proof.
  intros range low_more e. apply low_row; [exact range|]. apply less_sub.
  replace (_ - high) with (scale * (threshold - dot z (listed old)) - (high - low) / #2) by (field; nonzero). rewrite e.
  replace (_ - _) with (scale * more + ((#2 / #3 * (scale * T) - (high - low)) / #2 + scale * T / #6)) by (field;
    nonzero).
  pose proof scale_positive. pose proof T_positive. pose proof wide.
  apply plus_positive; [apply le_mul; [left; assumption|assumption]|positive].
Qed.
Lemma told_high k z threshold old new more : forallb (fun '(c, _) => c <? k)%nat z = true -> 0 <= more ->
  dot z (listed old) - threshold = T / #2 + more ->
  map (fun c => nth c old 0 + Q * entry z c) (seq 0 (S k)) = map (fun c => nth c new 0) (seq 0 (S k)) ->
  row R k (tells z threshold) old new.
Proof.
  intros range low_more e. apply high_row; [exact range|]. apply less_sub.
  replace (low - _) with (scale * (dot z (listed old) - threshold) - (high - low) / #2) by (field; nonzero). rewrite e.
  replace (_ - _) with (scale * more + ((#2 / #3 * (scale * T) - (high - low)) / #2 + scale * T / #6)) by (field;
    nonzero).
  pose proof scale_positive. pose proof T_positive. pose proof wide.
  apply plus_positive; [apply le_mul; [left; assumption|assumption]|positive].
Qed.
Lemma all_low k z p q old new : forallb (fun '(c, _) => c <? k)%nat z = true ->
  dot z (listed old) = p \/ dot z (listed old) = q ->
  map (fun c => nth c old 0 + P * entry z c) (seq 0 (S k)) = map (fun c => nth c new 0) (seq 0 (S k)) ->
  row R k (moves_all z p q) old new.
Proof.
  intros range e. apply low_row; [exact range|]. apply less_sub.
  pose proof (proj2 (less_sub _ _) (room_above high)). pose proof (room_positive (scale * p)).
  pose proof (room_positive (scale * q)). pose proof (proj2 (less_sub _ _) (room_above (scale * p))).
  pose proof (proj2 (less_sub _ _) (room_above (scale * q))). destruct e as [-> | ->].
  - replace (_ - high) with ((room high - high) + (room (scale * p) - scale * p) + room (scale * q)) by ring. positive.
  - replace (_ - high) with ((room high - high) + (room (scale * q) - scale * q) + room (scale * p)) by ring. positive.
Qed.
Ltac numbers := unfold listed, true_at_ends; cbn [dot fold_right nth stored]; field; nonzero;
  apply positive_nonzero, P_positive.
Ltac settled := [> reflexivity|first [right; reflexivity|left; pose proof T_positive; positive]|solve [numbers]
  |coordinates; numbers].
Ltac told_by more := first [apply (told_high _ _ _ _ _ more); settled|apply (told_low _ _ _ _ _ more); settled].
Ltac told := eapply leads_cons; [first [told_by (0 : F)|told_by (T / #2)|told_by T|told_by (#3 / #2 * T)]|].
Ltac moved := apply leads_row, all_low; [reflexivity|first [left; solve [numbers]|right;
  solve [numbers]]|coordinates; numbers].
Lemma ends_kit_right : right_kit R T ends_kit.
Proof.
  constructor.
  - intros p q c. cbn [ends_kit by_nand nand_trace]. cbv zeta.
    eapply leads_cons; [destruct c; told_by (0 : F)|].
    destruct p, q; cbn [andb nand negb].
    + told. told. moved.
    + told. told. moved.
    + told. told. moved.
    + told. told. moved.
  - intros p c. cbn [ends_kit by_not not_trace].
    eapply leads_cons; [destruct c; told_by (0 : F)|].
    destruct p; cbn [negb].
    + told. told. moved.
    + told. told. moved.
  - intros p c. cbn [ends_kit by_copy copy_trace].
    eapply leads_cons; [destruct c; told_by (0 : F)|].
    destruct p; told; told; apply leads_nothing.
  - intros p. cbn [ends_kit by_ask ask_trace]. destruct p.
    + told. told. moved.
    + told. told. moved.
  - discriminate.
  - pose proof P_positive as pos. cbn [ends_kit ask_trace stored]. repeat apply Forall_cons; [..|apply Forall_nil];
    cbn [nth].
    + apply not_positive_opp. positive.
    + apply not_positive_opp, pos.
    + apply not_positive_zero. reflexivity.
Qed.
Definition ends_construction : construction F := kit_construction ends_kit.
Lemma ends_kit_computes : simulates R ends_construction (train R ends_construction) /\
  avoids_kink R ends_construction (train R ends_construction) /\
  has_dimension ends_construction (train R ends_construction) 1 /\
  finitely_many_weights R ends_construction (train R ends_construction).
Proof. apply (kit_computes R T ends_kit T_positive); [cbn; ring|exact ends_kit_right]. Qed.
End FlatEnds.
