(* Heavy-ball momentum erases nothing: each of its steps can be undone, whatever the loss, so that no training examples
   take two different states to the same one. (Nesterov's form looks ahead, and can.) *)
From Coq Require Import List Bool Arith ZArith Ring Field InitialRing.
Require Import OGD.Theorem OGD.Field.
Import ListNotations.

Section Momentum.
Context {F : ordered_field}.
Local Open Scope field_scope.
Add Field numbers : (field_of F) (morphism (num_morphism F), completeness (num_faithful F),
  constants [numeral], power_tac (power_of F) [exponent]).
Variables (R : rule F) (mu : F).

(* Weights and velocities; a step moves weights by the new velocities. *)
Definition moving := (weights F * weights F)%type.
Definition pull (e : example F) (w : weights F) : weights F := fun c =>
  let '(x, y) := e in let p := dot x w in
  (decay R - 1) * w c + learning_rate R * (fst (move_in R (interval R y p 0) y p 0) * entry x c).
Definition heavy_ball (e : example F) (s : moving) : moving :=
  let v := fun c => mu * snd s c + pull e (fst s) c in (fun c => fst s c + v c, v).
Definition same_state (s s' : moving) : Prop := forall c, fst s c = fst s' c /\ snd s c = snd s' c.

Lemma dot_same x (w w' : weights F) : (forall c, w c = w' c) -> dot x w = dot x w'.
Proof. intros same. unfold dot. induction x as [|[c p] x IH]; cbn; [|rewrite same, IH]; reflexivity. Qed.
Lemma pull_same e (w w' : weights F) : (forall c, w c = w' c) -> forall c, pull e w c = pull e w' c.
Proof. intros same c. destruct e. unfold pull. rewrite (dot_same _ _ _ same), same. reflexivity. Qed.

Theorem a_step_can_be_undone e s s' : mu <> 0 -> same_state (heavy_ball e s) (heavy_ball e s') -> same_state s s'.
Proof.
  intros nonzero same.
  assert (weights_same : forall c, fst s c = fst s' c).
  { intros c. destruct (same c) as [w v]. cbn in w, v. rewrite v in w.
    set (z := mu * snd s' c + pull e (fst s') c) in w. replace (fst s c) with (fst s c + z - z) by ring.
    rewrite w. ring. }
  intros c. split; [apply weights_same|]. destruct (same c) as [_ v]. cbn in v.
  rewrite (pull_same _ _ _ weights_same) in v. set (z := pull e (fst s') c) in v.
  replace (snd s c) with ((mu * snd s c + z - z) / mu) by (field; exact nonzero). rewrite v. field. exact nonzero.
Qed.

Theorem nothing_is_erased train : mu <> 0 -> forall s s',
  same_state (fold_left (fun s e => heavy_ball e s) train s) (fold_left (fun s e => heavy_ball e s) train s') ->
  same_state s s'.
Proof.
  intros nonzero. induction train as [|e train IH]; cbn; intros s s' same; [exact same|].
  exact (a_step_can_be_undone e s s' nonzero (IH _ _ same)).
Qed.
End Momentum.
