(* A step of LogisticTheorem.v descends along the gradient of the loss. *)
From Coq Require Import List Arith QArith Reals Qreals Lra.
Require Import OGD.LogisticTheorem.
Import ListNotations.
Local Open Scope R_scope.

Lemma score_set x w c z : score_at x (fun d => if d =? c then z else w d) = score_at x w + along x c * (z - w c).
Proof.
  unfold score_at, along. induction x as [|[d q] x IH]; cbn; [ring|]. rewrite IH, (Nat.eqb_sym c d).
  destruct (Nat.eqb_spec d c) as [->|_]; ring.
Qed.
Theorem gradient_of_logistic_loss x w c :
  derivable_pt_lim (fun z => logistic_loss x (fun d => if d =? c then z else w d)) (w c)
    (- (along x c / (1 + exp (score_at x w)))).
Proof.
  set (s := score_at x w). set (a := along x c).
  assert (same : forall z, logistic_loss x (fun d => if d =? c then z else w d) = ln (1 + exp (- a * z + (a * w c -
    s)))).
  { intros z. unfold logistic_loss. rewrite score_set. fold s a. do 3 f_equal. ring. }
  assert (pos := exp_pos s). assert (pos' := exp_pos (- s)).
  assert (lim : derivable_pt_lim (fun z => ln (1 + exp (- a * z + (a * w c - s)))) (w c)
    (/ (1 + exp (- s)) * (0 + exp (- s) * (- a * 1 + 0)))).
  { assert (here : - a * w c + (a * w c - s) = - s) by ring.
    apply (derivable_pt_lim_comp (fun z => 1 + exp (- a * z + (a * w c - s))) ln).
    - apply derivable_pt_lim_plus; [apply derivable_pt_lim_const|].
      replace (exp (- s)) with (exp (- a * w c + (a * w c - s))) by (rewrite here; reflexivity).
      apply (derivable_pt_lim_comp (fun z => - a * z + (a * w c - s)) exp); [|apply derivable_pt_lim_exp].
      apply derivable_pt_lim_plus; [|apply derivable_pt_lim_const].
      apply (derivable_pt_lim_scal (fun z => z)), derivable_pt_lim_id.
    - rewrite here. apply derivable_pt_lim_ln. lra. }
  replace (- (a / (1 + exp s))) with (/ (1 + exp (- s)) * (0 + exp (- s) * (- a * 1 + 0))).
  - intros e pe. destruct (lim e pe) as [d near]. exists d. intros h nz small. rewrite !same. apply near; assumption.
  - assert (one : exp s * exp (- s) = 1) by (rewrite <- exp_plus, Rplus_opp_r; apply exp_0).
    rewrite exp_Ropp. field. lra.
Qed.
