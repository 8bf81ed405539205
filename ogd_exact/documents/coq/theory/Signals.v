(* What the gates of a circuit compute. *)
From Coq Require Import List Bool Arith Lia.
Require Import OGD.Theorem.
Import ListNotations.

Lemma grown gs : forall vs, let grow := fold_left (fun values '(a, b) => values ++
  [nand (nth a values false) (nth b values false)]) in
  length (grow gs vs) = length vs + length gs /\ (forall j, j < length vs ->
    nth j (grow gs vs) false = nth j vs false) /\
  forall g a b, nth_error gs g = Some (a, b) -> a < length vs + g -> b < length vs + g ->
    nth (length vs + g) (grow gs vs) false = nand (nth a (grow gs vs) false) (nth b (grow gs vs) false).
Proof.
  induction gs as [|[a b] gs IH]; intros vs grow; [cbn; split; [lia|]; split; [reflexivity|]; intros [|g];
    discriminate|].
  set (vs' := vs ++ [nand (nth a vs false) (nth b vs false)]). change (grow ((a, b) :: gs) vs) with (grow gs vs').
  assert (size : length vs' = S (length vs)) by (unfold vs'; rewrite app_length; cbn; lia).
  destruct (IH vs') as (l & p & e). split; [|split].
  - unfold grow. rewrite l. cbn. lia.
  - intros j lj. unfold grow. rewrite p by lia. unfold vs'. apply app_nth1, lj.
  - intros [|g] a' b' ng la lb; cbn in ng.
    + injection ng as <- <-. unfold grow. rewrite !p by lia. unfold vs'.
      rewrite Nat.add_0_r, app_nth2, Nat.sub_diag by lia. cbn [nth].
      rewrite !app_nth1 by lia. reflexivity.
    + replace (length vs + S g) with (length vs' + g) by lia. apply e; [exact ng|lia|lia].
Qed.

Section Signals.
Variables (C : circuit) (xs : list bool).
Hypothesis size : length xs = inputs C.
Definition signal_at (j : nat) : bool := nth j (signals C xs) false.
Lemma input_signal j : j < inputs C -> signal_at j = nth j xs false.
Proof. intros l. destruct (grown (gates C) xs) as (_ & h & _). apply h. lia. Qed.
Lemma gate_signal g a b : well_formed C -> nth_error (gates C) g = Some (a, b) ->
  signal_at (inputs C + g) = nand (signal_at a) (signal_at b).
Proof.
  intros (f & _) e. destruct (grown (gates C) xs) as (_ & _ & h). unfold signal_at, signals. rewrite <- size at 1.
  destruct (f g a b e). apply h; [exact e|lia|lia].
Qed.
End Signals.
