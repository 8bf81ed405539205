(* The reals are an ordered field, so that every theorem covers them.
   Only this file rests on the axioms of Coq's reals. *)
From Coq Require Import Reals Lra Field_theory.
Require Import OGD.Theorem OGD.Field OGD.Dichotomy.
Local Open Scope R_scope.

Definition R_less (x y : R) : bool := if Rlt_dec x y then true else false.
Lemma R_less_iff x y : R_less x y = true <-> x < y.
Proof. unfold R_less. destruct (Rlt_dec x y); split; auto; discriminate. Qed.
Lemma R_less_not x y : R_less x y = false <-> y <= x.
Proof. unfold R_less. destruct (Rlt_dec x y); split; auto; try discriminate; lra. Qed.

Definition reals : ordered_field.
Proof.
  refine {| carrier := R; zero := 0; one := 1; add := Rplus; mul := Rmult; opp := Ropp; inv := Rinv; less := R_less |}.
  - exact Rfield.
  - intros x. apply R_less_not, Rle_refl.
  - intros x y z. rewrite !R_less_iff. lra.
  - intros x y. rewrite !R_less_not. lra.
  - intros x y z. rewrite !R_less_iff. lra.
  - intros x y. rewrite !R_less_iff. apply Rmult_lt_0_compat.
Defined.
(* For every rate there is a root of it, so that what holds for all sqrt_eta > 0 holds at all rates. *)
Lemma rates_have_roots (eta : reals) : (0 < eta)%F -> exists root : reals, (0 < root)%F /\ (root ^ 2 = eta)%F.
Proof.
  cbn. rewrite R_less_iff. intros pos. exists (sqrt eta). rewrite R_less_iff. split; [apply sqrt_lt_R0, pos|].
  unfold pow. cbn. rewrite Rmult_1_r. apply sqrt_sqrt. lra.
Qed.
Lemma reals_have_squares : squares_suffice (F := reals).
Proof.
  intros x pos. destruct (rates_have_roots x pos) as (s & s_positive & square). exists (cons one nil), s.
  split; [exact positive_one|]. split; [exact s_positive|]. rewrite <- square.
  change (s * s = s * (s * 1) * (1 * 1 + 0)). ring.
Qed.
