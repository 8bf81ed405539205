(* The construction for an outer slope: if h is a u + b at an end, a > 0, and not everywhere, every circuit is
   computed. *)
Require Import OGD.Rows OGD.Inner OGD.Kits OGD.Residual.
Local Open Scope field_scope.

Section OuterSlope.
Context {F : ordered_field}.
Add Field numbers : (field_of F) (morphism (num_morphism F), completeness (num_faithful F),
  constants [numeral], power_tac (power_of F) [exponent]).
(* The rule adds rate * h(y - w.x) x, where h is at_residual of pieces; side is 1 if the outer slope is the right one,
   and -1 if it is the left one. Beyond M, h is a u + b; at the point `odd` it is not. *)
Variables (breaks : list F) (pieces : list (F -> F)) (rate side a b M odd s : F).
Notation h := (at_residual breaks pieces).
Definition slope_outside : Prop := 0 < a /\ forall u, M < u ->
  off_breaks breaks pieces (side * u) /\ h (side * u) = side * (a * u + b).
Definition elsewhere_not : Prop := off_breaks breaks pieces (side * odd) /\ h (side * odd) <> side * (a * odd + b).
Hypotheses (a_side : side * side = 1) (outside : slope_outside) (other : elsewhere_not).
Hypotheses (s_positive : 0 < s) (root : s * s = rate * a).

