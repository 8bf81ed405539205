(* Losses of which the theory speaks by name, as rules. *)
From Coq Require Import List ZArith Ring Field_theory. Import ListNotations.
Require Import OGD.Theorem OGD.Field.

Section Rules.
Context {F : ordered_field}.
Local Open Scope field_scope.
Variables rate lambda : F.
Definition hinge : rule F :=                                                  (* max(0, 1 - y w.x) + lambda/2 |w|^2 *)
  {| learning_rate := rate; regularizer := lambda; score y p v := y * p; kinks := [1];
     moves := [fun y p v => (y, 0); fun y p v => (0, 0)] |}.
Definition perceptron : rule F :=                                                                 (* max(0, - y w.x) *)
  {| learning_rate := rate; regularizer := 0; score y p v := y * p; kinks := [0];
     moves := [fun y p v => (y, 0); fun y p v => (0, 0)] |}.
Definition dense_relu : rule F :=                                             (* (y - max(0, w.x))^2 + lambda/2 |w|^2 *)
  {| learning_rate := rate; regularizer := lambda; score y p v := p; kinks := [0];
     moves := [fun y p v => (0, 0); fun y p v => (#2 * (y - p), 0)] |}.
Definition dense_relu_dense : rule F :=                                                      (* (y - v max(0, w.x))^2 *)
  {| learning_rate := rate; regularizer := 0; score y p v := p; kinks := [0];
     moves := [fun y p v => (0, 0); fun y p v => (#2 * (y - v * p) * v, #2 * (y - v * p) * p)] |}.

Add Ring numbers : (ring_of (F := F)).
Lemma hinge_on_kink v e w : snd e * dot (fst e) w = 1 -> on_kink hinge v e w.
Proof.
  intros kink. exists 0%nat. split; [cbn; rewrite kink; reflexivity|]. cbn. intros same. injection same as y.
  rewrite y in kink. apply (F_1_neq_0 (field_of F)). rewrite <- kink. ring.
Qed.
End Rules.
