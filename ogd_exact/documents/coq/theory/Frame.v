(* A row on a few places is a step on the whole: the frame lemma. *)
From Coq Require Import List Bool Arith ZArith Lia Ring Field InitialRing.
Require Import OGD.Theorem OGD.Field OGD.Tables.
Import ListNotations.
Local Open Scope field_scope.

Fixpoint distinct (l : list nat) : bool :=
  match l with [] => true | p :: l => negb (existsb (Nat.eqb p) l) && distinct l end.
Lemma distinct_NoDup l : distinct l = true -> NoDup l.
Proof.
  induction l as [|p l IH]; cbn; [constructor|]. intros d. apply andb_prop in d as [d1 d2]. constructor; [|auto].
  intros i.
  apply negb_true_iff in d1. assert (e : existsb (Nat.eqb p) l = true) by (apply existsb_exists; exists p;
    auto using Nat.eqb_refl).
  congruence.
Qed.
Lemma position_nth r i : NoDup r -> (i < length r)%nat -> position (nth i r 0%nat) r = Some i.
Proof.
  revert i. induction r as [|q r IH]; intros i d l; [cbn in l; lia|]. inversion d; subst. destruct i; cbn.
  - rewrite Nat.eqb_refl. reflexivity.
  - cbn in l. destruct (Nat.eqb_spec (nth i r 0%nat) q) as [e|_]; [elim H1; rewrite <- e; apply nth_In; lia|].
    rewrite IH by (assumption || lia). reflexivity.
Qed.
Lemma position_some c r i : position c r = Some i -> (i < length r)%nat /\ nth i r 0%nat = c.
Proof.
  revert i. induction r as [|q r IH]; intros i e; [discriminate|]. cbn in e. destruct (Nat.eqb_spec c q).
  - injection e as <-. cbn. split; [lia|auto].
  - destruct (position c r) as [j|]; [|discriminate]. injection e as <-. destruct (IH j eq_refl). cbn.
    split; [lia|auto].
Qed.
Lemma position_none c r : position c r = None <-> ~ In c r.
Proof.
  induction r as [|q r IH]; cbn; [tauto|]. destruct (Nat.eqb_spec c q); [split; [discriminate|]; intros n; elim n;
    auto|].
  destruct (position c r); cbn; [split; [discriminate|] | split; [|reflexivity]]; intuition congruence.
Qed.

Section Frame.
Context {F : ordered_field} (R : rule F).
Add Field numbers : (field_of F) (morphism (num_morphism F), completeness (num_faithful F),
  constants [numeral], power_tac (power_of F) [exponent]).

Lemma map_seq_nth {A} (f g : nat -> A) k : map f (seq 0 (S k)) = map g (seq 0 (S k)) <-> forall i, (i <= k)%nat ->
  f i = g i.
Proof.
  split; [intros e i l|intros e; apply map_ext_in; intros i m; apply in_seq in m; apply e; lia].
  assert (n : nth i (map f (seq 0 (S k))) (f 0%nat) = nth i (map g (seq 0 (S k))) (g 0%nat)).
  { rewrite e. apply nth_indep. rewrite map_length, seq_length. lia. }
  rewrite !map_nth, seq_nth in n by lia. exact n.
Qed.

Variables (k : nat) (r : list nat).
Hypothesis size : length r = S k.
Hypothesis no_repeat : NoDup r.
Definition agrees (w : weights F) (l : list F) : Prop := forall i, (i <= k)%nat -> w (nth i r 0%nat) = nth i l 0.

Lemma dot_renamed (x : list (nat * F)) w l : forallb (fun '(c, _) => c <? k)%nat x = true -> agrees w l ->
  dot (fst (rename r (x, 0))) w = dot x (listed l).
Proof.
  intros range a. induction x as [|[c p] x IH]; [reflexivity|]. cbn in *. apply andb_prop in range as [c1 c2].
  apply Nat.ltb_lt in c1. rewrite IH by assumption. rewrite a by lia. reflexivity.
Qed.
Lemma entry_renamed (x : list (nat * F)) i : forallb (fun '(c, _) => c <? k)%nat x = true -> (i <= k)%nat ->
  entry (fst (rename r (x, 0))) (nth i r 0%nat) = entry x i.
Proof.
  intros range l. induction x as [|[c p] x IH]; [reflexivity|]. cbn in *. apply andb_prop in range as [c1 c2].
  apply Nat.ltb_lt in c1. rewrite IH by assumption.
  destruct (Nat.eqb_spec (nth i r 0%nat) (nth c r 0%nat)) as [e|e], (Nat.eqb_spec i c) as [e'|e'];
    try (reflexivity || congruence).
  elim e'. apply (proj1 (NoDup_nth r 0%nat) no_repeat); lia || assumption.
Qed.
Lemma entry_elsewhere (x : list (nat * F)) c : forallb (fun '(c, _) => c <? k)%nat x = true -> ~ In c r ->
  entry (fst (rename r (x, 0))) c = 0.
Proof.
  intros range n. induction x as [|[d p] x IH]; [reflexivity|]. cbn in *. apply andb_prop in range as [c1 c2].
  apply Nat.ltb_lt in c1. rewrite IH by assumption. destruct (Nat.eqb_spec c (nth d r 0%nat)) as [e|]; [|reflexivity].
  elim n. rewrite e. apply nth_In. lia.
Qed.
Lemma frame_step e before after w : row R k e before after -> agrees w before ->
  ~ on_kink R (nth k r 0%nat) (rename r e) w /\ agrees (step R (nth k r 0%nat) (rename r e) w) after /\
  forall c, ~ In c r -> step R (nth k r 0%nat) (rename r e) w c = decay R * w c.
Proof.
  destruct e as [x y]. intros (range & kink & moves) a. cbn [fst] in range.
  pose proof (dot_renamed x w before range a) as d. cbn [rename fst snd] in d |- *.
  unfold on_kink in *. cbn [fst snd rename] in *. split; [|split].
  - rewrite d, a by lia. exact kink.
  - intros i l. pose proof (proj1 (map_seq_nth _ _ k) moves i l) as m. fold (listed after i). rewrite <- m.
    unfold step, rename. cbn [fst snd]. cbv zeta. rewrite d, !a by lia. pose proof (entry_renamed x i range l) as en.
    cbn [rename fst] in en. rewrite en.
    unfold listed. destruct (Nat.eqb_spec (nth i r 0%nat) (nth k r 0%nat)) as [q|q], (Nat.eqb_spec i k) as [q'|q'];
      try congruence.
    elim q'. apply (proj1 (NoDup_nth r 0%nat) no_repeat); lia || assumption.
  - intros c n. unfold step, rename. cbn [fst snd]. cbv zeta. pose proof (entry_elsewhere x c range n) as en.
    cbn [rename fst] in en. rewrite en.
    destruct (Nat.eqb_spec c (nth k r 0%nat)) as [q|q]; [elim n; rewrite q; apply nth_In; lia|].
    destruct (move_in R _ _ _ _). ring.
Qed.
End Frame.
