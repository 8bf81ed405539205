(* Four tables make a computer: NAND, NOT, a copy and a question, each right on bits that are 0 and T. *)
Require Import OGD.Model.
Local Open Scope field_scope.

Section Kits.
Context {F : ordered_field}.
Add Field numbers : (field_of F) (morphism (num_morphism F), completeness (num_faithful F),
  constants [numeral], power_tac (power_of F) [exponent]).
Variables (R : rule F) (T : F).
Definition stored (b : bool) : F := if b then T else 0.
(* Examples, and the weights after each of them, given the bits: operands, then the old bit of the target. *)
Record kit := {
  by_nand : list (example F); nand_trace : bool -> bool -> bool -> list (list F);
  by_not : list (example F); not_trace : bool -> bool -> list (list F);
  by_copy : list (example F); copy_trace : bool -> bool -> list (list F);
  by_ask : list (example F); ask_trace : bool -> list (list F) }.
Record right_kit (k : kit) : Prop := {
  nand_right : forall a b c, leads R 3 (by_nand k) [stored a; stored b; stored c] (nand_trace k a b c)
    [stored a; stored b; stored (nand a b)];
  not_right : forall a c, leads R 2 (by_not k) [stored a; stored c] (not_trace k a c) [stored a; stored (negb a)];
  copy_right : forall a c, leads R 2 (by_copy k) [stored a; stored c] (copy_trace k a c) [stored a; stored a];
  ask_right : forall a, leads R 2 (by_ask k) [stored a; 0] (ask_trace k a) [stored a; stored a];
  ask_some : by_ask k <> [];
  ask_quiet : Forall (fun row => (0 <? nth 1 row 0) = false) (ask_trace k false) }.
Variable k : kit.

(* One special coordinate, which asks; gates, then outputs, then the question. *)
Definition of_table (size : nat) (es : list (example F)) : gadget F :=
  {| width := size; examples m := es; leaves := repeat (Fixed 1) size |}.
Definition kit_construction : construction F :=
  let call (g : nat) (on : list nat) := [(g, on)] in
  {| gadgets := [of_table 3 (by_nand k); of_table 2 (by_not k); of_table 2 (by_copy k); of_table 2 (by_ask k)];
     special := 1; accept := 0; start_special := [0]; start_second := 0; first_magnitude := 1;
     phases := [{| over := Gates; calls := call 0%nat [2; 3; 1]%nat; calls_if_same := call 1%nat [2; 1]%nat |};
       {| over := Outputs; calls := call 2%nat [2; 1]%nat; calls_if_same := call 2%nat [2; 1]%nat |};
       {| over := Question; calls := call 3%nat [1; 0]%nat; calls_if_same := call 3%nat [1; 0]%nat |}] |}.
Definition kit_train : circuit -> list (example F) := train R kit_construction.
Lemma kit_starts_at_zero C c : start kit_construction C c = 0.
Proof. unfold start. destruct (c =? _)%nat; [reflexivity|]. destruct c as [|[|c]]; reflexivity. Qed.

Hypotheses (T_positive : 0 < T) (no_decay : decay R = 1) (right : right_kit k).
(* The bits of a case before and after, the places that stay at 0 or below in it, and the weights on the way. *)
Definition bit_case : Type := list bool * list bool * list nat * list (list F).
Definition as_case (c : bit_case) : case F := let '(old, new, quiet, trace) := c in
  {| before := map Bit old; after := map Bit new; still := quiet; rows m := trace |}.
Definition pairs : list (bool * bool) := [(false, false); (false, true); (true, false); (true, true)].
Definition kit_cases : list (list bit_case) := [
  flat_map (fun c => map (fun '(a, b) => ([a; b; c], [a; b; nand a b], [], nand_trace k a b c)) pairs) bits;
  map (fun '(a, c) => ([a; c], [a; negb a], [], not_trace k a c)) pairs;
  map (fun '(a, c) => ([a; c], [a; a], [], copy_trace k a c)) pairs;
  map (fun a => ([a; false], [a; a], if a then [] else [1%nat], ask_trace k a)) bits].
Definition kit_contracts : list (list (case F)) := map (map as_case) kit_cases.
Definition kit_rest : resting :=
  {| special_rest := [Bit false]; second_rest := Unset; blank := Bit false; gates_last := true |}.
Definition kit_encoding : encoding F := {| yes := T; no := 0; fixed := [] |}.
Definition is_one (m : F) : Prop := m = 1.

Lemma kept_by size es cs : Forall (fun '(old, new, quiet, trace) =>
    leads R size es (map stored old) trace (map stored new) /\
    Forall (fun row => Forall (fun i => (0 <? nth i row 0) = false) quiet) trace) cs ->
  keeps_contract R is_one kit_encoding (of_table size es) (map as_case cs).
Proof.
  assert (coded : forall bs m, Forall is_one m -> encoded kit_encoding (map Bit bs) m = map stored bs).
  { induction bs as [|b bs IH]; intros m good; [reflexivity|]. cbn [map encoded].
    assert (head : hd 1 m = 1) by (destruct good as [|x m g _]; [reflexivity|exact g]). rewrite head, IH.
    - f_equal. destruct b; cbn; ring.
    - destruct good; cbn; [constructor|assumption]. }
  intros all. split; [apply Forall_forall; intros l i; apply repeat_spec in i; subst; reflexivity|].
  intros c i m size_m good. apply in_map_iff in i as ([[[old new] quiet] trace] & <- & i).
  rewrite Forall_forall in all. destruct (all _ i) as [path still]. cbn [as_case before after rows].
  split; [|exact still]. rewrite (coded old m good), coded; [exact path|].
  apply Forall_forall. intros x ix. apply in_map_iff in ix as (j & <- & ij). apply in_seq in ij.
    cbn [of_table width] in ij.
  unfold left_at, of_table. cbn [leaves]. rewrite (nth_indep _ _ (Fixed 1)), nth_repeat; [reflexivity|].
  rewrite repeat_length. apply ij.
Qed.
Lemma kit_sound : sound R kit_encoding is_one kit_construction kit_contracts kit_rest.
Proof.
  destruct right as [nand_ok not_ok copy_ok ask_ok some quiet]. constructor.
  - repeat apply Forall2_cons; [..|apply Forall2_nil]; apply kept_by; cbn [flat_map map app pairs bits];
      repeat apply Forall_cons; try apply Forall_nil.
    all: split; [first [apply nand_ok|apply not_ok|apply copy_ok|apply ask_ok]|apply Forall_forall; intros row i].
    all: try apply Forall_nil.
    rewrite Forall_forall in quiet. repeat constructor. apply quiet, i.
  - sizes.
  - intros m ->. rewrite no_decay. unfold is_one. ring.
  - intros m ->. positive.
  - reflexivity.
  - exact T_positive.
  - reflexivity.
  - apply Forall_cons; [left; intros m ->; cbn; ring|apply Forall_nil].
  - split; reflexivity.
  - reflexivity.
  - revert some. vm_compute. case k. intros ? ? ? ? ? ? [|e es] ? some; [elim some|]; reflexivity.
Qed.
Lemma kit_computes : simulates R kit_construction kit_train /\ avoids_kink R kit_construction kit_train /\
  has_dimension kit_construction kit_train 1 /\ finitely_many_weights R kit_construction kit_train.
Proof.
  split; [exact (simulation kit_sound)|]. split; [exact (no_kink kit_sound)|]. split;
    [exact (dimension_known kit_sound)|].
  apply (finite_weights kit_sound no_decay). repeat constructor.
Qed.
End Kits.
