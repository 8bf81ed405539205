(* Where the paper's statements need a correction. *)
Require Import OGD.Rows OGD.Rules.
Local Open Scope field_scope.

Section Divergences.
Context {F : ordered_field}.
Add Field numbers : (field_of F) (morphism (num_morphism F), completeness (num_faithful F),
  constants [numeral], power_tac (power_of F) [exponent]).

Lemma dot_zero (x : list (nat * F)) w : (forall c, w c = 0) -> dot x w = 0.
Proof.
  intros z. induction x as [|[c p] x IH]; [reflexivity|]. change (p * w c + dot x w = 0). rewrite IH, z. ring.
Qed.
(* The ReLU models cannot start from all zeroes: whatever the training set, no step moves a weight. With one layer, all
   steps but those with the label 0 stand on the kink; with two, gradients are 0 at 0 on both sides of it. *)
Theorem relu_stays_at_zero (R : rule F) v train : R = dense_relu 1 0 \/ R = dense_relu_dense 1 ->
  forall t c, trajectory R v train (fun _ => 0) t c = 0.
Proof.
  intros r t. induction t as [|t IH]; intros c; [reflexivity|]. cbn [trajectory]. unfold step, interval.
  destruct (taken train t) as [x y]. rewrite (dot_zero x _ IH), !IH.
  destruct r as [->| ->]; cbn; rewrite (less_irreflexive F); cbn; destruct (c =? v)%nat; ring.
Qed.
Theorem relu_on_kink_at_zero v (train : list (example F)) t : snd (taken train t) <> 0 ->
  on_kink (dense_relu 1 0) v (taken train t) (trajectory (dense_relu 1 0) v train (fun _ => 0) t).
Proof.
  intros label. exists 0%nat. set (R := dense_relu 1 0).
  rewrite (dot_zero _ _ (relu_stays_at_zero R v train (or_introl eq_refl) t)). split; [reflexivity|]. cbn. intros same. injection same as zero. apply label.
  set (y := snd (taken train t)) in *. replace y with (#2 * (y - 0) / #2) by (field; nonzero). rewrite <- zero.
  field; nonzero.
Qed.
Theorem second_layer_stays_at_zero (y : F) : Forall (fun m : move => m y 0 0 = (0, 0)) (moves (dense_relu_dense 1)).
Proof. repeat constructor; cbn; apply f_equal2; ring. Qed.

(* After a yes, copy_if_true of the plain SVM finds an accepting weight k that is no longer 0. It adds 1 to it while
   k < 5, that is, up to the fifth yes; at the next, its first example stands on the kink. *)
Definition copy_if_true_svm : list (example F) :=
  [([(i1, -#4); (i2, 1)], 1); ([(i1, #2)], 1); ([(i1, #4)], 1); ([(i1, -#2)], 1)].
Theorem another_yes k : 0 < #5 - k -> leads (hinge 1 0) 2 copy_if_true_svm
  [1; k] [[-#3; k + 1]; [-1; k + 1]; [#3; k + 1]; [1; k + 1]] [1; k + 1].
Proof.
  intros low.
  assert (first : row (hinge 1 0) 2 ([(i1, -#4); (i2, 1)], 1) [1; k] [-#3; k + 1]) by lies [Below (#5 - k)] moves 1 0.
  assert (second : row (hinge 1 0) 2 ([(i1, #2)], 1) [-#3; k + 1] [-1; k + 1]) by lies [Below (#7)] moves 1 0.
  assert (third : row (hinge 1 0) 2 ([(i1, #4)], 1) [-1; k + 1] [#3; k + 1]) by lies [Below (#5)] moves 1 0.
  assert (fourth : row (hinge 1 0) 2 ([(i1, -#2)], 1) [#3; k + 1] [1; k + 1]) by lies [Below (#7)] moves 1 0.
  row_by first. row_by second. row_by third. row_by fourth. no_more_rows.
Qed.
Theorem yes_after_five_on_kink : on_kink (hinge 1 0) 2 (nth 0 copy_if_true_svm ([], 0)) (listed [1; #5]).
Proof. apply hinge_on_kink. cbn. ring. Qed.

(* With a regularizer the bounds are needed: on them, an example stands on the kink. Step 2 of set_false_if_unset and
   copy_if_true, case true, at eps^2 = alpha, and case false at alpha = 1; step 1 of reset, case true, at
   2 alpha^2 = 1. *)
Variables alpha eps : F.
Hypothesis (alpha_positive : 0 < alpha) (eps_positive : 0 < eps).
Theorem magnitude_bound_needed : eps ^ 2 = alpha ->
  on_kink (hinge 1 (1 - alpha)) 1 ([(i1, -alpha/eps)], 1) (listed [-(1)/eps]).
Proof. intros <-. apply hinge_on_kink. unfold listed. cbn. field. nonzero. Qed.
Theorem upper_bound_needed : alpha = 1 ->
  on_kink (hinge 1 (1 - alpha)) 1 ([(i1, -alpha/eps)], 1) (listed [-(eps*alpha)]).
Proof. intros ->. apply hinge_on_kink. unfold listed. cbn. field. nonzero. Qed.
Theorem lower_bound_needed : #2*alpha^2 = 1 ->
  on_kink (hinge 1 (1 - alpha)) 1 ([(i1, 1/(#2*eps*alpha^2))], 1) (listed [eps]).
Proof.
  intros half. apply hinge_on_kink. unfold listed. cbn. replace (#2*eps*alpha^2) with (eps*(#2*alpha^2)) by ring.
  rewrite half. field. nonzero.
Qed.
End Divergences.