(* In units of s and b/a a step adds H(u) z, and H(u) = u beyond `low`, but not at `met`, where there is a gap. *)
Definition low : F := s * (M + b / a).
Definition met : F := s * (odd + b / a).
Definition gap : F := rate * (side * h (side * odd)) / s - met.
Definition in_units (z : list (nat * F)) (y : F) : example F :=
  (map (fun '(c, p) => (c, side * p / s)) z, side * (y / s - b / a)).
Definition sigma : F := if 0 <? gap then -1 else 1.
Definition true_bit : F := - (sigma * gap).
Definition size : F := (low - met + 1) / true_bit.               (* of m, whose sign is sigma *)
Definition far : F := room low + room (low + met + true_bit) / size + #2 * true_bit.
Definition m : F := sigma * size.
Definition level : F := m * far + true_bit - sigma * met - #2 * m * true_bit.
Definition deep : F := true_bit + #3 / #2 * room low.
Definition copied (base sign : F) : list (example F) :=
  [in_units [(i2, -1)] (deep - base);
   in_units [(i1, - sign); (i2, -1 / #3)] (deep - (base - deep) / #3);
   in_units [(i1, sign * #3 / #2); (i2, #2)] (#2 / #3 * deep - #3 / #2 * deep + #2 * (base - deep - deep / #3))].
Definition copied_trace (base sign p : F) : list (list F) :=
  let q := deep + sign * p in [[p; base - deep]; [p - sign * q; base - deep - q / #3]; [p; base + sign * p]].
Notation bit := (stored true_bit).
Definition slope_kit : kit := {|
  by_nand := [in_units [(i3, sigma)] (sigma * level); in_units [(i1, 1); (i2, 1)] far;
    in_units [(i1, -1); (i2, -1); (i3, - m)] (- far - m * level); in_units [(i3, sigma)] (sigma * true_bit)];
  nand_trace p q c := let x := far - bit p - bit q in [[bit p; bit q; level]; [bit p + x; bit q + x; level];
    [bit p; bit q; level - m * x]; [bit p; bit q; bit (nand p q)]];
  by_not := copied true_bit (-1); not_trace p c := copied_trace true_bit (-1) (bit p);
  by_copy := copied 0 1; copy_trace p c := copied_trace 0 1 (bit p);
  by_ask := copied 0 1; ask_trace p := copied_trace 0 1 (bit p) |}.
Notation R := (residual_rule breaks pieces rate).

Lemma s_nonzero : s <> 0.
Proof. apply positive_nonzero, s_positive. Qed.
Lemma a_nonzero : a <> 0.
Proof. apply positive_nonzero, outside. Qed.
Lemma dot_units z y w : dot (fst (in_units z y)) w = side * dot z w / s.
Proof.
  pose proof s_nonzero. cbn [in_units fst]. induction z as [|[c p] z IH]; [cbn; field; assumption|].
  change (side * p / s * w c + dot (map (fun '(c, p) => (c, side * p / s)) z) w = side * (p * w c + dot z w) / s).
  rewrite IH. field. assumption.
Qed.
Lemma entry_units z y c : entry (fst (in_units z y)) c = side * entry z c / s.
Proof.
  pose proof s_nonzero. cbn [in_units fst]. induction z as [|[c' p] z IH]; [cbn; field; assumption|].
  cbn [map entry fold_right]. fold (entry (map (fun '(c, p) => (c, side * p / s)) z) c) (entry z c). rewrite IH.
  destruct (c =? c')%nat; [field|]; auto.
Qed.
(* A row of these units, by the residual in them. *)
Lemma units_row k z y old new u g : forallb (fun '(c, _) => c <? k)%nat z = true ->
  let at_ := u / s - b / a in off_breaks breaks pieces (side * at_) -> rate * (side * h (side * at_)) / s = g ->
  y - dot z (listed old) = u ->
  map (fun c => nth c old 0 + g * entry z c) (seq 0 (S k)) = map (fun c => nth c new 0) (seq 0 (S k)) ->
  row R k (in_units z y) old new.
Proof.
  pose proof s_nonzero. pose proof a_nonzero. intros range at_ off moves e moved.
  apply (residual_row breaks pieces rate k _ _ old new (side * at_)).
  - clear - range. unfold in_units. cbn [fst]. induction z as [|[c p] z IH]; [reflexivity|]. cbn in *.
    apply andb_prop in range as [l range]. rewrite l. apply IH, range.
  - exact off.
  - change (map _ z) with (fst (in_units z y)). rewrite dot_units. unfold at_. rewrite <- e. field. auto.
  - rewrite <- moved. apply map_ext. intros c. f_equal. change (map _ z) with (fst (in_units z y)).
    rewrite entry_units, <- moves. field. assumption.
Qed.
Lemma far_row k z y old new u : forallb (fun '(c, _) => c <? k)%nat z = true -> low < u ->
  y - dot z (listed old) = u ->
  map (fun c => nth c old 0 + u * entry z c) (seq 0 (S k)) = map (fun c => nth c new 0) (seq 0 (S k)) ->
  row R k (in_units z y) old new.
Proof.
  pose proof s_nonzero. pose proof a_nonzero. intros range l. destruct (proj2 outside (u / s - b / a)) as [off is].
  - apply less_sub in l. apply less_sub. replace (_ - M) with ((u - low) / s) by (unfold low; field; auto).
    apply positive_div; assumption.
  - apply (units_row k z y old new u u range off). rewrite is.
    transitivity (side * side * (rate * a) * u / (s * s)); [field; auto|]. rewrite a_side, <- root. field. auto.
Qed.
Lemma met_row k z y old new : forallb (fun '(c, _) => c <? k)%nat z = true -> y - dot z (listed old) = met ->
  map (fun c => nth c old 0 + (met + gap) * entry z c) (seq 0 (S k)) = map (fun c => nth c new 0) (seq 0 (S k)) ->
  row R k (in_units z y) old new.
Proof.
  pose proof s_nonzero. pose proof a_nonzero. intros range.
  assert (e : met / s - b / a = odd) by (unfold met; field; auto).
  apply (units_row k z y old new met (met + gap) range); rewrite e; [apply other|unfold gap; ring].
Qed.
Lemma gap_nonzero : gap <> 0.
Proof.
  pose proof s_nonzero. pose proof a_nonzero. destruct other as [_ differ]. intros z. apply differ.
  assert (rate_nonzero : rate <> 0).
  { intros r. apply s_nonzero. destruct (product_zero s s); [rewrite root, r; ring|assumption..]. }
  assert (e : gap * s / rate = side * h (side * odd) - (a * odd + b)).
  { unfold gap, met. transitivity (side * h (side * odd) - s * s * (odd + b / a) / rate); [field; auto|].
    rewrite root. field. auto. }
  rewrite z in e. transitivity (side * (side * h (side * odd) - (a * odd + b)) + side * (a * odd + b)).
  - transitivity (side * side * h (side * odd)); [rewrite a_side|]; ring.
  - rewrite <- e. field. exact rate_nonzero.
Qed.
Lemma sigma_square : sigma * sigma = 1.
Proof. unfold sigma. destruct (0 <? gap); ring. Qed.
Lemma true_positive : 0 < true_bit.
Proof.
  unfold true_bit, sigma. destruct (0 <? gap) eqn:e; [replace (- _) with gap by ring; exact e|].
  destruct (positive_or _ gap_nonzero) as [p|p]; [congruence|]. replace (- _) with (- gap) by ring. exact p.
Qed.
Lemma met_low : 0 < low - met + 1.
Proof.
  pose proof s_nonzero. pose proof a_nonzero. destruct (low <? met) eqn:e.
  - exfalso. apply other. apply outside. apply less_sub in e. apply less_sub.
    replace (odd - M) with ((met - low) / s) by (unfold met, low; field; auto). apply positive_div; assumption.
  - apply plus_positive; [|positive]. apply le_sub. destruct (met <? low) eqn:e'; [left; exact e'|].
    right. apply less_total; assumption.
Qed.
Lemma size_positive : 0 < size.
Proof. apply positive_div; [apply met_low|apply true_positive]. Qed.
Lemma stored_between (p : bool) : 0 <= bit p /\ bit p <= true_bit.
Proof. pose proof true_positive. destruct p; cbn; split; (left; assumption) || (right; reflexivity). Qed.

Lemma sized : size * true_bit = low - met + 1.
Proof. unfold size. field. apply positive_nonzero, true_positive. Qed.
Lemma sigma_m : sigma * m = size.
Proof. unfold m. transitivity (sigma * sigma * size); [ring|]. rewrite sigma_square. ring. Qed.
Lemma sigma_level : sigma * level = size * (far - #2 * true_bit) + sigma * true_bit - met.
Proof.
  unfold level. transitivity (sigma * m * (far - #2 * true_bit) + sigma * true_bit - sigma * sigma * met); [ring|].
  rewrite sigma_m, sigma_square. ring.
Qed.
Lemma first_far c : low < sigma * level - sigma * bit c.
Proof.
  pose proof size_positive as sp. pose proof (positive_nonzero _ sp) as nz. set (X := low + met + true_bit).
  apply less_sub. replace (sigma * level - sigma * bit c - low) with
    (true_bit + sigma * (true_bit - bit c) + (size * room low + (room X - X))).
  - apply plus_positive.
    + destruct (stored_between c) as [c0 c1]. apply le_sub in c1. unfold sigma. destruct (0 <? gap).
      * replace (_ + _) with (bit c) by ring. exact c0.
      * replace (_ + _) with (true_bit + (true_bit - bit c)) by ring. apply le_plus; [left;
        apply true_positive|exact c1].
    + pose proof (proj2 (less_sub _ _) (room_above X)). pose proof (room_positive low). positive.
  - rewrite sigma_level. unfold far. fold X. unfold X at 2. field. exact nz.
Qed.
Lemma second_far p q : low < far - bit p - bit q.
Proof.
  pose proof size_positive as sp. pose proof (positive_nonzero _ sp) as nz.
  destruct (stored_between p) as [_ p1], (stored_between q) as [_ q1]. apply le_sub in p1, q1.
  apply less_sub. unfold far. set (X := low + met + true_bit).
  replace (_ - low) with ((true_bit - bit p) + (true_bit - bit q) + ((room low - low) + room X / size)) by ring.
  apply plus_positive; [apply le_plus; assumption|]. pose proof (proj2 (less_sub _ _) (room_above low)).
  pose proof (room_positive X). positive.
Qed.
Lemma nand_by_slope p q c : leads R 3 (by_nand slope_kit) [bit p; bit q; bit c] (nand_trace slope_kit p q c)
  [bit p; bit q; bit (nand p q)].
Proof.
  pose proof (first_far c) as f1. pose proof (second_far p q) as f2. cbn [slope_kit by_nand nand_trace].
  assert (last : row R 3 (in_units [(i3, sigma)] (sigma * true_bit)) [bit p; bit q; level - m * (far - bit p - bit q)]
    [bit p; bit q; bit (nand p q)]).
  { assert (e : sigma * true_bit - sigma * (level - m * (far - bit p - bit q)) =
      met + size * (#2 * true_bit - bit p - bit q)).
    { transitivity (sigma * true_bit - sigma * level + sigma * m * (far - bit p - bit q)); [ring|].
      rewrite sigma_m, sigma_level. ring. }
    assert (far_last : forall more, 0 <= more -> #2 * true_bit - bit p - bit q = true_bit + more ->
      bit (nand p q) = true_bit ->
      row R 3 (in_units [(i3, sigma)] (sigma * true_bit)) [bit p; bit q; level - m * (far - bit p - bit q)]
        [bit p; bit q; bit (nand p q)]).
    { intros more nonneg is_more ->. apply (far_row 3 _ _ _ _ (low + 1 + size * more)); [reflexivity| | |].
      - apply less_sub. replace (_ - low) with (size * more + 1) by ring. apply plus_positive; [|positive].
        apply le_mul; [left; apply size_positive|exact nonneg].
      - transitivity (sigma * true_bit - sigma * (level - m * (far - bit p - bit q))); [unfold listed;
        cbn [dot fold_right
          nth]; ring|]. rewrite e, is_more. transitivity (met + size * true_bit + size * more); [ring|].
            rewrite sized. ring.
      - assert (u_is : low + 1 + size * more = sigma * (true_bit - (level - m * (far - bit p - bit q)))).
        { transitivity (met + size * true_bit + size * more); [rewrite sized; ring|].
          transitivity (met + size * (#2 * true_bit - bit p - bit q)); [rewrite is_more; ring|]. rewrite <- e. ring. }
        rewrite u_is. set (x := level - m * (far - bit p - bit q)). coordinates.
        transitivity (x + sigma * sigma * (true_bit - x)); [ring|]. rewrite sigma_square. ring. }
    pose proof true_positive as tp.
    destruct p, q; [|apply (far_last 0)|apply (far_last 0)|apply (far_last true_bit)];
      cbn [stored nand negb andb] in *; try ring; try reflexivity; [|right; reflexivity|right; reflexivity|left;
        exact tp].
    apply met_row; [reflexivity| |].
    - transitivity (sigma * true_bit - sigma * (level - m * (far - true_bit - true_bit))); [unfold listed; cbn [dot
        fold_right nth]; ring|]. rewrite e. ring.
    - coordinates. transitivity (true_bit + sigma * gap + sigma * met - sigma * met); [unfold level; ring|].
      unfold true_bit. ring. }
  set (P := bit p) in *. set (Q := bit q) in *. set (C := bit c) in *. set (D := bit (nand p q)) in *. cbv zeta.
  eapply leads_cons; [apply (far_row 3 _ _ _ _ (sigma * level - sigma * C)); [reflexivity|exact f1| |]|].
  { unfold listed; cbn [dot fold_right nth]; ring. }
  { coordinates. transitivity (C + sigma * sigma * (level - C)); [ring|]. rewrite sigma_square. ring. }
  eapply leads_cons; [apply (far_row 3 _ _ _ _ (far - P - Q)); [reflexivity|exact f2| |]|].
  { unfold listed; cbn [dot fold_right nth]; ring. }
  { coordinates. }
  eapply leads_cons; [apply (far_row 3 _ _ _ _ (far - P - Q)); [reflexivity|exact f2| |]|].
  { unfold listed; cbn [dot fold_right nth]; ring. }
  { coordinates. }
  apply leads_row, last.
Qed.
Lemma copied_by_slope base sign p c : 0 <= true_bit - base -> sign = 1 \/ sign = -1 ->
  leads R 2 (copied base sign) [bit p; bit c] (copied_trace base sign (bit p)) [bit p; base + sign * bit p].
Proof.
  intros b_ok signs. assert (squared : sign * sign = 1) by (destruct signs as [-> | ->]; ring).
  destruct (stored_between p) as [p0 p1], (stored_between c) as [c0 _]. apply le_sub in p1.
  assert (q_ok : 0 <= true_bit + sign * bit p).
  { destruct signs as [-> | ->]; [|replace (_ + _) with (true_bit - bit p) by ring; exact p1].
    replace (1 * bit p) with (bit p) by ring. apply le_plus; [left; apply true_positive|exact p0]. }
  pose proof (proj2 (less_sub _ _) (room_above low)) as above. pose proof (room_positive low) as rp.
  set (P := bit p) in *. set (C := bit c) in *. unfold copied, copied_trace. cbv zeta.
  assert (f1 : low < deep - base + C).
  { apply less_sub. replace (_ - low) with ((true_bit - base) + C + ((room low - low) + 1 / #2 * room low))
      by (unfold deep; field; nonzero). apply plus_positive; [apply le_plus; assumption|positive]. }
  assert (f2 : low < deep + sign * P).
  { apply less_sub. replace (_ - low) with ((true_bit + sign * P) + ((room low - low) + 1 / #2 * room low))
      by (unfold deep; field; nonzero). apply plus_positive; [assumption|positive]. }
  assert (f3 : low < #2 / #3 * (deep + sign * P)).
  { apply less_sub. replace (_ - low) with (#2 / #3 * (true_bit + sign * P) + (room low - low))
      by (unfold deep; field; nonzero). apply plus_positive; [apply le_mul; [left; positive|exact q_ok]|exact above]. }
  eapply leads_cons; [apply (far_row 2 _ _ _ _ (deep - base + C)); [reflexivity|exact f1| |]|].
  { unfold listed; cbn [dot fold_right nth]; ring. }
  { coordinates. }
  eapply leads_cons; [apply (far_row 2 _ _ _ _ (deep + sign * P)); [reflexivity|exact f2| |]|].
  { unfold listed; cbn [dot fold_right nth]; field; nonzero. }
  { coordinates. field; nonzero. }
  apply leads_row. apply (far_row 2 _ _ _ _ (#2 / #3 * (deep + sign * P))); [reflexivity|exact f3| |].
  { unfold listed; cbn [dot fold_right nth].
    transitivity (#2 / #3 * (deep + sign * P) + (sign * sign - 1) * (#3 / #2 * (deep + sign * P)));
      [field; nonzero|rewrite squared; ring]. }
  { coordinates; field; nonzero. }
Qed.
Lemma slope_kit_right : right_kit R true_bit slope_kit.
Proof.
  pose proof true_positive as tp. pose proof (room_positive low) as rp.
  assert (copies : forall p c, leads R 2 (copied 0 1) [bit p; bit c] (copied_trace 0 1 (bit p)) [bit p; bit p]).
  { intros p c. replace [bit p; bit p] with [bit p; 0 + 1 * bit p] by (do 2 f_equal; ring).
    apply copied_by_slope; [left; replace (_ - 0) with true_bit by ring; exact tp|left; reflexivity]. }
  constructor.
  - exact nand_by_slope.
  - intros p c. assert (e : bit (negb p) = true_bit + -1 * bit p) by (destruct p; cbn; ring). rewrite e.
    apply copied_by_slope; [right; ring|right; reflexivity].
  - exact copies.
  - intros p. exact (copies p false).
  - discriminate.
  - assert (d : 0 < deep) by (unfold deep; positive). cbn [slope_kit ask_trace copied_trace stored].
    repeat apply Forall_cons; [..|apply Forall_nil];
      cbn [nth].
    + replace (0 - deep) with (- deep) by ring. apply not_positive_opp, d.
    + replace (_ - _) with (- (deep + deep / #3)) by (field; nonzero). apply not_positive_opp. positive.
    + apply not_positive_zero. ring.
Qed.
Definition slope_construction : construction F := kit_construction slope_kit.
Lemma slope_kit_computes : simulates R slope_construction (train R slope_construction) /\
  avoids_kink R slope_construction (train R slope_construction) /\
  has_dimension slope_construction (train R slope_construction) 1 /\
  finitely_many_weights R slope_construction (train R slope_construction).
Proof. apply (kit_computes R true_bit slope_kit true_positive); [cbn; ring|exact slope_kit_right]. Qed.
End OuterSlope.
