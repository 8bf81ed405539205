(* Rules whose moves are a function of the residual y - w.x; and weights that are each held on several coordinates. *)
From Coq Require Import List Bool Arith ZArith Lia Ring Field InitialRing.
Require Import OGD.Theorem OGD.Field OGD.Tables OGD.Calls OGD.Inner.
Import ListNotations.
Local Open Scope field_scope.

(* What a row makes of listed weights, coordinate by coordinate. *)
Ltac coordinates := unfold listed; cbn [map seq nth dot entry fold_right Nat.eqb andb];
  repeat (lazymatch goal with |- _ :: _ = _ :: _ => apply f_equal2; [try ring|] end); try reflexivity.

Section Residual.
Context {F : ordered_field}.
Add Field numbers : (field_of F) (morphism (num_morphism F), completeness (num_faithful F),
  constants [numeral], power_tac (power_of F) [exponent]).
(* Between its breaks such a rule is given by pieces, any functions; with no break, by one function. *)
Variables (breaks : list F) (pieces : list (F -> F)).
Definition residual_rule (rate : F) : rule F := {| learning_rate := rate; regularizer := 0;
  score y p v := y - p; kinks := breaks; moves := map (fun (h : F -> F) y p v => (h (y - p), 0)) pieces |}.
Definition at_residual (u : F) : F := nth (length (filter (fun k => k <? u) breaks)) pieces (fun _ => 0) u.
(* No break, or one where the pieces that meet agree. *)
Definition off_breaks (u : F) : Prop := forall i, nth_error breaks i = Some u ->
  nth i pieces (fun _ => 0) u = nth (S i) pieces (fun _ => 0) u.

Lemma side_square (side : F) : side = 1 \/ side = -1 -> side * side = 1.
Proof. intros [-> | ->]; ring. Qed.
Lemma move_of_piece rate i y p v : move_in (residual_rule rate) i y p v = (nth i pieces (fun _ => 0) (y - p), 0).
Proof.
  unfold move_in. cbn [moves residual_rule].
  change (fun _ _ _ : F => (0, 0) : F * F) with ((fun (h : F -> F) (y p _ : F) => (h (y - p), 0 : F)) (fun _ => 0)).
  rewrite map_nth. reflexivity.
Qed.
Lemma not_on_kink rate v e w : off_breaks (snd e - dot (fst e) w) -> ~ on_kink (residual_rule rate) v e w.
Proof. intros off (i & at_i & differ). apply differ. rewrite !move_of_piece, (off i at_i). reflexivity. Qed.
Lemma step_of_residual rate v e w c : step (residual_rule rate) v e w c =
  w c + rate * (at_residual (snd e - dot (fst e) w) * entry (fst e) c).
Proof.
  destruct e as [x y]. unfold step, decay, interval. rewrite move_of_piece. cbn [learning_rate regularizer score kinks
    residual_rule fst snd]. fold (at_residual (y - dot x w)). destruct (c =? v)%nat; ring.
