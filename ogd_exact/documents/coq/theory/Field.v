(* Facts about ordered fields, and two tactics: `field`, told what numbers are, and `positive`. *)
From Coq Require Import List Bool Arith ZArith Lia Ring Field Ring_theory Field_theory InitialRing.
Require Import OGD.Theorem.
Local Open Scope field_scope.

Section Field.
Context {F : ordered_field}.
Implicit Types x y z : F.

Lemma field_of : field_theory (@zero F) one add mul sub opp div inv eq.
Proof. exact (field_laws F). Qed.
Lemma ring_of : ring_theory (@zero F) one add mul sub opp eq.
Proof. exact (F_R field_of). Qed.
Lemma num_morphism : ring_morph (@zero F) one add mul sub opp eq 0%Z 1%Z Z.add Z.mul Z.sub Z.opp Zeq_bool num.
Proof. exact (gen_phiZ_morph (Eqsth F) (Eq_ext _ _ _) ring_of). Qed.
Lemma power_of : power_theory (@one F) mul eq N.to_nat pow.
Proof.
  assert (sum : forall x n m, pow x (n + m) = pow x n * pow x m).
  { intros x n m. induction n; cbn; [|rewrite IHn, (Rmul_assoc ring_of); reflexivity].
    symmetry. apply (Rmul_1_l ring_of). }
  constructor. intros x [|p]; cbn [N.to_nat pow_N]; [reflexivity|].
  induction p as [p IH|p IH|]; cbn [pow_pos].
  - rewrite Pos2Nat.inj_xI. replace (2 * Pos.to_nat p)%nat with (Pos.to_nat p + Pos.to_nat p)%nat by lia.
    cbn [pow]. rewrite sum, IH. reflexivity.
  - rewrite Pos2Nat.inj_xO. replace (2 * Pos.to_nat p)%nat with (Pos.to_nat p + Pos.to_nat p)%nat by lia.
    rewrite sum, IH. reflexivity.
  - change (x * 1 = x). rewrite (Rmul_comm ring_of). apply (Rmul_1_l ring_of).
Qed.
Add Ring plain_ring : ring_of.

Lemma less_irrefl x : ~ x < x.
Proof. rewrite less_irreflexive. discriminate. Qed.
Lemma less_asym x y : x < y -> ~ y < x.
Proof. intros a b. apply (less_irrefl x), (less_transitive _ _ y); assumption. Qed.
Lemma positive_nonzero x : 0 < x -> x <> 0.
Proof. intros p e. subst. apply (less_irrefl _ p). Qed.
Lemma positive_add x y : 0 < x -> 0 < y -> 0 < x + y.
Proof.
  intros p q. apply (less_transitive _ _ y); [assumption|].
  replace y with (0 + y) at 1 by ring. apply less_add. assumption.
Qed.
Lemma less_sub x y : 0 < y - x <-> x < y.
Proof.
  split; intros p.
  - apply (less_add _ _ _ x) in p. replace (0 + x) with x in p by ring. replace (y - x + x) with y in p by ring.
    exact p.
  - apply (less_add _ _ _ (- x)) in p. replace (x + - x) with (@zero F) in p by ring. exact p.
Qed.
Lemma negative_opp x : x < 0 <-> 0 < - x.
Proof. rewrite <- less_sub. replace (0 - x) with (- x) by ring. reflexivity. Qed.
Lemma positive_or x : x <> 0 -> 0 < x \/ 0 < - x.
Proof.
  intros n. rewrite <- negative_opp. destruct (0 <? x) eqn:p; [left; reflexivity|]. right.
  destruct (x <? 0) eqn:q; [reflexivity|]. elim n. apply less_total; assumption.
Qed.
Lemma not_positive_zero x : x = 0 -> (0 <? x) = false.
Proof. intros ->. apply less_irreflexive. Qed.
Lemma not_positive_opp x : 0 < x -> (0 <? - x) = false.
Proof.
  intros p. destruct (0 <? - x) eqn:q; [|reflexivity]. apply (proj2 (negative_opp x)) in q. destruct (less_asym _ _ p q).
Qed.
Lemma not_positive_mul x y : 0 < x -> (0 <? y) = false -> (0 <? x * y) = false.
Proof.
  intros p n. destruct (0 <? - y) eqn:q.
  - replace (x * y) with (- (x * - y)) by ring. apply not_positive_opp, less_mul; assumption.
  - apply not_positive_zero. replace y with (0 : F); [ring|]. apply less_total; [exact n|].
    destruct (y <? 0) eqn:r; [|reflexivity]. apply negative_opp in r. congruence.
