(* Training in any order, what is proved of it: epochs in orders of their own, cut into batches; the training set of a
   circuit; the statements. To be read after Theorem.v, which says what numbers, circuits and steps are, Rules.v, which
   says what both losses are, and InTime.v. *)
From Coq Require Import List Bool Arith ZArith Permutation.
Require Import OGD.Theorem OGD.Rules OGD.InTime.
Import ListNotations.

Section AnyOrder.
Context {F : ordered_field}.
Local Open Scope field_scope.

(* The examples of a batch all move the weights by what their step would do at the weights before the batch. *)
Definition batch_step (R : rule F) (v : nat) (w : weights F) (batch : list (example F)) : weights F :=
  fun c => fold_right (fun e sum => step R v e w c - w c + sum) (w c) batch.
(* A course is the batches of each epoch. It takes a training set in any order: every epoch has every example once,
   in an order of its own, cut into batches of its own: one for each example, a single one, or anything between.
   Orders that somebody chooses by looking at the weights are among these, as whatever happens is one course. *)
Definition course := nat -> list (list (example F)).
Definition takes (train : list (example F)) (B : course) : Prop := forall e, Permutation (concat (B e)) train.
Fixpoint after_epochs R v (start : weights F) (B : course) (e : nat) : weights F :=
  match e with 0%nat => start | S e => fold_left (batch_step R v) (B e) (after_epochs R v start B e) end.
Definition within R v start (B : course) (e j : nat) : weights F :=              (* and after j batches of the next *)
  fold_left (batch_step R v) (firstn j (B e)) (after_epochs R v start B e).

(* The clock. An epoch lowers the phase of every slot by `fall`, and `period` epochs by grip^2, which the slot's winner
   gives back. Phases start so many, and half a, fall above the kink. *)
Record clock := { hinged : bool; rate : F; grip : F; fineness : nat; phases : list Z; period : nat }.
Variable k : clock.
Definition rule_of : rule F := if hinged k then hinge (rate k) 0 else perceptron (rate k).
Definition threshold : F := if hinged k then 1 else 0.
Definition fall : F := 1 / #(Z.of_nat (fineness k)).
Definition phase_at_start (t : nat) : F := (#(nth t (phases k) 0%Z) + 1 / #2) * fall.

(* The training set: data has coordinates 0 .. dim - 1, the clock of slot t is coordinate dim + t. *)
Section Slots.
Variables (dim : nat) (S : list slot).
Definition drift : example F := (map (fun t => ((dim + t)%nat, - (fall / grip k))) (seq 0 (length S)), 1).
Definition member '((t, u) : nat * vector) : example F :=
  (map (fun '(c, z) => (c, #z)) u ++ [((dim + t)%nat, grip k)], 1).
Definition members : list (nat * vector) := flat_map (fun '(t, s) => map (pair t) s) (combine (seq 0 (length S)) S).
Definition train_of : list (example F) := drift :: map member members.
Definition start_of (data : nat -> Z) : weights F := fun c =>
  if (c <? dim)%nat then rate k * #(data c) else (threshold + rate k * phase_at_start (c - dim)) / grip k.
End Slots.

(* That of a circuit; at the start all bits are false, which is -1, the accepting weight is 0, and `join` is 2. *)
Variables (G : slot_tables) (C : circuit).
Definition works : Prop := 0 < rate k /\ 0 < grip k /\ (1 <= fineness k)%nat /\
  grip k * grip k = #(Z.of_nat (period k)) / #(Z.of_nat (fineness k)) /\
  keeps_time (Z.of_nat (fineness k)) (Z.of_nat (period k)) (period_of G C) (phases k) = true.
Definition data_dimension : nat := (2 + inputs C + length (gates C))%nat.
Definition train_in_any_order : list (example F) := train_of data_dimension (slots G C).
Definition bit (x : bool) : Z := if x then 1%Z else (- (1))%Z.
Definition first_data (c : nat) : Z :=
  if (c =? flag)%nat then 0%Z else if (c =? join)%nat then 2%Z
  else if (c <? data_dimension)%nat then bit false else 0%Z.
Definition first_weights : weights F := start_of data_dimension first_data.
Definition at_epoch (B : course) (e : nat) : weights F := after_epochs rule_of data_dimension first_weights B e.
Definition at_batch (B : course) (e j : nat) : weights F := within rule_of data_dimension first_weights B e j.
End AnyOrder.
Arguments course : clear implicits. Arguments clock : clear implicits.

(* The statements: of every circuit, every clock that works for it, and every course that takes its training set. *)
Section Statements.
Context (F : ordered_field) (G : slot_tables).
Local Open Scope field_scope.
Definition in_any_order (P : circuit -> clock F -> course F -> Prop) : Prop := forall C k B,
  well_formed C -> works k G C -> takes (train_in_any_order k G C) B -> P C k B.
(* Some batch of some epoch makes the accepting weight positive if and only if some iterate says yes. *)
Definition simulates_in_any_order : Prop := in_any_order (fun C k B =>
  (exists e j, 0 < at_batch k C B e j flag) <-> (exists n, says_yes C n)).
(* After n periods the inputs hold the n-th iterate, if none before it says yes. *)
Definition iterates_in_any_order : Prop := in_any_order (fun C k B => forall n,
  (forall j, (j < n)%nat -> ~ says_yes C j) -> forall i, (i < inputs C)%nat ->
  at_epoch k C B (n * period k) (place i) = rate k * #(bit (nth i (iterate C n) false))).
(* No example of any batch up to the end of period n stands on the kink, if no iterate before the n-th says yes. *)
Definition avoids_kink_in_any_order : Prop := in_any_order (fun C k B => forall n,
  (forall j, (j < n)%nat -> ~ says_yes C j) -> forall e j batch x, (e < S n * period k)%nat ->
  nth_error (B e) j = Some batch -> In x batch -> ~ on_kink (rule_of k) (data_dimension C) x (at_batch k C B e j)).
(* So many slots for each input, for each gate and besides; and so many examples. *)
Definition has_slots (a b c : nat) : Prop := forall C, well_formed C ->
  length (slots G C) = (a * inputs C + b * length (gates C) + c)%nat.
Definition has_examples (a b c : nat) : Prop := forall C (k : clock F), well_formed C ->
  length (train_in_any_order k G C) = (a * inputs C + b * length (gates C) + c)%nat.
(* There is a clock that works, whatever the circuit, the loss and the learning rate. *)
Definition has_clock : Prop := forall C h (r : F), well_formed C -> 0 < r -> exists k : clock F,
  hinged k = h /\ rate k = r /\ works k G C.
End Statements.
