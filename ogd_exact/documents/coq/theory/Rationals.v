(* The rationals are an ordered field; on them training sets compute. *)
From Coq Require Import List Bool QArith Qcanon Field_theory.
Require Import OGD.Theorem.
Local Open Scope Qc_scope.

Definition Qc_less (x y : Qc) : bool := match x ?= y with Lt => true | _ => false end.
Lemma Qc_less_iff x y : Qc_less x y = true <-> x < y.
Proof. unfold Qc_less. rewrite Qclt_alt. destruct (x ?= y); split; congruence. Qed.
Lemma Qc_less_not x y : Qc_less x y = false <-> y <= x.
Proof.
  rewrite <- not_true_iff_false, Qc_less_iff. split; [apply Qcnot_lt_le|]. intros l. apply Qcle_not_lt, l.
Qed.

Definition rationals : ordered_field.
Proof.
  refine {| carrier := Qc; zero := 0; one := 1; add := Qcplus; mul := Qcmult; opp := Qcopp; inv := Qcinv;
    less := Qc_less |}.
  - exact Qcft.
  - intros x. apply Qc_less_not, Qcle_refl.
  - intros x y z. rewrite !Qc_less_iff. apply Qclt_trans.
  - intros x y. rewrite !Qc_less_not. intros a b. apply Qcle_antisym; assumption.
  - intros x y z. rewrite !Qc_less_iff. intros l. unfold Qclt in *.
    change (Qred (x + z) < Qred (y + z))%Q. rewrite !Qred_correct. apply Qplus_lt_l, l.
  - intros x y. rewrite !Qc_less_iff. intros a b. rewrite <- (Qcmult_0_l y). apply Qcmult_lt_compat_r; assumption.
Defined.

(* Training sets with numbers as numerators and denominators, in lowest terms, to be compared with those in files. *)
Definition fractions (train : list (example rationals)) : list (list (nat * (Z * positive)) * (Z * positive)) :=
  let fraction x := (Qnum (this x), Qden (this x)) in
  map (fun '(x, y) => (map (fun '(c, p) => (c, fraction p)) x, fraction y)) train.
