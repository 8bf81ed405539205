(* The turns of a circuit: a period of them takes its inputs to its outputs. *)
From Coq Require Import List Bool Arith ZArith Lia.
Require Import OGD.Theorem OGD.Signals OGD.InTime OGD.AnyOrder OGD.Slots OGD.SlotTables.
Import ListNotations.
Local Open Scope Z_scope.

(* All data, when signal j holds h j, and the accepting weight f. *)
Definition looks (f : Z) (h : nat -> Z) (d : data) : Prop := d flag = f /\ d join = 2 /\ forall j, d (place j) = h j.
Lemma every_coordinate c : c = flag \/ c = join \/ exists j, c = place j.
Proof. destruct c as [|[|j]]; [left|right; left|right; right]; try reflexivity. exists j. reflexivity. Qed.
Definition small (h : nat -> Z) : Prop := forall j, Z.abs (h j) <= 1.
Lemma looks_ordinary f h d : 0 <= f <= 1 -> small h -> looks f h d -> forall c, ordinary c (d c).
Proof.
  intros l s (df & dj & dh) c. unfold ordinary. destruct (every_coordinate c) as [->|[->|[j ->]]]; [cbn; lia|exact dj|].
  change (place j =? join)%nat with false. change (place j =? flag)%nat with false. cbn iota. rewrite dh. apply s.
Qed.
Definition put (i : nat) (x : Z) (h : nat -> Z) (j : nat) : Z := if (j =? i)%nat then x else h j.
Lemma place_injective i j : (place i =? place j)%nat = (i =? j)%nat. Proof. reflexivity. Qed.
Lemma looks_put f h d d' i x : looks f h d -> (forall c, d' c = if (c =? place i)%nat then x else d c) ->
  looks f (put i x h) d'.
Proof.
  intros (df & dj & dh) e. split; [rewrite e; exact df|]. split; [rewrite e; exact dj|]. intros j.
  rewrite e, place_injective, dh. reflexivity.
Qed.
Lemma bit_small x : Z.abs (bit x) <= 1. Proof. destruct x; cbn; lia. Qed.
Lemma looks_ext f h h' d : (forall j, h j = h' j) -> looks f h d -> looks f h' d.
Proof. intros e (df & dj & dh). split; [exact df|]. split; [exact dj|]. intros j. rewrite <- e. apply dh. Qed.

(* What calls do, given what is at their places. *)
Ltac at_places := let o := fresh in let v := fresh in let e := fresh in intros o v; cbn [known];
  repeat (match goal with |- context [(o =? ?y)%nat] => destruct (Nat.eqb_spec o y) as [e|_]; [rewrite e; intros [=
    <-]; assumption|] end);
  intros [=].
Ltac apart_places := repeat (apply NoDup_cons; [let i := fresh in intros i; repeat destruct i as [i|i]; try
  contradiction; congruence|]);
  apply NoDup_nil.
Section Calls.
Variables (G : slot_tables) (z : Z) (d : data) (after : data -> Prop).
Hypotheses (good : sound G) (plain : forall c, ordinary c (d c)) (low : d flag <= z).
Lemma nand_runs a b c x y w : a <> join -> b <> join -> c <> join -> a <> flag -> b <> flag -> c <> flag ->
  a <> b -> a <> c -> b <> c -> d a = bit x -> d b = bit y -> d c = bit w -> d join = 2 ->
  (forall d', (forall e, d' e = if (e =? c)%nat then bit (nand x y) else d e) -> after d') ->
  runs z (turns_of_call (nand_table G, [a; b; c; join])) d after.
Proof.
  intros aj bj cj af bf cf ab ac bc da db dc dj h. pose proof (nand_kept G good) as kept. unfold nand_keeps in kept.
  apply (both_bits_all _ x), (both_bits_all _ y), (both_bits_all _ w) in kept.
  eapply call_runs; [apart_places|apply (nand_holds G good)|exact kept|at_places|exact plain|exact low| |].
  - intros [i|[i|[i|[i|[]]]]]; solve [congruence|discriminate i].
  - intros d' off at_. apply h. intros e. destruct (Nat.eqb_spec e c) as [->|ne].
    + apply at_. cbn [known]. rewrite (proj2 (Nat.eqb_neq c a)), (proj2 (Nat.eqb_neq c b)), Nat.eqb_refl by congruence.
      reflexivity.
    + destruct (Nat.eq_dec e a) as [->|na]; [rewrite da; apply at_; cbn [known]; rewrite Nat.eqb_refl; reflexivity|].
      destruct (Nat.eq_dec e b) as [->|nb].
      { rewrite db. apply at_. cbn [known]. rewrite (proj2 (Nat.eqb_neq b a)), Nat.eqb_refl by congruence. reflexivity.
        }
      destruct (Nat.eq_dec e join) as [->|nj].
      { rewrite dj. apply at_. cbn [known]. rewrite (proj2 (Nat.eqb_neq join a)), (proj2 (Nat.eqb_neq join b)), (proj2
        (Nat.eqb_neq join c)),
          Nat.eqb_refl by congruence. reflexivity. }
      apply off. intros [i|[i|[i|[i|[]]]]]; congruence.