Qed.
(* A row, by the residual and what is added along x. *)
Lemma residual_row rate size x y old new u : forallb (fun '(c, _) => c <? size)%nat x = true -> off_breaks u ->
  y - dot x (listed old) = u ->
  map (fun c => nth c old 0 + rate * (at_residual u * entry x c)) (seq 0 (S size)) = map (fun c => nth c new 0) (seq
    0 (S size)) ->
  row (residual_rule rate) size (x, y) old new.
Proof.
  intros range off e moved. split; [exact range|]. split; [apply not_on_kink; cbn [fst snd]; rewrite e; exact off|].
  unfold listed at 2. rewrite <- moved. apply map_ext. intros c. rewrite step_of_residual. cbn [fst snd]. rewrite e.
  reflexivity.
Qed.

(* A number larger than y, and above 0. *)
Definition room (y : F) : F := y * y + 1.
Lemma room_above y : y < room y.
Proof.
  apply less_sub. unfold room. replace (y * y + 1 - y) with ((y - 1 / #2) * (y - 1 / #2) + #3 / #4) by (field; nonzero).
  apply plus_positive; [apply square_nonnegative|positive].
Qed.
Lemma room_positive y : 0 < room y.
Proof. unfold room. apply plus_positive; [apply square_nonnegative|positive]. Qed.

(* A weight W is held as W v/|v|^2 on as many coordinates as v has entries, and an entry p is p v. *)
Variable v : list F.
Definition square_of : F := fold_right (fun e sum => e * e + sum) 0 v.
Definition lift_entry (c : nat) (p : F) : list (nat * F) :=
  map (fun i => ((length v * c + i)%nat, p * nth i v 0)) (seq 0 (length v)).
Definition lift_example (e : example F) : example F := (flat_map (fun '(c, p) => lift_entry c p) (fst e), snd e).
Definition lifted (T : circuit -> list (example F)) (C : circuit) : list (example F) := map lift_example (T C).
Hypothesis v_first : 0 < nth 0 v 0.
Notation d := (length v). Notation S2 := square_of.
Definition spread (W : weights F) : weights F := fun j => W (j / d)%nat * nth (j mod d)%nat v 0 / S2.

Lemma v_some : (0 < d)%nat.
Proof. destruct v; cbn in *; [destruct (less_irrefl _ v_first)|lia]. Qed.
Lemma square_positive : 0 < S2.
Proof.
  assert (low : forall l : list F, 0 <= fold_right (fun e sum => e * e + sum) 0 l).
  { induction l as [|e l IH]; [right; reflexivity|]. apply le_plus; [apply square_nonnegative|exact IH]. }
  unfold square_of. destruct v as [|e l]; [destruct (less_irrefl _ v_first)|].
  cbn [fold_right]. specialize (low l). set (rest := fold_right _ 0 l) in *.
    replace (e * e + rest) with (rest + e * e) by ring.
  apply plus_positive; [exact low|apply less_mul; exact v_first].
Qed.
Lemma dot_app (x x' : list (nat * F)) w : dot (x ++ x') w = dot x w + dot x' w.
Proof.
  induction x as [|[c p] x IH]; [change (dot x' w = 0 + dot x' w); ring|].
    change (p * w c + dot (x ++ x') w = p * w c + dot x w + dot x' w).
  rewrite IH. ring.
Qed.
Lemma entry_app (x x' : list (nat * F)) c : entry (x ++ x') c = entry x c + entry x' c.
Proof.
  induction x as [|[c' p] x IH]; [change (entry x' c = 0 + entry x' c); ring|]. cbn [app entry fold_right].
    fold (entry (x ++ x') c) (entry x c).
  rewrite IH. destruct (c =? c')%nat; ring.
Qed.
Lemma dot_ext (x : list (nat * F)) (w w' : weights F) : (forall c, w c = w' c) -> dot x w = dot x w'.
Proof.
  intros e. induction x as [|[c p] x IH]; [reflexivity|]. change (p * w c + dot x w = p * w' c + dot x w').
  rewrite e, IH. reflexivity.
Qed.
Lemma spread_at (W : weights F) c i : (i < d)%nat -> spread W (d * c + i)%nat = W c * nth i v 0 / S2.
Proof.
  intros l. unfold spread. rewrite Nat.mul_comm, Nat.div_add_l, Nat.div_small, Nat.add_0_r by lia.
  rewrite Nat.add_comm, Nat.mod_add, Nat.mod_small by lia. reflexivity.
Qed.
Lemma dot_lift_entry W c p n : (n <= d)%nat ->
  dot (map (fun i => ((d * c + i)%nat, p * nth i v 0)) (seq 0 n)) (spread W) =
  p * W c * (fold_right (fun e sum => e * e + sum) 0 (firstn n v) / S2).
Proof.
  pose proof (positive_nonzero _ square_positive) as nz.
  assert (squares : forall l e, fold_right (fun e sum => e * e + sum) 0 (l ++ [e]) =
    fold_right (fun e sum : F => e * e + sum) 0 l + e * e).
  { induction l as [|e' l IH]; intros e; cbn; [ring|]. rewrite IH. ring. }
  induction n as [|n IH]; intros l; [cbn; field; exact nz|].
  rewrite seq_S, map_app, dot_app, IH, (firstn_snoc n v 0), squares by lia. cbn [map Nat.add].
  change (dot [_] _) with (p * nth n v 0 * spread W (d * c + n)%nat + 0). rewrite spread_at by lia. field. exact nz.
Qed.
Lemma dot_lift x W : dot (flat_map (fun '(c, p) => lift_entry c p) x) (spread W) = dot x W.
Proof.
  pose proof (positive_nonzero _ square_positive) as nz.
  induction x as [|[c p] x IH]; [reflexivity|]. cbn [flat_map]. rewrite dot_app, IH. unfold lift_entry.
  rewrite dot_lift_entry, firstn_all by lia. fold S2. change (dot ((c, p) :: x) W) with (p * W c + dot x W). field.
  exact nz.
Qed.
Lemma entry_lift_entry c p n j : (n <= d)%nat ->
  entry (map (fun i => ((d * c + i)%nat, p * nth i v 0)) (seq 0 n)) j =
  if ((d * c <=? j) && (j <? d * c + n))%nat then p * nth (j - d * c)%nat v 0 else 0.
Proof.
  induction n as [|n IH]; intros l.
  - destruct (Nat.leb_spec (d * c) j), (Nat.ltb_spec j (d * c + 0)); try lia; reflexivity.
  - rewrite seq_S, map_app, entry_app, IH by lia. cbn [map Nat.add entry fold_right].
    destruct (Nat.eqb_spec j (d * c + n)) as [->|].
    + replace (d * c + n - d * c)%nat with n by lia.
      destruct (Nat.leb_spec (d * c) (d * c + n)), (Nat.ltb_spec (d * c + n) (d * c + n)),
        (Nat.ltb_spec (d * c + n) (d * c + S n)); try lia; cbn [andb]; ring.
    + destruct (Nat.leb_spec (d * c) j), (Nat.ltb_spec j (d * c + n)), (Nat.ltb_spec j (d * c + S n)); try lia;
        cbn [andb]; ring.
Qed.
Lemma entry_lift x j : entry (flat_map (fun '(c, p) => lift_entry c p) x) j = entry x (j / d)%nat * nth (j mod d)%nat
  v 0.
Proof.
  pose proof v_some as some. induction x as [|[c p] x IH]; [cbn; ring|]. cbn [flat_map]. rewrite entry_app, IH.
    unfold lift_entry.
  rewrite entry_lift_entry by lia. cbn [entry fold_right]. fold (entry x (j / d)%nat).
  pose proof (Nat.div_mod j d ltac:(lia)) as e. pose proof (Nat.mod_upper_bound j d ltac:(lia)).
  destruct (Nat.eqb_spec (j / d) c) as [<-|ne].
  - replace (j - d * (j / d))%nat with (j mod d)%nat by lia.
    destruct (Nat.leb_spec (d * (j / d)) j), (Nat.ltb_spec j (d * (j / d) + d)); try lia; cbn [andb]; ring.
  - destruct (Nat.leb_spec (d * c) j), (Nat.ltb_spec j (d * c + d)); cbn [andb]; try ring.
    elim ne. symmetry. apply (Nat.div_unique j d c (j - d * c)); lia.
Qed.
Lemma lift_step rate k k' e w W : (forall j, w j = spread W j) ->
  forall j, step (residual_rule rate) k (lift_example e) w j = spread (step (residual_rule (rate * S2)) k' e W) j.
Proof.
  pose proof (positive_nonzero _ square_positive) as nz.
  intros same j. unfold spread. rewrite !step_of_residual, same. cbn [lift_example fst snd].
  rewrite (dot_ext _ _ _ same), dot_lift, entry_lift. unfold spread. field. exact nz.
Qed.

(* What computes on single coordinates at the rate times |v|^2, from weights 0, does so on lifted ones at the rate. *)
Variables (rate : F) (K : construction F) (T : circuit -> list (example F)).
Hypothesis starts_at_zero : accept K = 0%nat /\ forall C c, start K C c = 0.
Notation single := (residual_rule (rate * S2)). Notation many := (residual_rule rate).
Lemma lifted_taken C t : taken (lifted T C) t = lift_example (taken (T C) t).
Proof.
  unfold taken, lifted. rewrite map_length. change ([], 0) with (lift_example ([], 0)) at 1. apply map_nth.
Qed.
Lemma lift_trajectory C t : forall j, weights_at many K (lifted T) C t j = spread (weights_at single K T C t) j.
Proof.
  pose proof (positive_nonzero _ square_positive) as nz. destruct starts_at_zero as [_ zero].
  induction t as [|t IH]; intros j.
  - cbn. unfold spread. rewrite !zero. field. exact nz.
  - unfold weights_at in *. cbn [trajectory]. rewrite lifted_taken. apply lift_step. exact IH.
Qed.
Lemma lifted_computes : simulates single K T /\ avoids_kink single K T ->
  simulates many K (lifted T) /\ avoids_kink many K (lifted T).
Proof.
  pose proof square_positive as pos. pose proof (positive_nonzero _ pos) as nz. intros [runs quiet]. split.
  - intros C fine. rewrite <- (runs C fine). destruct starts_at_zero as [-> _].
    assert (same : forall t, 0 < weights_at many K (lifted T) C t 0%nat <-> 0 < weights_at single K T C t 0%nat).
    { intros t. rewrite lift_trajectory. pose proof v_some. unfold spread. rewrite Nat.div_0_l, Nat.mod_0_l by lia.
      set (W := weights_at single K T C t 0%nat). split; intros p.
      - replace W with (W * nth 0 v 0 / S2 * (S2 / nth 0 v 0)) by (field; nonzero; exact nz).
        apply less_mul; [exact p|apply positive_div; assumption].
      - apply positive_div; [apply less_mul; assumption|exact pos]. }
    split; intros [t p]; exists t; apply same, p.
  - intros C k t fine no l on. unfold lifted in l. rewrite map_length in l. apply (quiet C k t fine no l). revert on.
    rewrite lifted_taken. set (e := taken (T C) t). intros (i & at_i & differ).
      cbn [lift_example fst snd] in at_i, differ.
    assert (dots : dot (flat_map (fun '(c, p) => lift_entry c p) (fst e)) (weights_at many K (lifted T) C t) =
      dot (fst e) (weights_at single K T C t)) by (rewrite (dot_ext _ _ _ (lift_trajectory C t)); apply dot_lift).
    exists i. rewrite dots in at_i, differ. split; [exact at_i|]. rewrite !move_of_piece in *. exact differ.
Qed.
End Residual.

(* A rule computes if gadgets on single coordinates, at the rate times |v|^2, make a training set for each circuit that
   does so when it is lifted along v. The gadgets do not depend on the circuit. *)
Definition computes {F : ordered_field} (breaks : list F) (pieces : list (F -> F)) (rate : F) : Prop :=
  exists v K, let R := residual_rule breaks pieces in let T := lifted v (train (R (rate * square_of v)) K) in
  (forall C c, start K C c = 0) /\ simulates (R rate) K T /\ avoids_kink (R rate) K T.
