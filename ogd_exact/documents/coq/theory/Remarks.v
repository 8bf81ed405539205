(* What the paper says, or takes for granted, in passing; all of it of the plain SVM. *)
Require Import OGD.Rows OGD.Rules.
Local Open Scope field_scope.

Section Remarks.
Context {F : ordered_field}.
Add Field numbers : (field_of F) (morphism (num_morphism F), completeness (num_faithful F),
  constants [numeral], power_tac (power_of F) [exponent]).
Let svm : rule F := hinge 1 0.

(* The add trick: one example adds x to a weight of the other sign, or to 0. *)
Theorem add_trick (w x : F) : 0 < - (x * w) \/ w = 0 -> row svm 1 ([(i1, x)], 1) [w] [w + x].
Proof. intros [other_sign| ->]; [lies [Below (1 + - (x * w))] moves 1 0|lies [Below 1] moves 1 0]. Qed.

(* destructive_nand, step 2, at its four cases: w.x is 6, 2, 2 and -2, so that only the last is below 1. *)
Theorem nand_sums : map (fun w : list F => dot [(i1, -#2); (i2, -#2); (i3, -#2)] (listed w))
  [[-1; -1; -1]; [-1; 1; -1]; [1; -1; -1]; [1; 1; -1]] = [#6; #2; #2; -#2].
Proof. equal_lists. Qed.

(* The squared loss of a ReLU, here at y = 1, is not convex in w.x: at 0 it is above the mean of its values at -1 and 1. *)
Definition relu_loss (y d : F) : F := (y - if 0 <? d then d else 0) ^ 2.
Theorem relu_loss_not_convex : map (relu_loss 1) [-1; 0; 1] = [1; 1; 0].
Proof.
  pose proof (positive_one (F := F)) as above. assert (below : ((0 : F) <? -1) = false).
  { apply not_true_iff_false. intros less. apply (less_asym _ _ less), negative_opp.
    replace (- -1 : F) with (1 : F) by ring. exact above. }
  unfold relu_loss. cbn [map]. rewrite above, below, (less_irreflexive F). equal_lists.
Qed.

(* With a single bias, at which every example has -1, its two states are 0 and -1, and an example that has nothing else
   stands on the kink at one of them, or takes them to 1 and 0; from there it stands on the kink, or takes them back. *)
Theorem one_bias_on_kink : on_kink svm 1 ([(i1, -1)], 1) (listed [-1]) /\ on_kink svm 1 ([(i1, -1)], -1) (listed [1]).
Proof. split; apply hinge_on_kink; cbn; ring. Qed.
Theorem one_bias_goes_back : row svm 1 ([(i1, -1)], -1) [0] [1] /\ row svm 1 ([(i1, -1)], -1) [-1] [0] /\
  row svm 1 ([(i1, -1)], 1) [1] [0] /\ row svm 1 ([(i1, -1)], 1) [0] [-1].
Proof.
  apply conj; [|apply conj; [|apply conj]]; [lies [Below 1] moves -1 0|lies [Below (#2)] moves -1 0
    |lies [Below (#2)] moves 1 0|lies [Below 1] moves 1 0].
Qed.

(* destructive_nand on one index twice: it is left at -1, and not unset. *)
Definition nand_of_one_index : list (example F) := [([(i2, -1)], 1); ([(i1, -#2); (i1, -#2); (i2, -#2)], 1);
  ([(i1, -#2)], 1); ([(i1, 1)], 1); ([(i1, -#2)], 1); ([(i1, 1)], 1); ([(i2, #2)], 1)].
Theorem indices_must_differ : leads svm 2 nand_of_one_index
  [1; 0] [[1; -1]; [-#3; -#3]; [-#3; -#3]; [-#2; -#3]; [-#2; -#3]; [-1; -#3]; [-1; -1]] [-1; -1].
Proof.
  assert (first : row svm 2 ([(i2, -1)], 1) [1; 0] [1; -1]) by lies [Below 1] moves 1 0.
  assert (second : row svm 2 ([(i1, -#2); (i1, -#2); (i2, -#2)], 1) [1; -1] [-#3; -#3]) by lies [Below (#3)] moves 1 0.
  assert (third : row svm 2 ([(i1, -#2)], 1) [-#3; -#3] [-#3; -#3]) by lies [Above (#5)] moves 0 0.
  assert (fourth : row svm 2 ([(i1, 1)], 1) [-#3; -#3] [-#2; -#3]) by lies [Below (#4)] moves 1 0.
  assert (fifth : row svm 2 ([(i1, -#2)], 1) [-#2; -#3] [-#2; -#3]) by lies [Above (#3)] moves 0 0.
  assert (sixth : row svm 2 ([(i1, 1)], 1) [-#2; -#3] [-1; -#3]) by lies [Below (#3)] moves 1 0.
  assert (seventh : row svm 2 ([(i2, #2)], 1) [-1; -#3] [-1; -1]) by lies [Below (#7)] moves 1 0.
  row_by first. row_by second. row_by third. row_by fourth. row_by fifth. row_by sixth. row_by seventh. no_more_rows.
Qed.
End Remarks.