Qed.
(* A call on two places of which the second is written. *)
Lemma two_runs t bound a c l v x w : table_holds 2 t = true -> leads t bound [x; v] [x; w] = true -> a <> c ->
  d a = x -> d c = v -> (flag = a \/ flag = c -> bound = Some l /\ a <> flag /\ c = flag) -> l = z ->
  (forall d', (forall e, d' e = if (e =? c)%nat then w else d e) -> after d') ->
  runs z (turns_of_call (t, [a; c])) d after.
Proof.
  intros holds lead ac da dc flagged -> h.
  eapply call_runs; [apart_places|exact holds|exact lead|at_places|exact plain|exact low| |].
  - intros i. destruct flagged as (-> & af & ->); [destruct i as [i|[i|[]]]; auto|]. split; [reflexivity|]. exists a.
    split; [exact af|reflexivity].
  - intros d' off at_. apply h. intros e. destruct (Nat.eqb_spec e c) as [->|ne].
    + apply at_. cbn [known]. rewrite (proj2 (Nat.eqb_neq c a)), Nat.eqb_refl by congruence. reflexivity.
    + destruct (Nat.eq_dec e a) as [->|na]; [rewrite da; apply at_; cbn [known]; rewrite Nat.eqb_refl; reflexivity|].
      apply off. intros [i|[i|[]]]; congruence.
Qed.
(* What a table of one input writes: its opposite or a copy. *)
Lemma write_runs t f a c x y : table_holds 2 t = true ->
  both_bits (fun x => both_bits (fun y => leads t None [bit x; bit y] [bit x; bit (f x)])) = true ->
  a <> flag -> c <> flag -> a <> c -> d a = bit x -> d c = bit y ->
  (forall d', (forall e, d' e = if (e =? c)%nat then bit (f x) else d e) -> after d') ->
  runs z (turns_of_call (t, [a; c])) d after.
Proof.
  intros holds kept af cf ac da dc h. apply (both_bits_all _ x), (both_bits_all _ y) in kept.
  apply (two_runs _ _ _ _ z _ _ _ holds kept ac da dc); [intuition congruence|reflexivity|exact h].
Qed.
Lemma raise_runs a x : a <> flag -> d a = bit x -> d flag = 0 -> z = (if x then 1 else 0) ->
  (forall d', (forall e, d' e = if (e =? flag)%nat then z else d e) -> after d') ->
  runs z (turns_of_call (raise_table G, [a; flag])) d after.
Proof.
  intros af da df ez h. pose proof (raise_kept G good) as kept. unfold raise_keeps in kept. apply (both_bits_all _ x)
    in kept. cbv beta zeta in kept.
  rewrite <- ez in kept. apply (two_runs _ _ _ _ z _ _ _ (raise_holds G good) kept af da df); [|reflexivity|exact h].
  intros _. split; [reflexivity|]. split; [exact af|reflexivity].
Qed.
End Calls.

Section Circuit.
Variables (G : slot_tables) (C : circuit) (xs : list bool).
Hypothesis good : sound G.
Hypothesis fine : well_formed C.
Hypothesis size : length xs = inputs C.
Notation n := (inputs C). Notation m := (length (gates C)).
Notation signal_at := (signal_at C xs).
Let yes : bool := signal_at (answer C).
Let z : Z := if yes then 1 else 0.
Notation runs := (runs z).

Lemma z_low : 0 <= 0 <= z. Proof. unfold z. destruct yes; lia. Qed.
Lemma z_itself : 0 <= z <= 1. Proof. unfold z. destruct yes; lia. Qed.

(* When a period begins with some bits, gates hold some bits of before. *)
Definition given (bits : list bool) (old : nat -> bool) (j : nat) : Z :=
  if (j <? n)%nat then bit (nth j bits false) else if (j <? n + m)%nat then bit (old j) else 0.
