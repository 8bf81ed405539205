(* Weights as vectors: sums, inner products and distances; and steps along an example, by the slope of its loss. *)
From Coq Require Import List Bool Arith ZArith Lia Ring Field InitialRing.
Require Import OGD.Theorem OGD.Field.
Import ListNotations.
Local Open Scope field_scope.

Definition le {F : ordered_field} (x y : F) : Prop := x < y \/ x = y.
Infix "<=" := le : field_scope.

Section Inner.
Context {F : ordered_field}.
Add Field numbers : (field_of F) (morphism (num_morphism F), completeness (num_faithful F),
  constants [numeral], power_tac (power_of F) [exponent]).
Implicit Types x y z : F.

Lemma le_add x y z : x <= y -> x + z <= y + z.
Proof. intros [l| ->]; [left; apply less_add, l|right; reflexivity]. Qed.
Lemma le_trans x y z : x <= y -> y <= z -> x <= z.
Proof. intros [a| ->] [b| <-]; unfold le; auto. left. apply (less_transitive _ _ y); assumption. Qed.
Lemma le_sub x y : 0 <= y - x <-> x <= y.
Proof.
  split; intros [l|e]; [left; apply less_sub, l|right|left; apply less_sub, l|right; rewrite e; ring].
  transitivity (0 + x); [ring|]. rewrite e. ring.
Qed.
Lemma le_mul x y : 0 <= x -> 0 <= y -> 0 <= x * y.
Proof.
  intros [a|a] [b|b]; [left; apply less_mul; assumption| | |]; right; rewrite <- ?a, <- ?b; ring.
Qed.
Lemma le_plus x y : 0 <= x -> 0 <= y -> 0 <= x + y.
Proof. intros a b. apply (le_trans _ _ _ b). replace y with (0 + y) at 1 by ring. apply le_add, a. Qed.
Lemma plus_positive x y : 0 <= x -> 0 < y -> 0 < x + y.
Proof. intros [l| <-] p; [apply positive_add; assumption|replace (0 + y) with y by ring; exact p]. Qed.
Lemma square_nonnegative x : 0 <= x * x.
Proof.
  destruct (0 <? x) eqn:p; [left; apply less_mul; exact p|]. destruct (x <? 0) eqn:q.
  - left. apply negative_opp in q. replace (x * x) with (- x * - x) by ring. apply less_mul; exact q.
  - right. rewrite (less_total _ _ _ p q). rewrite <- (less_total _ _ _ p q). ring.
Qed.
Lemma le_antisym x y : x <= y -> y <= x -> x = y.
Proof. intros [a|a] [b|b]; auto. destruct (less_asym _ _ a b). Qed.
Lemma product_zero x y : x * y = 0 -> x = 0 \/ y = 0.
Proof.
  intros e. destruct (0 <? x) eqn:p; [|destruct (x <? 0) eqn:q; [|left; symmetry; apply (less_total _ _ _ p q)]]; right.
  - transitivity (inv x * (x * y)); [|rewrite e; ring]. field. apply positive_nonzero, p.
  - transitivity (inv x * (x * y)); [|rewrite e; ring]. field. intros z. rewrite z in q. apply (less_irrefl _ q).
Qed.
Fixpoint sum (k : nat) (f : nat -> F) : F := match k with 0%nat => 0 | S k => sum k f + f k end.
Lemma sum_ext k f g : (forall c, (c < k)%nat -> f c = g c) -> sum k f = sum k g.
Proof.
  induction k as [|k IH]; intros e; cbn; [reflexivity|]. rewrite IH, e by (intros; apply e; lia) || lia.
  reflexivity.
Qed.
Lemma sum_nonnegative k f : (forall c, (c < k)%nat -> 0 <= f c) -> 0 <= sum k f.
Proof. induction k as [|k IH]; intros h; cbn; [right; reflexivity|]. apply le_plus; [apply IH; intros; apply h;
  lia|apply h; lia]. Qed.
