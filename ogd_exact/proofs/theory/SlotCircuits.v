(* The slots of a circuit: a period of turns takes its inputs to its outputs. *)
From Coq Require Import List Bool Arith ZArith Lia.
Require Import OGD.Theorem OGD.Instances OGD.AnyOrder OGD.Slots OGD.SlotGadgets.
Import ListNotations.
Local Open Scope Z_scope.

(* All data, when signal j holds h j, and the accepting weight f halves. *)
Definition looks (f : Z) (h : nat -> Z) (d : data) : Prop :=
  d flag = f /\ d unit = 2 /\ d spare = 0 /\ forall j, d (place j) = h j.
Lemma every_coordinate c : c = flag \/ c = unit \/ c = spare \/ exists j, c = place j.
Proof.
  destruct c as [|[|[|j]]]; [left|right; left|right; right; left|right; right; right]; try reflexivity. exists j.
  reflexivity.
Qed.
Definition small (h : nat -> Z) : Prop := forall j, Z.abs (h j) <= 2.
Lemma looks_plain z f h d : 0 <= f <= z -> f <= 2 -> small h -> looks f h d -> plain z d.
Proof.
  intros l l' s (df & du & ds & dh). split; [lia|]. split; [exact du|]. intros c n.
  destruct (every_coordinate c) as [->|[->|[->|[j ->]]]]; [lia|contradiction|lia|]. rewrite dh. apply s.
Qed.
Definition put (i : nat) (x : Z) (h : nat -> Z) (j : nat) : Z := if (j =? i)%nat then x else h j.
Lemma place_injective i j : (place i =? place j)%nat = (i =? j)%nat. Proof. reflexivity. Qed.
Lemma looks_put f h d d' i x : looks f h d -> (forall c, d' c = if (c =? place i)%nat then x else d c) ->
  looks f (put i x h) d'.
Proof.
  intros (df & du & ds & dh) e. repeat split; rewrite ?e; try assumption. intros j. rewrite e, place_injective, dh.
  reflexivity.
Qed.
Lemma small_put i x h : Z.abs x <= 2 -> small h -> small (put i x h).
Proof. intros a s j. unfold put. destruct (j =? i)%nat; [exact a|apply s]. Qed.
Lemma bit_small x : Z.abs (bit x) <= 2. Proof. destruct x; cbn; lia. Qed.
Lemma looks_ext f h h' d : (forall j, h j = h' j) -> looks f h d -> looks f h' d.
Proof. intros e (df & du & ds & dh). repeat split; try assumption. intros j. rewrite <- e. apply dh. Qed.

Section Circuit.
Variables (C : circuit) (xs : list bool).
Hypothesis fine : well_formed C.
Hypothesis size : length xs = inputs C.
Notation n := (inputs C). Notation m := (length (gates C)).
Let signal_at (j : nat) : bool := nth j (signals C xs) false.
Let yes : bool := signal_at (answer C).
Let z : Z := if yes then 2 else 0.
Notation runs := (runs (modest z)).

Lemma gate_signal g a b : nth_error (gates C) g = Some (a, b) ->
  signal_at (n + g) = nand (signal_at a) (signal_at b).
Proof.
  intros e. destruct (grown (gates C) xs) as (_ & _ & h). unfold signal_at, signals. rewrite <- size at 1.
  destruct fine as (f & _). destruct (f g a b e). apply h; [exact e|lia|lia].
Qed.
Lemma input_signal j : (j < n)%nat -> signal_at j = nth j xs false.
Proof. intros l. destruct (grown (gates C) xs) as (_ & h & _). apply h. lia. Qed.

