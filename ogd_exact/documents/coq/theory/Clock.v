(* The clock in whole numbers: turns are counted through all periods, turn i being that of slot i mod T. *)
From Coq Require Import List Bool Arith ZArith Lia.
Require Import OGD.InTime OGD.AnyOrder.
Import ListNotations.

Section Clock.
Variables (T : nat) (N : Z) (phases : list Z).
Hypothesis some : 0 < T.

(* When slot t has its next turn, of those not before i, if it fired at phase 0; in epochs since the start. *)
Definition due (i t : nat) : Z := (N * Z.of_nat (i / T) + soon N phases (i mod T) t)%Z.

Lemma at_division k t : t < T -> (k * T + t) / T = k /\ (k * T + t) mod T = t.
Proof.
  intros l. split.
  - rewrite Nat.div_add_l by lia. rewrite Nat.div_small by exact l. lia.
  - rewrite Nat.add_comm, Nat.mod_add by lia. apply Nat.mod_small, l.
Qed.
Lemma divided i : exists k t, i = k * T + t /\ t < T /\ i / T = k /\ i mod T = t.
Proof.
  exists (i / T), (i mod T). split; [rewrite Nat.mul_comm; apply Nat.div_mod; lia|].
  split; [apply Nat.mod_upper_bound; lia|]. split; reflexivity.
Qed.
Lemma slot_in_range i : i mod T < T.
Proof. apply Nat.mod_upper_bound. lia. Qed.
Lemma due_next i t : t < T -> due (S i) t = (due i t + if (t =? i mod T)%nat then N else 0)%Z.
Proof.
  intros l. destruct (divided i) as (k & u & e & lu & d & m). unfold due, soon. rewrite d, m.
  destruct (Nat.eq_dec (S u) T) as [last|].
  - destruct (at_division (S k) 0 some) as [d' m']. replace (S i) with (S k * T + 0) by nia. rewrite d', m'.
    destruct (Nat.ltb_spec t u), (Nat.eqb_spec t u), (Nat.ltb_spec t 0); nia.
  - destruct (at_division k (S u) ltac:(lia)) as [d' m']. replace (S i) with (k * T + S u) by nia. rewrite d', m'.
    destruct (Nat.ltb_spec t u), (Nat.eqb_spec t u), (Nat.ltb_spec t (S u)); nia.
Qed.
Lemma due_period n t : due (n * T) t = (N * Z.of_nat n + soon N phases 0 t)%Z.
Proof. unfold due. destruct (at_division n 0 some) as [d m]. rewrite Nat.add_0_r in d, m. rewrite d, m. reflexivity.
  Qed.
End Clock.
