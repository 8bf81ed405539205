(* The squares that an outer slope needs: in the rationals p/q is p^2 over |v|^2, where v has p q entries, all 1. *)
From Coq Require Import List ZArith QArith Qcanon Lia Ring Field InitialRing.
Require Import OGD.Theorem OGD.Field OGD.Residual OGD.Dichotomy OGD.Rationals.
Import ListNotations.
Local Open Scope field_scope.

Section Ones.
Context {F : ordered_field}.
Add Field numbers : (field_of F) (morphism (num_morphism F), completeness (num_faithful F),
  constants [numeral], power_tac (power_of F) [exponent]).
Lemma square_of_ones n : square_of (repeat (1 : F) n) = #(Z.of_nat n).
Proof.
  induction n as [|n IH]; [reflexivity|]. rewrite Nat2Z.inj_succ. unfold Z.succ. rewrite (morph_add (num_morphism F)).
  rewrite <- IH. change ((1 : F) * 1 + square_of (repeat (1 : F) n) = square_of (repeat (1 : F) n) + 1). ring.
Qed.
End Ones.
Lemma num_rational z : num (F := rationals) z = Q2Qc (Qmake z 1).
Proof.
  induction z as [|z IH|z IH] using Z.peano_ind; [reflexivity|..].
  - unfold Z.succ. rewrite (morph_add (num_morphism rationals)), IH. apply Qc_is_canon.
    change (Qred (Qred (Qmake z 1) + Qred 1) == Qred (Qmake (z + 1) 1))%Q. rewrite !Qred_correct.
    unfold Qeq, Qplus. cbn [Qnum Qden]. lia.
  - unfold Z.pred. rewrite (morph_add (num_morphism rationals)), IH. apply Qc_is_canon.
    change (Qred (Qred (Qmake z 1) + Qred (- Qred 1)) == Qred (Qmake (z + Z.neg 1) 1))%Q. rewrite !Qred_correct.
    unfold Qeq, Qplus, Qopp. cbn [Qnum Qden]. lia.
Qed.
Theorem rationals_have_squares : squares_suffice (F := rationals).
Proof.
  intros x pos. assert (p : (0 < Qnum (this x))%Z).
  { apply Qc_less_iff in pos. unfold Qclt, Qlt in pos. cbn in pos. lia. }
  set (n := (Z.to_nat (Qnum (this x)) * Pos.to_nat (Qden (this x)))%nat).
  assert (some : (0 < n)%nat) by (unfold n; lia).
  exists (repeat 1 n), (#(Qnum (this x))). split; [|split].
  - destruct n as [|n]; [lia|]. exact positive_one.
  - apply positive_num, Z.ltb_lt, p.
  - rewrite square_of_ones. unfold n. rewrite Nat2Z.inj_mul, Z2Nat.id, positive_nat_Z by lia. rewrite !num_rational.
    destruct x as [[p' q] c]. cbn [this Qnum Qden] in *. apply Qc_is_canon.
    change (Qred (Qred (Qmake p' 1) * Qred (Qmake p' 1)) == Qred (Qmake p' q * Qred (Qmake (p' * Z.pos q) 1)))%Q.
    rewrite !Qred_correct. unfold Qeq, Qmult. cbn [Qnum Qden]. lia.
Qed.