Lemma sum_least k f c : (c < k)%nat -> (forall d, (d < k)%nat -> 0 <= f d) -> f c <= sum k f.
Proof.
  induction k as [|k IH]; intros l low; [lia|]. cbn. apply le_sub. destruct (Nat.eq_dec c k) as [->|].
  - replace (_ - _) with (sum k f) by ring. apply sum_nonnegative. intros. apply low. lia.
  - replace (_ - _) with ((sum k f - f c) + f k) by ring. apply le_plus; [|apply low; lia].
    apply le_sub, IH; [lia|]. intros. apply low. lia.
Qed.
Lemma sum_combine k f g a b : sum k (fun c => a * f c + b * g c) = a * sum k f + b * sum k g.
Proof. induction k as [|k IH]; cbn; [ring|]. rewrite IH. ring. Qed.

Variable n : nat.     (* how many weights there are *)
Definition inner (u w : weights F) : F := sum n (fun c => u c * w c).
Definition alike (u w : weights F) : Prop := forall c, (c < n)%nat -> u c = w c.
(* An example x with the derivative of its loss as a function of w.x, the rate included. *)
Record smooth := { vector : weights F; slope : F -> F }.
Definition smooth_step (w : weights F) (e : smooth) : weights F :=
  fun c => w c - slope e (inner w (vector e)) * vector e c.
Definition pass (es : list smooth) (w : weights F) : weights F := fold_left smooth_step es w.

(* The difference of two states, and the square of its length. *)
Definition minus (u w : weights F) : weights F := fun c => u c - w c.
Definition distance (u w : weights F) : F := inner (minus u w) (minus u w).
Lemma inner_minus u w (x : weights F) : inner u x - inner w x = inner (minus u w) x.
Proof.
  unfold inner, minus. transitivity (1 * sum n (fun c => u c * x c) + (-1) * sum n (fun c => w c * x c)); [ring|].
  rewrite <- sum_combine. apply sum_ext. intros. ring.
Qed.
(* Where a difference d moves by g x. *)
Lemma moved_square d d' g (x : weights F) : alike d' (fun c => d c - g * x c) ->
  inner d' d' = inner d d - #2 * g * inner d x + g * g * inner x x.
Proof.
  intros e. transitivity (sum n (fun c => 1 * (1 * (d c * d c) + (- (#2 * g)) * (d c * x c)) + g * g * (x c * x c))).
  - apply sum_ext. intros c l. rewrite e by exact l. ring.
  - rewrite sum_combine, sum_combine. unfold inner. ring.
Qed.
Lemma step_moves e u w : alike (minus (smooth_step u e) (smooth_step w e))
  (fun c => minus u w c - (slope e (inner u (vector e)) - slope e (inner w (vector e))) * vector e c).
Proof. intros c _. unfold minus, smooth_step. ring. Qed.
Lemma distance_ext u u' w w' : alike (minus u w) (minus u' w') -> distance u w = distance u' w'.
Proof. intros e. apply sum_ext. intros c l. rewrite e by exact l. reflexivity. Qed.
Lemma distance_nonnegative u w : 0 <= distance u w.
Proof. apply sum_nonnegative. intros. apply square_nonnegative. Qed.
Lemma distance_zero u w : distance u w = 0 -> alike u w.
Proof.
  intros e c l. pose proof (sum_least n (fun c => minus u w c * minus u w c) c l) as low. cbv beta in low.
  fold (distance u w) in low. change (sum n _) with (distance u w) in low. rewrite e in low.
  assert (square : minus u w c * minus u w c = 0).
  { apply le_antisym; [apply low; intros; apply square_nonnegative|apply square_nonnegative]. }
  unfold minus in square. apply product_zero in square. replace (u c) with (u c - w c + w c) by ring.
  destruct square as [-> | ->]; ring.
Qed.
Lemma pass_alike es : forall u w, alike u w -> alike (pass es u) (pass es w).
Proof.
  induction es as [|e es IH]; intros u w same; [exact same|]. apply IH. intros c l. unfold smooth_step.
  replace (inner u (vector e)) with (inner w (vector e)); [rewrite same by exact l; reflexivity|].
  apply sum_ext. intros d ld. rewrite same by exact ld. reflexivity.
Qed.
End Inner.
Arguments smooth : clear implicits.