(* While gates are computed: g of them are. *)
Definition computed (g j : nat) : Z := if (j <? n + g)%nat then bit (signal_at j) else 0.
Lemma computed_small g : small (computed g).
Proof. intros j. unfold computed. destruct (j <? n + g)%nat; [apply bit_small|cbn; lia]. Qed.
Lemma z_low : 0 <= 0 <= z. Proof. unfold z. destruct yes; lia. Qed.
Lemma gates_run l : forall g d (after : data -> Prop), (forall i, nth_error (gates C) (g + i) = nth_error l i) -> (g + length l = m)%nat ->
  looks 0 (computed g) d -> (forall d', looks 0 (computed m) d' -> after d') ->
  runs (flat_map (fun '(g, (a, b)) => nand_into (place a) (place b) (place g)) (combine (seq (n + g) (length l)) l)) d after.
Proof.
  induction l as [|[a b] l IH]; intros g d after e len look h.
  - cbn in *. apply h. replace m with g by lia. exact look.
  - pose proof (e 0%nat) as e0. rewrite Nat.add_0_r in e0. cbn [nth_error] in e0.
    destruct (proj1 fine g a b e0) as [la lb]. cbn [length seq combine flat_map]. apply runs_app.
    pose proof look as (df & du & ds & dh).
    apply nand_runs with (x := signal_at a) (y := signal_at b); try discriminate; try (unfold place; lia).
    + apply (looks_plain z 0 (computed g)); [apply z_low|lia|apply computed_small|exact look].
    + rewrite dh. unfold computed. apply Nat.ltb_lt in la. rewrite la. reflexivity.
    + rewrite dh. unfold computed. apply Nat.ltb_lt in lb. rewrite lb. reflexivity.
    + rewrite dh. unfold computed. rewrite Nat.ltb_irrefl. reflexivity.
    + intros d' e'. replace (S (n + g)) with (n + S g)%nat by lia. apply IH; [|cbn in len; lia| |exact h].
      * intros i. specialize (e (S i)). rewrite Nat.add_succ_r in e. exact e.
      * apply (looks_ext _ (put (n + g) (bit (signal_at (n + g))) (computed g))).
        { intros j. unfold put, computed. destruct (Nat.eqb_spec j (n + g)) as [here|there], (Nat.ltb_spec j (n + g)),
            (Nat.ltb_spec j (n + S g)); subst; try lia; reflexivity. }
        apply (looks_put _ _ d); [exact look|]. rewrite (gate_signal g a b e0). exact e'.
Qed.

(* Then the answer is looked at. *)
Lemma question_runs d (after : data -> Prop) : looks 0 (computed m) d -> (forall d', looks z (computed m) d' -> after d') ->
  runs (copy (place (answer C)) spare ++ raise_if_true spare flag) d after.
Proof.
  intros look h. pose proof look as (df & du & ds & dh). apply runs_app.
  pose proof (looks_plain z 0 _ d z_low ltac:(lia) (computed_small m) look) as pl.
  assert (dq : d (place (answer C)) = bit yes).
  { rewrite dh. unfold computed. destruct (proj2 (proj2 fine) (answer C) (or_introl eq_refl)) as [_ l].
    apply Nat.ltb_lt in l. rewrite l. reflexivity. }
  apply copy_runs with (x := yes); try discriminate; try assumption.
  intros d1 e1. apply raise_runs with (x := yes); try discriminate.
  - destruct pl as (pf & pu & low). split; [rewrite e1; exact pf|]. split; [rewrite e1; exact pu|].
    intros c nu. rewrite e1. destruct (c =? spare)%nat; [apply bit_small|apply low, nu].
  - rewrite e1. reflexivity.
  - rewrite e1. exact df.
  - intros d2 e2. apply h. split; [|split; [|split]]; [rewrite e2; reflexivity|rewrite e2, e1; exact du|rewrite e2; reflexivity|].
    intros j. rewrite e2, e1. apply dh.
Qed.

(* Then outputs become inputs: i of them have. *)
Definition replaced (i j : nat) : Z := if (j <? i)%nat then bit (nth j (next C xs) false) else computed m j.
Lemma replaced_small i : small (replaced i).
Proof. intros j. unfold replaced. destruct (j <? i)%nat; [apply bit_small|apply computed_small]. Qed.
Lemma z_itself : 0 <= z <= z /\ z <= 2. Proof. unfold z. destruct yes; lia. Qed.
Lemma outputs_run l : forall i d (after : data -> Prop), (forall t, nth_error (outputs C) (i + t) = nth_error l t) -> (i + length l = n)%nat ->
  looks z (replaced i) d -> (forall d', looks z (replaced n) d' -> after d') ->
  runs (flat_map (fun '(i, o) => reset (place i) ++ copy (place o) (place i)) (combine (seq i (length l)) l)) d after.
Proof.
  induction l as [|o l IH]; intros i d after e len look h.
  - cbn in *. apply h. replace n with i by lia. exact look.
  - pose proof (e 0%nat) as e0. rewrite Nat.add_0_r in e0. cbn [nth_error] in e0.
    assert (lo : (n <= o < n + m)%nat) by (apply (proj2 (proj2 fine)); right; apply (nth_error_In _ _ e0)).
    assert (li : (i < n)%nat) by (cbn in len; lia).
    assert (no : nth i (next C xs) false = signal_at o).
    { unfold next. apply nth_error_nth. rewrite nth_error_map, e0. reflexivity. }
    cbn [length seq combine flat_map]. apply runs_app, runs_app. pose proof look as (df & du & ds & dh).
    apply reset_runs with (x := signal_at i); try discriminate.
    + apply (looks_plain z z (replaced i)); [apply z_itself|apply z_itself|apply replaced_small|exact look].
    + rewrite dh. unfold replaced, computed. rewrite Nat.ltb_irrefl. destruct (Nat.ltb_spec i (n + m)); [reflexivity|lia].
    + intros d1 e1. pose proof (looks_put z _ d d1 i 0 look e1) as look1. pose proof look1 as (_ & _ & _ & dh1).
      apply copy_runs with (x := signal_at o); try discriminate.
      * apply (looks_plain z z (put i 0 (replaced i))); [apply z_itself|apply z_itself| |exact look1].
        apply small_put; [cbn; lia|apply replaced_small].
      * unfold place. lia.
      * rewrite dh1. unfold put, replaced, computed. destruct (Nat.eqb_spec o i) as [here|there], (Nat.ltb_spec o i), (Nat.ltb_spec o (n + m));
          try lia; reflexivity.
      * rewrite dh1. unfold put. rewrite Nat.eqb_refl. reflexivity.
      * intros d2 e2. apply IH; [|cbn in len; lia| |exact h].
        { intros t. specialize (e (S t)). rewrite Nat.add_succ_r in e. exact e. }
        apply (looks_ext _ (put i (bit (signal_at o)) (put i 0 (replaced i)))).
        { intros j. unfold put, replaced. destruct (Nat.eqb_spec j i) as [->|there].
          - rewrite no. destruct (Nat.ltb_spec i (S i)); [reflexivity|lia].
          - destruct (Nat.ltb_spec j i), (Nat.ltb_spec j (S i)); try lia; reflexivity. }
        apply (looks_put _ _ d1); assumption.
Qed.

(* Then gates are reset: g of them are. *)
Definition cleared (g j : nat) : Z := if (n <=? j)%nat && (j <? n + g)%nat then 0 else replaced n j.
Lemma cleared_small g : small (cleared g).
Proof. intros j. unfold cleared. destruct (_ && _); [cbn; lia|apply replaced_small]. Qed.
Lemma resets_run l : forall g d (after : data -> Prop), (g + l = m)%nat -> looks z (cleared g) d -> (forall d', looks z (cleared m) d' -> after d') ->
  runs (flat_map (fun g => reset (place g)) (seq (n + g) l)) d after.
Proof.
  induction l as [|l IH]; intros g d after len look h.
  - cbn in *. apply h. replace m with g by lia. exact look.
  - cbn [seq flat_map]. apply runs_app. pose proof look as (df & du & ds & dh).
    apply reset_runs with (x := signal_at (n + g)); try discriminate.
    + apply (looks_plain z z (cleared g)); [apply z_itself|apply z_itself|apply cleared_small|exact look].
    + rewrite dh. unfold cleared, replaced, computed. destruct (Nat.leb_spec n (n + g)), (Nat.ltb_spec (n + g) (n + g)),
        (Nat.ltb_spec (n + g) n), (Nat.ltb_spec (n + g) (n + m)); try lia; reflexivity.
    + intros d1 e1. replace (S (n + g)) with (n + S g)%nat by lia. apply IH; [lia| |exact h].
      apply (looks_ext _ (put (n + g) 0 (cleared g))); [|apply (looks_put _ _ d); assumption].
      intros j. unfold put, cleared. destruct (Nat.eqb_spec j (n + g)) as [here|there], (Nat.leb_spec n j), (Nat.ltb_spec j (n + g)),
        (Nat.ltb_spec j (n + S g)); cbn [andb]; try lia; reflexivity.
Qed.

(* What data are when a period begins with some bits. *)
Definition given (bits : list bool) (j : nat) : Z := if (j <? n)%nat then bit (nth j bits false) else 0.
Theorem period_runs d : looks 0 (given xs) d -> runs (slots C) d (looks z (given (next C xs))).
Proof.
  intros look. unfold slots. rewrite (app_assoc (copy _ _)). apply runs_app. rewrite <- (Nat.add_0_r n) at 1.
  apply gates_run; [reflexivity|reflexivity| |].
  { revert look. apply looks_ext. intros j. unfold given, computed. rewrite Nat.add_0_r. destruct (Nat.ltb_spec j n);
      [rewrite input_signal by assumption|]; reflexivity. }
  intros d1 look1. apply runs_app, question_runs; [exact look1|]. intros d2 look2. apply runs_app.
  destruct fine as (_ & len & _). rewrite <- len at 1. apply outputs_run; [reflexivity|exact len| |].
  { revert look2. apply looks_ext. reflexivity. }
  intros d3 look3. rewrite <- (Nat.add_0_r n) at 1. apply resets_run; [reflexivity| |].
  { revert look3. apply looks_ext. intros j. unfold cleared. destruct (Nat.leb_spec n j), (Nat.ltb_spec j (n + 0)); cbn [andb];
      try lia; reflexivity. }
  intros d4. apply looks_ext. intros j. unfold cleared, given, replaced, computed.
  destruct (Nat.leb_spec n j), (Nat.ltb_spec j (n + m)), (Nat.ltb_spec j n); cbn [andb]; try lia; reflexivity.
Qed.
End Circuit.