Lemma given_small bits old : small (given bits old).
Proof. intros j. unfold given. destruct (_ <? _)%nat; [apply bit_small|]. destruct (_ <? _)%nat; [apply
  bit_small|discriminate]. Qed.
Variable old : nat -> bool.

(* While gates are computed: g of them are. *)
Definition computed (g j : nat) : Z :=
  if (j <? n + m)%nat then bit (if (j <? n + g)%nat then signal_at j else old j) else 0.
Lemma computed_small g : small (computed g).
Proof. intros j. unfold computed. destruct (j <? n + m)%nat; [apply bit_small|cbn; lia]. Qed.
Lemma computed_signal g j : (g <= m)%nat -> (j < n + g)%nat -> computed g j = bit (signal_at j).
Proof. intros l lj. unfold computed. destruct (Nat.ltb_spec j (n + m)), (Nat.ltb_spec j (n + g)); try lia; reflexivity.
  Qed.
Definition gate_call '((g, (a, b)) : nat * (nat * nat)) : slot_call :=
  if (a =? b)%nat then (not_table G, [place a; place g]) else (nand_table G, [place a; place b; place g; join]).
Lemma gates_run l : forall g d (after : data -> Prop), (forall i, nth_error (gates C) (g + i) = nth_error l i) ->
  (g + length l = m)%nat -> looks 0 (computed g) d -> (forall d', looks 0 (computed m) d' -> after d') ->
  runs (flat_map turns_of_call (map gate_call (combine (seq (n + g) (length l)) l))) d after.
Proof.
  induction l as [|[a b] l IH]; intros g d after e len look h.
  - cbn in *. apply h. replace m with g by lia. exact look.
  - pose proof (e 0%nat) as e0. rewrite Nat.add_0_r in e0. cbn [nth_error] in e0.
    destruct (proj1 fine g a b e0) as [la lb]. cbn [length] in len. cbn [length seq combine map flat_map]. apply
      runs_app.
    pose proof look as (df & dj & dh).
    assert (pl : forall c, ordinary c (d c)) by (apply (looks_ordinary 0 (computed g)); [lia|apply computed_small|exact
      look]).
    assert (fl : d flag <= z) by (rewrite df; apply z_low).
    assert (da : d (place a) = bit (signal_at a)) by (rewrite dh; apply computed_signal; lia).
    assert (db : d (place b) = bit (signal_at b)) by (rewrite dh; apply computed_signal; lia).
    assert (dg : d (place (n + g)) = bit (old (n + g))).
    { rewrite dh. unfold computed. rewrite Nat.ltb_irrefl. destruct (Nat.ltb_spec (n + g) (n + m)); [reflexivity|lia]. }
    assert (on : forall d', (forall e, d' e = if (e =? place (n + g))%nat then bit (nand (signal_at a) (signal_at b))
      else d e) ->
      runs (flat_map turns_of_call (map gate_call (combine (seq (S (n + g)) (length l)) l))) d' after).
    { intros d' e'. replace (S (n + g)) with (n + S g)%nat by lia. apply IH; [|lia| |exact h].
      - intros i. specialize (e (S i)). rewrite Nat.add_succ_r in e. exact e.
      - apply (looks_ext _ (put (n + g) (bit (signal_at (n + g))) (computed g))).
        + intros j. unfold put, computed. destruct (Nat.eqb_spec j (n + g)) as [here|there], (Nat.ltb_spec j (n + g)),
            (Nat.ltb_spec j (n + S g)), (Nat.ltb_spec j (n + m)); subst; try lia; reflexivity.
        + apply (looks_put _ _ d); [exact look|]. rewrite (gate_signal C xs size g a b fine e0). exact e'. }
    unfold gate_call at 1. destruct (Nat.eqb_spec a b) as [<-|ab].
    + apply write_runs with (f := negb) (x := signal_at a) (y := old (n + g)); try discriminate; try assumption;
        [apply (not_holds G good)|apply (not_kept G good)|unfold place; lia|].
      unfold nand in on. rewrite andb_diag in on. exact on.
    + apply nand_runs with (x := signal_at a) (y := signal_at b) (w := old (n + g)); try discriminate; try assumption;
        unfold place; lia.
Qed.

(* Then the answer is looked at. *)
Lemma question_runs d (after : data -> Prop) : looks 0 (computed m) d -> (forall d', looks z (computed m) d' -> after
  d') ->
  runs (turns_of_call (raise_table G, [place (answer C); flag])) d after.
Proof.
  intros look h. pose proof look as (df & dj & dh). destruct (proj2 (proj2 fine) (answer C) (or_introl eq_refl)) as [_
    l].
  apply raise_runs with (x := yes); try discriminate; try assumption.
  - apply (looks_ordinary 0 (computed m)); [lia|apply computed_small|exact look].
  - rewrite df. apply z_low.
  - rewrite dh. apply computed_signal; [lia|exact l].
  - reflexivity.
  - intros d' e'. apply h. split; [rewrite e'; reflexivity|]. split; [rewrite e'; exact dj|]. intros j. rewrite e'.
    apply dh.
Qed.

(* Then outputs become inputs: i of them have. *)
Definition replaced (i j : nat) : Z := if (j <? i)%nat then bit (nth j (next C xs) false) else computed m j.
Lemma replaced_small i : small (replaced i).
Proof. intros j. unfold replaced. destruct (j <? i)%nat; [apply bit_small|apply computed_small]. Qed.
Definition output_call '((i, o) : nat * nat) : slot_call := (copy_table G, [place o; place i]).
Lemma outputs_run l : forall i d (after : data -> Prop), (forall t, nth_error (outputs C) (i + t) = nth_error l t) ->
  (i + length l = n)%nat -> looks z (replaced i) d -> (forall d', looks z (replaced n) d' -> after d') ->
  runs (flat_map turns_of_call (map output_call (combine (seq i (length l)) l))) d after.
Proof.
  induction l as [|o l IH]; intros i d after e len look h.
  - cbn in *. apply h. replace n with i by lia. exact look.
  - pose proof (e 0%nat) as e0. rewrite Nat.add_0_r in e0. cbn [nth_error] in e0. cbn [length] in len.
    assert (lo : (n <= o < n + m)%nat) by (apply (proj2 (proj2 fine)); right; apply (nth_error_In _ _ e0)).
    assert (no : nth i (next C xs) false = signal_at o).
    { unfold next. apply nth_error_nth. rewrite nth_error_map, e0. reflexivity. }
    cbn [length seq combine map flat_map]. apply runs_app. pose proof look as (df & dj & dh).
    unfold output_call at 1. apply write_runs with (f := fun x => x) (x := signal_at o) (y := signal_at i);
      try discriminate; [| |apply (copy_holds G good)|apply (copy_kept G good)| | | |].
    + apply (looks_ordinary z (replaced i)); [apply z_itself|apply replaced_small|exact look].
    + rewrite df. apply Z.le_refl.
    + unfold place. lia.
    + rewrite dh. unfold replaced. destruct (Nat.ltb_spec o i); [lia|]. apply computed_signal; lia.
    + rewrite dh. unfold replaced. rewrite Nat.ltb_irrefl. apply computed_signal; lia.
    + intros d' e'. apply IH; [|lia| |exact h].
      { intros t. specialize (e (S t)). rewrite Nat.add_succ_r in e. exact e. }
      apply (looks_ext _ (put i (bit (signal_at o)) (replaced i))); [|apply (looks_put _ _ d); assumption].
      intros j. unfold put, replaced. destruct (Nat.eqb_spec j i) as [->|there].
      * rewrite no. destruct (Nat.ltb_spec i (S i)); [reflexivity|lia].
      * destruct (Nat.ltb_spec j i), (Nat.ltb_spec j (S i)); try lia; reflexivity.
Qed.

Theorem period_runs d : looks 0 (given xs old) d -> runs (period_of G C) d (looks z (given (next C xs) signal_at)).
Proof.
  intros look. unfold period_of, slot_calls. rewrite flat_map_app. cbn [flat_map]. apply runs_app. rewrite <- (Nat.add_0_r
    n) at 1. apply gates_run;
    [reflexivity|reflexivity| |].
  { revert look. apply looks_ext. intros j. unfold given, computed. rewrite Nat.add_0_r.
    destruct (Nat.ltb_spec j n), (Nat.ltb_spec j (n + m)); try rewrite input_signal by assumption; try lia;
      reflexivity. }
  intros d1 look1. apply runs_app, question_runs; [exact look1|]. intros d2 look2.
  destruct fine as (_ & len & _). rewrite <- len at 1. apply outputs_run; [reflexivity|exact len| |].
  { revert look2. apply looks_ext. reflexivity. }
  intros d3. apply looks_ext. intros j. unfold given, replaced, computed.
  destruct (Nat.ltb_spec j n), (Nat.ltb_spec j (n + m)); try lia; reflexivity.
Qed.
End Circuit.
