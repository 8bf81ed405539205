(* Slots in whole numbers: data in halves, which member of a slot wins, and what a program of slots does. *)
From Coq Require Import List Bool Arith ZArith Lia.
Require Import OGD.AnyOrder.
Import ListNotations.
Local Open Scope Z_scope.

Definition data := nat -> Z.
Definition value (u : vector) (d : data) : Z := fold_right (fun '(c, z) sum => z * d c + sum) 0 u.   (* four times u.w
  *)
Definition entry_at (u : vector) (c : nat) : Z := fold_right (fun '(b, z) sum => if (c =? b)%nat then z + sum else sum)
  0 u.
Definition moved (d : data) (u : vector) : data := fun c => d c + entry_at u c.
Fixpoint winner (s : slot) (d : data) : vector := match s with
  | [] => [] | [u] => u
  | u :: rest => if value u d <? value (winner rest d) d then u else winner rest d end.
Definition turned (d : data) (s : slot) : data := moved d (winner s d).

Lemma winner_cons u v s d :
  winner (u :: v :: s) d = if value u d <? value (winner (v :: s) d) d then u else winner (v :: s) d.
Proof. reflexivity. Qed.
Lemma winner_in s d : s <> [] -> In (winner s d) s.
Proof.
  induction s as [|u [|v s] IH]; intros n; [contradiction|left; reflexivity|]. rewrite winner_cons.
  destruct (_ <? _); [left; reflexivity|right; apply IH; discriminate].
Qed.
Lemma winner_least s d u : In u s -> value (winner s d) d <= value u d.
Proof.
  induction s as [|v [|v' s] IH]; [contradiction|intros [->|[]]; apply Z.le_refl|]. intros i. rewrite winner_cons.
  destruct (Z.ltb_spec (value v d) (value (winner (v' :: s) d) d)), i as [->|i]; try specialize (IH i); lia.
Qed.

(* A member wins clearly: it is not above 0, and the others are at least 1/2 above it. *)
Definition wins (s : slot) (d : data) (u : vector) : Prop :=
  In u s /\ value u d <= 0 /\ forall v, In v s -> v = u \/ value u d + 2 <= value v d.
Lemma wins_winner s d u : wins s d u -> winner s d = u.
Proof.
  intros (i & _ & gap). pose proof (winner_least s d u i).
  destruct (gap (winner s d)) as [e|e]; [apply winner_in; intros ->; exact i|exact e|lia].
Qed.
Lemma wins_turned s d u : wins s d u -> turned d s = moved d u.
Proof. intros w. unfold turned. rewrite (wins_winner s d u w). reflexivity. Qed.

(* What slots do, in terms of what is wanted of all data before a turn, and of the data after all of them. *)
Section Programs.
Variable modest : data -> Prop.
Fixpoint runs (program : list slot) (d : data) (after : data -> Prop) : Prop := match program with
  | [] => after d
  | s :: rest => modest d /\ exists u, wins s d u /\ runs rest (moved d u) after end.
Lemma runs_app p p' : forall d after, runs p d (fun d' => runs p' d' after) -> runs (p ++ p') d after.
Proof.
  induction p as [|s p IH]; intros d after r; [exact r|]. destruct r as (m & u & w & r). split; [exact m|].
  exists u. split; [exact w|]. apply IH, r.
Qed.
Lemma runs_weaker p : forall d (P Q : data -> Prop), (forall d', P d' -> Q d') -> runs p d P -> runs p d Q.
Proof.
  induction p as [|s p IH]; intros d P Q pq r; [apply pq, r|]. destruct r as (m & u & w & r). split; [exact m|].
  exists u. split; [exact w|]. apply (IH _ P); assumption.
Qed.
Lemma runs_to p : forall d after, runs p d after -> after (fold_left turned p d).
Proof.
  induction p as [|s p IH]; intros d after r; [exact r|]. destruct r as (_ & u & w & r). cbn [fold_left].
  rewrite (wins_turned s d u w). apply IH, r.
Qed.
Lemma runs_through p : forall d after t s, runs p d after -> nth_error p t = Some s ->
  let d' := fold_left turned (firstn t p) d in modest d' /\ wins s d' (winner s d').
Proof.
  induction p as [|s' p IH]; intros d after t s r e; [destruct t; discriminate|]. destruct r as (m & u & w & r).
  destruct t as [|t].
  - injection e as ->. split; [exact m|]. cbn. rewrite (wins_winner s d u w). exact w.
  - cbn [firstn fold_left]. rewrite (wins_turned s' d u w). apply (IH _ after); assumption.
Qed.
End Programs.
