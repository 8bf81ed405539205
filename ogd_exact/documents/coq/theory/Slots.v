(* Slots in whole numbers: which member of a slot wins, and what a program of turns does to data. *)
From Coq Require Import List Bool Arith ZArith Lia.
Require Import OGD.InTime OGD.AnyOrder.
Import ListNotations.
Local Open Scope Z_scope.

Definition data := nat -> Z.
Definition value (u : vector) (d : data) : Z := fold_right (fun '(c, z) sum => z * d c + sum) 0 u.             (* u.w *)
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

(* A member wins clearly: the others are at least 2 above it. *)
Definition wins (s : slot) (d : data) (u : vector) : Prop :=
  In u s /\ forall v, In v s -> v = u \/ value u d + 2 <= value v d.
Lemma wins_winner s d u : wins s d u -> winner s d = u.
Proof.
  intros (i & gap). pose proof (winner_least s d u i).
  destruct (gap (winner s d)) as [e|e]; [apply winner_in; intros ->; exact i|exact e|lia].
Qed.
Lemma wins_turned s d u : wins s d u -> turned d s = moved d u.
Proof. intros w. unfold turned. rewrite (wins_winner s d u w). reflexivity. Qed.

(* Data that fit a line: what it says is there, and all else is ordinary. *)
Definition ordinary (c : nat) (x : Z) : Prop :=
  if (c =? join)%nat then x = 2 else if (c =? flag)%nat then 0 <= x <= 1 else Z.abs x <= 1.
Definition fits (on : list nat) (l : line) (d : data) : Prop :=
  forall c, match known on l c with Some x => d c = x | None => ordinary c (d c) end.
Lemma low_value on l d u : fits on l d -> low on l u <= value u d.
Proof.
  intros f. induction u as [|[c z] u IH]; [apply Z.le_refl|]. unfold low, value in *. cbn [fold_right]. specialize (f
    c).
  apply Z.add_le_mono; [|exact IH]. destruct (known on l c) as [x|]; [subst x; lia|]. unfold ordinary in f.
  destruct (c =? join)%nat; [nia|]. destruct (c =? flag)%nat; nia.
Qed.

(* What turns do: of the data before and after each, and of the data after all of them. The accepting weight is at most
  z. *)
Section Programs.
Variable z : Z.
Definition turns_well (t : turn_of_slot) (d : data) (u : vector) : Prop := d flag <= z /\ wins (slot_of t) d u /\
  exists before after, In (before, after) (lines t) /\ fits (on t) before d /\ fits (on t) after (moved d u) /\
    value u d = least (map (fun u => product u before) (choices t)).
Fixpoint runs (program : list turn_of_slot) (d : data) (after : data -> Prop) : Prop := match program with
  | [] => after d
  | t :: rest => exists u, turns_well t d u /\ runs rest (moved d u) after end.
Lemma runs_app p p' : forall d after, runs p d (fun d' => runs p' d' after) -> runs (p ++ p') d after.
Proof.
  induction p as [|s p IH]; intros d after r; [exact r|]. destruct r as (u & w & r). exists u. split; [exact w|].
  apply IH, r.
Qed.
Lemma runs_to p : forall d after, runs p d after -> after (fold_left turned (map slot_of p) d).
Proof.
  induction p as [|s p IH]; intros d after r; [exact r|]. destruct r as (u & w & r). cbn [map fold_left].
  rewrite (wins_turned _ d u (proj1 (proj2 w))). apply IH, r.
Qed.
Lemma runs_through p : forall d after t s, runs p d after -> nth_error p t = Some s ->
  let d' := fold_left turned (firstn t (map slot_of p)) d in turns_well s d' (winner (slot_of s) d').
Proof.
  induction p as [|s' p IH]; intros d after t s r e; [destruct t; discriminate|]. destruct r as (u & w & r).
  pose proof (proj1 (proj2 w)) as wu. destruct t as [|t].
  - injection e as ->. cbn. rewrite (wins_winner _ d u wu). exact w.
  - cbn [firstn map fold_left]. rewrite (wins_turned _ d u wu). apply (IH _ after); assumption.
Qed.
End Programs.
