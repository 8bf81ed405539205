(* How many slots and examples there are, by how many the tables have. *)
From Coq Require Import List Bool Arith Lia.
Require Import OGD.Theorem OGD.InTime OGD.AnyOrder OGD.Batches.
Import ListNotations.

Definition members_of (t : table) : nat := length (concat (map fst (turns t))).
Lemma turns_from_sizes places : forall l before, length (turns_from places before l) = length l /\
  length (concat (map slot_of (turns_from places before l))) = length (concat (map fst l)).
Proof.
  induction l as [|[m a] l IH]; intros before; [split; reflexivity|]. destruct (IH a) as [e1 e2]. cbn. split; [rewrite
    e1; reflexivity|].
  rewrite !app_length, e2. unfold slot_of. cbn. rewrite map_length. reflexivity.
Qed.
Lemma sum_of_calls {A} (f : A -> slot_call) (size : list turn_of_slot -> nat) n : size [] = 0 ->
  (forall l l', size (l ++ l') = size l + size l') -> (forall x, size (turns_of_call (f x)) = n) ->
  forall l, size (flat_map turns_of_call (map f l)) = n * length l.
Proof. intros none app each. induction l as [|x l IH]; cbn; [rewrite none; lia|]. rewrite app, each, IH. lia. Qed.
Section Sizes.
Context (F : ordered_field) (G : slot_tables).
Variable size : list turn_of_slot -> nat.
Hypotheses (none : size [] = 0) (app : forall l l', size (l ++ l') = size l + size l').
Variables a b c : nat.
Hypotheses (of_copy : forall on, size (turns_of_call (copy_table G, on)) = a)
  (of_nand : forall on, size (turns_of_call (nand_table G, on)) = b)
  (of_not : forall on, size (turns_of_call (not_table G, on)) = b)
  (of_raise : forall on, size (turns_of_call (raise_table G, on)) = c).
Lemma period_size C : well_formed C -> size (period_of G C) = a * inputs C + b * length (gates C) + c.
Proof.
  intros (_ & len & _). unfold period_of, slot_calls. rewrite flat_map_app. cbn [flat_map]. rewrite !app, of_raise.
  rewrite (sum_of_calls _ size b), (sum_of_calls _ size a); try assumption.
  - rewrite !combine_length, !seq_length, Nat.min_id, len, Nat.min_id. lia.
  - intros [i o]. apply of_copy.
  - intros [g [x y]]. destruct (x =? y); [apply of_not|apply of_nand].
Qed.
End Sizes.
Lemma slots_counted G a b c : length (turns (copy_table G)) = a -> length (turns (nand_table G)) = b ->
  length (turns (not_table G)) = b -> length (turns (raise_table G)) = c -> has_slots G a b c.
Proof.
  intros <- <- e <- C fine. unfold slots. rewrite map_length.
  apply (period_size G (@length turn_of_slot) eq_refl (@app_length _)); try exact fine; intros on; cbn [turns_of_call];
    rewrite (proj1 (turns_from_sizes on _ _)); try rewrite e; reflexivity.
Qed.
Lemma examples_counted (F : ordered_field) G a b c : members_of (copy_table G) = a -> members_of (nand_table G) = b ->
  members_of (not_table G) = b -> members_of (raise_table G) = c -> has_examples F G a b (S c).
Proof.
  intros ea eb e ec C k fine. unfold train_in_any_order, train_of. cbn [length]. rewrite map_length. unfold members.
  assert (each : forall (Q : list slot) n, length (flat_map (fun '(t, s) => map (pair t) s) (combine (seq n (length Q))
    Q)) =
    length (concat Q)).
  { induction Q as [|s Q IH]; intros n; [reflexivity|]. cbn. rewrite !app_length, map_length, IH. reflexivity. }
  rewrite each. unfold slots. rewrite Nat.add_succ_r. f_equal.
  apply (period_size G (fun l => length (concat (map slot_of l)))); try exact fine; [reflexivity| | | | |].
  - intros l l'. rewrite map_app, concat_app, app_length. reflexivity.
  - intros on. cbn [turns_of_call]. rewrite (proj2 (turns_from_sizes on _ _)). exact ea.
  - intros on. cbn [turns_of_call]. rewrite (proj2 (turns_from_sizes on _ _)). exact eb.
  - intros on. cbn [turns_of_call]. rewrite (proj2 (turns_from_sizes on _ _)). exact e.
  - intros on. cbn [turns_of_call]. rewrite (proj2 (turns_from_sizes on _ _)). exact ec.
Qed.