Qed.
Lemma positive_one : 0 < (1 : F).
Proof.
  destruct (positive_or 1 (F_1_neq_0 field_of)) as [p|p]; [exact p|].
  replace (1 : F) with (- (1) * - (1) : F) by ring. apply less_mul; exact p.
Qed.
Lemma positive_inv x : 0 < x -> 0 < inv x.
Proof.
  intros p. assert (e : inv x * x = 1) by (apply (Finv_l field_of), positive_nonzero, p).
  destruct (positive_or (inv x)) as [q|q]; [|exact q|].
  - intros z. rewrite z in e. apply (F_1_neq_0 field_of). rewrite <- e. ring.
  - exfalso. apply (less_asym 0 (1 : F)); [apply positive_one|]. rewrite negative_opp.
    replace (- (1) : F) with (- inv x * x) by (rewrite <- e; ring). apply less_mul; assumption.
Qed.
Lemma positive_div x y : 0 < x -> 0 < y -> 0 < x / y.
Proof. intros p q. apply less_mul; [exact p|]. apply positive_inv, q. Qed.
Lemma positive_pow x n : 0 < x -> 0 < x ^ n.
Proof. intros p. induction n; cbn; [apply positive_one|apply less_mul; assumption]. Qed.
Lemma pow_one n : (1 : F) ^ n = 1.
Proof. induction n as [|n IH]; [reflexivity|]. change ((1 : F) * 1 ^ n = 1). rewrite IH. ring. Qed.
Lemma positive_num (z : Z) : (0 <? z)%Z = true -> 0 < (#z : F).
Proof.
  pose proof (Rth_ARth (Eqsth F) (Eq_ext _ _ _) ring_of) as almost_ring.
  destruct z as [|p|p]; try discriminate. intros _. unfold num, gen_phiZ.
  rewrite <- (same_gen (Eqsth F) (Eq_ext _ _ _) almost_ring).
  induction p using Pos.peano_ind; [apply positive_one|].
  rewrite (ARgen_phiPOS_Psucc (Eqsth F) (Eq_ext _ _ _) almost_ring).
  apply positive_add; [apply positive_one|exact IHp].
Qed.
Lemma num_faithful (z w : Z) : (#z : F) = #w -> Zeq_bool z w = true.
Proof.
  intros e. apply Zeq_is_eq_bool. destruct (Z.lt_trichotomy z w) as [l|[l|l]]; [|exact l|]; exfalso.
  - assert (p : 0 < (#(w - z) : F)) by (apply positive_num, Z.ltb_lt; lia).
    rewrite (morph_sub num_morphism), e in p. replace (#w - #w : F) with (0 : F) in p by ring. apply (less_irrefl _ p).
  - assert (p : 0 < (#(z - w) : F)) by (apply positive_num, Z.ltb_lt; lia).
    rewrite (morph_sub num_morphism), e in p. replace (#w - #w : F) with (0 : F) in p by ring. apply (less_irrefl _ p).
Qed.
End Field.
Arguments field_of : clear implicits. Arguments num_morphism : clear implicits.
Arguments power_of : clear implicits. Arguments num_faithful : clear implicits.

(* Numerals, for ring and field: #z, 0 and 1; and exponents. *)
Ltac numeral t := lazymatch t with
  | num ?z => match isZcst z with true => z | _ => constr:(NotConstant) end
  | zero => constr:(0%Z) | one => constr:(1%Z) | _ => constr:(NotConstant) end.
Ltac exponent t := match isnatcst t with true => constr:(N.of_nat t) | _ => constr:(NotConstant) end.

(* Sums, products, quotients and powers of positive numbers, numerals, and what is assumed to be positive. *)
Ltac positive := lazymatch goal with
  | |- 0 < num _ => apply positive_num; reflexivity
  | |- 0 < one => apply positive_one
  | |- 0 < _ + _ => apply positive_add; positive
  | |- 0 < _ * _ => apply less_mul; positive
  | |- 0 < _ / _ => apply positive_div; positive
  | |- 0 < _ ^ _ => apply positive_pow; positive
  | |- _ => assumption end.
Ltac nonzero := repeat split; try (apply positive_nonzero; positive).
