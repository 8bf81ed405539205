(* The clock in whole numbers: which slot is next, and how many epochs lie between the turns of slots. *)
From Coq Require Import List Bool Arith ZArith Lia.
Import ListNotations.

Section Clock.
Variables T K N : nat.
Hypothesis some : 0 < T.
Hypothesis room : T * K <= N.

(* Turns are counted through all periods: turn i is that of slot i mod T. When slot t has its next turn, of those not
   before i, in epochs since the first turn; and when turn i itself is. *)
Definition due (i t : nat) : nat := N * (i / T + if t <? i mod T then 1 else 0) + K * t.
Definition turn (i : nat) : nat := N * (i / T) + K * (i mod T).

Lemma due_turn i : due i (i mod T) = turn i.
Proof. unfold due, turn. rewrite Nat.ltb_irrefl, Nat.add_0_r. reflexivity. Qed.
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
Lemma room_left t : t < T -> K * t + K <= N.
Proof. intros l. assert (K * (t + 1) <= K * T) by (apply Nat.mul_le_mono_l; lia). lia. Qed.
Lemma due_others i t : t < T -> t <> i mod T -> turn i + K <= due i t.
Proof.
  intros l other. destruct (divided i) as (k & u & _ & lu & d & m). unfold due, turn. rewrite d, m in *.
  destruct (Nat.ltb_spec t u).
  - pose proof (room_left u lu). nia.
  - assert (K * (u + 1) <= K * t) by (apply Nat.mul_le_mono_l; lia). nia.
Qed.
Lemma due_next i t : t < T -> due (S i) t = due i t + if t =? i mod T then N else 0.
Proof.
  intros l. destruct (divided i) as (k & u & e & lu & d & m). unfold due. rewrite d, m.
  destruct (Nat.eq_dec (S u) T) as [last|].
  - destruct (at_division (S k) 0 some) as [d' m']. replace (S i) with (S k * T + 0) by nia. rewrite d', m'.
    destruct (Nat.ltb_spec t u), (Nat.eqb_spec t u), (Nat.ltb_spec t 0); nia.
  - destruct (at_division k (S u) ltac:(lia)) as [d' m']. replace (S i) with (k * T + S u) by nia. rewrite d', m'.
    destruct (Nat.ltb_spec t u), (Nat.eqb_spec t u), (Nat.ltb_spec t (S u)); nia.
Qed.
Lemma due_low i t : t < T -> turn i <= due i t.
Proof. intros l. destruct (Nat.eq_dec t (i mod T)) as [->|n]; [rewrite due_turn; lia|pose proof (due_others i t l n);
  lia]. Qed.
Lemma turn_next i : turn i + K <= turn (S i).
Proof.
  rewrite <- (due_turn (S i)). set (t := S i mod T). assert (l : t < T) by apply slot_in_range. rewrite due_next by
    exact l.
  destruct (Nat.eqb_spec t (i mod T)) as [->|n].
  - rewrite due_turn. pose proof (room_left 0 some). lia.
  - pose proof (due_others i t l n). lia.
Qed.
Lemma turn_later i j : i < j -> turn i + K <= turn j.
Proof. induction 1 as [|j _ IH]; [apply turn_next|]. pose proof (turn_next j). lia. Qed.
Lemma turn_period n : turn (n * T) = n * N.
Proof. unfold turn. destruct (at_division n 0 some) as [d m]. rewrite Nat.add_0_r in d, m. rewrite d, m. lia. Qed.
Lemma due_first t : due 0 t = K * t.
Proof. unfold due. rewrite Nat.div_0_l, Nat.mod_0_l by lia. destruct (Nat.ltb_spec t 0); lia. Qed.
End Clock.
