(* Epochs in any order: whatever the order and the batches, slots take their turns one after another, each once in a
   period, each won by its smallest member, and nothing else fires but the drift, once in an epoch. *)
From Coq Require Import List Bool Arith ZArith Lia Permutation.
Require Import OGD.Theorem OGD.Field OGD.Lists OGD.AnyOrder OGD.Clock OGD.Slots OGD.Batches.
Import ListNotations.
Local Open Scope Z_scope.

Section Epochs.
Context {F : ordered_field} (k : clock F) (dim : nat) (P : list slot).
Notation T := (length P). Notation q := (Z.of_nat (fineness k)). Notation R := (rule_of k).
Notation turn := (turn T (spacing k) (period k)). Notation due := (due T (spacing k) (period k)).
Hypothesis clock_works : works k T.
Hypothesis two_slots : (2 <= T)%nat.
Hypothesis lifted : (1 <= lift k)%nat.
Hypothesis below : forall s u c z, In s P -> In u s -> In (c, z) u -> (c < dim)%nat.
Hypothesis distinct : forall s, In s P -> NoDup s /\ s <> [].

(* The data before turn i; up to turn L, every turn is won clearly, and no member is ever far below 0. *)
Variables (D : nat -> data) (L : nat).
Definition slot_of (i : nat) : slot := nth (i mod T)%nat P [].
Hypothesis D_next : forall i, D (S i) = turned (D i) (slot_of i).
Hypothesis turns_won : forall i, (i < L)%nat -> wins (slot_of i) (D i) (winner (slot_of i) (D i)).
Hypothesis bounded : forall i s u, (i <= L)%nat -> In s P -> In u s -> - Z.of_nat (lift k) <= value u (D i).

Definition reach : Z := 2 * (q * Z.of_nat (lift k)).
Definition phases (i n t : nat) : Z := reach + 1 + 2 * (Z.of_nat (due i t) - Z.of_nat n).
Definition candidate (i : nat) : nat * vector := ((i mod T)%nat, winner (slot_of i) (D i)).
Notation at_turn i n := (level k (D i) (phases i n)).
Notation stands i n := (holds k dim P (D i) (phases i n)).

Lemma some_slot : (0 < T)%nat. Proof. lia. Qed.
Lemma room : (T * spacing k <= period k)%nat.
Proof. apply clock_works. Qed.
Notation clocked lemma := (lemma T (spacing k) (period k) some_slot room).
Lemma q_positive' : 0 < q. Proof. exact (q_positive k P clock_works). Qed.
Lemma spaced : reach + 4 <= 2 * Z.of_nat (spacing k).
Proof. destruct clock_works as (_ & _ & _ & _ & l & _). unfold reach. nia. Qed.
Lemma reach_low : 2 <= reach. Proof. pose proof q_positive'. unfold reach. nia. Qed.
Lemma in_range i : (i mod T < T)%nat. Proof. apply Nat.mod_upper_bound. lia. Qed.
Lemma slot_in i : In (slot_of i) P.
Proof. apply nth_In, in_range. Qed.
Lemma candidate_in i : In (candidate i) (members P).
Proof.
  apply members_in. split; [apply in_range|]. apply winner_in, (distinct (slot_of i)), slot_in.
Qed.
Lemma value_bound i t u : (i <= L)%nat -> In (t, u) (members P) -> - reach <= 2 * q * value u (D i).
Proof.
  intros l m. apply members_in in m as [lt m]. pose proof (bounded i _ u l (nth_In P [] lt) m).
  pose proof q_positive'. unfold reach. nia.
Qed.
Lemma level_later i n m : at_turn i (S n) m = at_turn i n m - 2.
Proof. destruct m as [t u]. unfold level, phases. lia. Qed.
Lemma phases_odd i n t : Z.odd (phases i n t) = true.
Proof.
  unfold phases, reach. replace (_ + 1 + _) with (1 + 2 * (q * Z.of_nat (lift k) + (Z.of_nat (due i t) - Z.of_nat n)))
    by ring. rewrite Z.odd_add_mul_2. reflexivity.
Qed.
Lemma level_odd i n m : Z.odd (at_turn i n m) = true.
Proof.
  destruct m as [t u]. unfold level. replace (_ + _) with (phases i n t + 2 * (q * value u (D i))) by ring.
  rewrite Z.odd_add_mul_2. apply phases_odd.
Qed.

(* Turn i is not over when epoch e begins, and not late. *)
Definition on_time (i e : nat) : Prop :=
  (i <= L)%nat /\ - (1) <= at_turn i e (candidate i) /\ forall j, (j < i)%nat -> (turn j < e)%nat.
Definition winning (i : nat) : Z := 2 * q * value (snd (candidate i)) (D i).
Lemma winning_low i : (i < L)%nat -> winning i <= 0.
Proof. intros l. destruct (turns_won i l) as (_ & w & _). pose proof q_positive'. unfold winning. cbn [snd candidate].
  nia. Qed.
Lemma winning_bound i : (i <= L)%nat -> - reach <= winning i.
Proof. intros l. apply (value_bound i (i mod T)%nat); [exact l|]. apply (candidate_in i). Qed.
Lemma candidate_level i n : at_turn i n (candidate i) = reach + 1 + 2 * (Z.of_nat (turn i) - Z.of_nat n) + winning i.
Proof. unfold level, candidate, winning, phases. rewrite (due_turn T (spacing k) (period k) i). reflexivity. Qed.

Lemma others_rest i e m : (e < turn L)%nat -> on_time i e -> In m (members P) -> m <> candidate i ->
  0 < at_turn i (S e) m.
Proof.
  intros before (l & late & _) im other. destruct m as [t u]. pose proof (value_bound i t u l im) as low.
  pose proof (proj1 (members_in P t u) im) as [lt iu]. rewrite candidate_level in late.
  destruct (Nat.eq_dec i L) as [->|early].
  - pose proof (clocked due_low L t lt). unfold level, phases. lia.
  - assert (l' : (i < L)%nat) by lia. pose proof (winning_low i l'). destruct (Nat.eq_dec t (i mod T)%nat) as [->|n].
    + destruct (turns_won i l') as (_ & _ & gap). destruct (gap u iu) as [->|g]; [elim other; reflexivity|].
      pose proof q_positive'. assert (winning i + 4 <= 2 * q * value u (D i)).
      { unfold winning. cbn [candidate snd]. nia. }
      unfold level, phases. rewrite (due_turn T (spacing k) (period k) i). lia.
    + pose proof (clocked due_others i t lt n). pose proof spaced.
      unfold level, phases. lia.
Qed.
Lemma rest_after i e m : (i < L)%nat -> on_time i e -> In m (members P) -> 0 < at_turn (S i) (S e) m.
Proof.
  intros l (_ & late & _) im. destruct m as [t u]. pose proof (value_bound (S i) t u l im) as low.
  pose proof (proj1 (members_in P t u) im) as [lt _]. rewrite candidate_level in late. pose proof (winning_low i l).
  pose proof (clocked due_low (S i) t lt).
  pose proof (clocked turn_next i). pose proof spaced. unfold level, phases. lia.
Qed.
(* On the whole, phases stay above the kink: at most that of turn i is below it, by less than two falls. *)
Lemma total_low p t0 n : (forall t, (t < n)%nat -> t <> t0 -> 3 <= p t) -> - (3) <= p t0 ->
  3 * Z.of_nat n - 6 <= total p n /\ ((n <= t0)%nat -> 3 * Z.of_nat n <= total p n).
Proof.
  intros others low. induction n as [|n IH]; [cbn; lia|]. destruct IH as [a b]; [intros t l; apply others; lia|].
  cbn [total]. destruct (Nat.eq_dec n t0) as [->|ne]; [specialize (b (le_n _)); lia|].
  pose proof (others n ltac:(lia) ne). split; [lia|]. intros l. specialize (b ltac:(lia)). lia.
Qed.
Lemma total_above i n : - (3) <= phases i n (i mod T)%nat -> (forall t, (t < T)%nat -> t <> (i mod T)%nat -> 3 <=
  phases i n t) ->
  0 <= total (phases i n) T.
Proof. intros low others. pose proof (total_low (phases i n) (i mod T)%nat T others low). lia. Qed.
Lemma phases_above i e n : (e < turn L)%nat -> on_time i e -> (n <= S e)%nat -> 0 <= total (phases i n) T.
Proof.
  intros before (l & late & _) ln. rewrite candidate_level in late. pose proof reach_low. pose proof spaced.
  assert (cases : 0 <= Z.of_nat (turn i) - Z.of_nat n \/ - (3) <= reach + 1 + 2 * (Z.of_nat (turn i) - Z.of_nat n)).
  { destruct (Nat.eq_dec i L) as [->|]; [left; lia|right; pose proof (winning_low i ltac:(lia)); lia]. }
  apply total_above; unfold phases; [rewrite (due_turn T (spacing k) (period k) i); lia|].
  intros t lt n0. pose proof (clocked due_others i t lt n0). lia.
Qed.
Lemma phases_above_after i e n : (i < L)%nat -> on_time i e -> (n <= S e)%nat -> 0 <= total (phases (S i) n) T.
Proof.
  intros l (_ & late & _) ln. rewrite candidate_level in late. pose proof reach_low. pose proof spaced.
  pose proof (winning_low i l). pose proof (clocked turn_next i).
  apply total_above; unfold phases; [rewrite (due_turn T (spacing k) (period k) (S i)); lia|].
  intros t lt n0. pose proof (clocked due_low (S i) t lt). lia.
Qed.

(* Within epoch e: whether turn i was taken and whether the drift has come, given which kinds are still to come. *)
Definition amid (i e : nat) (taken drifted : bool) (rest : list kind) (w : weights F) : Prop :=
  stands (if taken then S i else i) (if drifted then S e else e) w /\
  (drifted = false <-> In None rest) /\
  (taken = true -> (i < L)%nat /\ at_turn i (S e) (candidate i) < 0 /\ ~ In (Some (candidate i)) rest) /\
  (taken = false -> at_turn i e (candidate i) < 0 -> In (Some (candidate i)) rest).
Lemma holds_ext d d' p p' w : (forall c, d c = d' c) -> (forall t, (t < T)%nat -> p t = p' t) ->
  holds k dim P d p w -> holds k dim P d' p' w.
Proof. intros ed ep [hd hp]. split; intros; [rewrite <- ed; apply hd|rewrite <- ep by assumption; apply hp];
  assumption. Qed.

Lemma batch_amid i e taken drifted b rest w : (e < turn L)%nat -> on_time i e -> NoDup (b ++ rest) ->
  incl b (kinds P) -> amid i e taken drifted (b ++ rest) w ->
  exists taken' drifted', amid i e taken' drifted' rest (batch_step R dim w (map (example_of k dim P) b)).
Proof.
  intros before time nodup inside (st & dr & tk & ntk).
  set (i' := if taken then S i else i) in *. set (n := if drifted then S e else e) in *.
  assert (upto : forall m, In m (members P) -> m <> candidate i \/ taken = true -> 0 < at_turn i' n m).
  { intros m im other. assert (0 < at_turn i' (S e) m).
    { unfold i'. destruct taken; [apply rest_after; try assumption; apply tk; reflexivity|].
      destruct other as [other|]; [|discriminate]. apply others_rest; assumption. }
    unfold n. destruct drifted; [assumption|]. rewrite level_later in *. lia. }
  destruct (batch_moves k dim P clock_works below (D i') (phases i' n) w b (candidate i) st) as
    (has_drift & has_member & hd & hm & moves).
  { apply NoDup_parts in nodup as (n1 & _). exact n1. }
  { exact inside. }
  { unfold i', n. destruct taken; [apply phases_above_after with (e := e)|apply phases_above with (e := e)]; try
    assumption;
      try (apply tk; reflexivity); destruct drifted; lia. }
  { intros m im other. apply upto; [|left; exact other]. apply inside in im as [e0|im]; [discriminate|].
    apply in_map_iff in im as (m' & e0 & im). injection e0 as ->. exact im. }
  assert (apart : forall x, In x b -> ~ In x rest).
  { apply NoDup_parts in nodup as (_ & _ & n3). exact n3. }
  set (fires := has_member && (at_turn i' n (candidate i) <? 0)) in moves.
  assert (fires_early : fires = true -> taken = false).
  { intros f. destruct taken; [|reflexivity]. apply andb_prop in f as [_ f]. apply Z.ltb_lt in f.
    pose proof (upto (candidate i) (candidate_in i) (or_intror eq_refl)). lia. }
  assert (here : fires = true -> i' = i) by (intros f; unfold i'; rewrite (fires_early f); reflexivity).
  exists (taken || fires), (drifted || has_drift). split; [|split; [|split]].
  - revert moves. apply holds_ext.
    + intros c. destruct fires.
      * rewrite (fires_early eq_refl), (here eq_refl). cbn [orb]. rewrite D_next. reflexivity.
      * rewrite orb_false_r. reflexivity.
    + intros t lt. assert (shift : (if has_drift then 2 else 0) =
        2 * (Z.of_nat (if drifted || has_drift then S e else e) - Z.of_nat n)).
      { unfold n. destruct drifted, has_drift; cbn [orb]; try lia. pose proof (proj1 hd eq_refl) as c.
        assert (None <> None :> kind); [|congruence]. assert (true = false); [|discriminate]. apply dr, in_or_app.
          left. exact c. }
      rewrite shift. destruct fires.
      * rewrite (fires_early eq_refl), (here eq_refl). cbn [orb andb candidate fst]. unfold phases.
        rewrite (clocked due_next i t lt). destruct (t =? i mod T)%nat; lia.
      * rewrite orb_false_r. cbn [andb]. fold i'. unfold phases. lia.
  - split.
    + intros f. apply orb_false_elim in f as [f1 f2]. apply dr in f1. apply in_app_or in f1 as [f1|f1]; [|exact f1].
      apply hd in f1. congruence.
    + intros ir. apply orb_false_intro; [apply dr, in_or_app; right; exact ir|].
      destruct has_drift; [|reflexivity]. destruct (apart None); [apply hd; reflexivity|exact ir].
  - intros f. apply orb_prop in f as [f|f].
    + destruct (tk f) as (a & b0 & c). split; [exact a|]. split; [exact b0|]. intros ir. apply c, in_or_app. right.
      exact ir.
    + pose proof (fires_early f) as early. apply andb_prop in f as [f1 f2]. apply Z.ltb_lt in f2.
      assert (neg : at_turn i (S e) (candidate i) < 0).
      { unfold i', n in f2. rewrite early in f2. destruct drifted; [exact f2|]. rewrite level_later. lia. }
      split; [|split; [exact neg|]].
      * destruct time as (l & _). destruct (Nat.eq_dec i L) as [->|]; [|lia]. rewrite candidate_level in neg.
        pose proof (winning_bound L l). lia.
      * apply apart, hm, f1.
  - intros f neg. apply orb_false_elim in f as [f1 f2]. pose proof (ntk f1 neg) as c.
    apply in_app_or in c as [c|c]; [|exact c]. exfalso. apply hm in c. unfold fires in f2. rewrite c in f2.
    apply Z.ltb_ge in f2. unfold i', n in f2. rewrite f1 in f2. destruct drifted; [rewrite level_later in f2|]; lia.
Qed.

(* Every moment of an epoch, and its end. *)
Definition safe (w : weights F) (next : option (list (example F))) : Prop :=
  (exists i n, (i <= L)%nat /\ stands i n w) /\
  forall b x, next = Some b -> In x b -> ~ on_kink R x w.
Notation examples_of_batches := (map (map (example_of k dim P))).
Lemma amid_safe i e taken drifted b rest w : (e < turn L)%nat -> on_time i e -> incl b (kinds P) ->
  amid i e taken drifted rest w -> safe w (Some (map (example_of k dim P) b)).
Proof.
  intros before time inside (st & _ & tk & _). split.
  - eexists _, _. split; [|exact st]. destruct time as [l _]. destruct taken; [apply tk; reflexivity|exact l].
  - intros b' x e0 ix. injection e0 as <-. apply in_map_iff in ix as (y & <- & iy).
    apply (batch_off_kink k dim P clock_works below _ _ w y st); [apply inside, iy| |intros; apply phases_odd].
    destruct taken; [apply phases_above_after with (e := e)|apply phases_above with (e := e)]; try assumption;
      try (apply tk; reflexivity); destruct drifted; lia.
Qed.
Lemma epoch_amid i e : (e < turn L)%nat -> on_time i e -> forall bs taken drifted w, NoDup (concat bs) ->
  incl (concat bs) (kinds P) -> amid i e taken drifted (concat bs) w ->
  (forall j, safe (fold_left (batch_step R dim) (firstn j (examples_of_batches bs)) w) (nth_error (examples_of_batches
    bs) j)) /\
  exists taken' drifted', amid i e taken' drifted' [] (fold_left (batch_step R dim) (examples_of_batches bs) w).
Proof.
  intros before time bs. induction bs as [|b bs IH]; intros taken drifted w nodup inside st.
  - split; [|exists taken, drifted; exact st]. intros j.
    assert (s : safe w (Some (map (example_of k dim P) []))) by
      (apply (amid_safe i e taken drifted [] []); try assumption; intros x []).
    destruct s as [s _]. destruct j; (split; [exact s|discriminate]).
  - cbn [concat] in *. assert (ib : incl b (kinds P)) by (intros x ix; apply inside, in_or_app; left; exact ix).
    destruct (batch_amid i e taken drifted b (concat bs) w before time nodup ib st) as (taken' & drifted' & st').
    destruct (IH taken' drifted' _ (proj1 (proj2 (NoDup_parts _ _ nodup)))
      (fun x ix => inside x (in_or_app _ _ _ (or_intror ix))) st') as [moments last].
    split; [|exact last]. intros [|j]; [|apply moments]. apply (amid_safe i e taken drifted b _ w before time ib st).
Qed.
Lemma kinds_distinct : NoDup (kinds P).
Proof.
  unfold kinds. constructor; [intros i; apply in_map_iff in i as (? & ? & _); discriminate|].
  apply FinFun.Injective_map_NoDup; [intros x y e; injection e; auto|]. unfold members.
  assert (h : forall (Q : list slot) n, (forall s, In s Q -> NoDup s) ->
    NoDup (flat_map (fun '(t, s) => map (pair t) s) (combine (seq n (length Q)) Q))).
  { induction Q as [|s Q IH]; intros n h; [constructor|]. cbn.
    assert (away : forall t u m, In (t, u) (flat_map (fun '(t, s) => map (pair t) s) (combine (seq m (length Q)) Q)) ->
      (m <= t)%nat).
    { intros t u m i. apply in_flat_map in i as ([t' s'] & i & j). apply in_combine_l, in_seq in i.
      apply in_map_iff in j as (? & e & _). injection e as -> _. lia. }
    apply NoDup_join.
    - apply FinFun.Injective_map_NoDup; [intros x y e; injection e; auto|]. apply h. left. reflexivity.
    - apply IH. intros s' i. apply h. right. exact i.
    - intros [t u] i j. apply in_map_iff in i as (? & e & _). injection e as <- _. apply away in j. lia. }
  apply h. intros s i. apply (distinct s i).
Qed.

Theorem epoch_in_any_order i e B w : (e < turn L)%nat -> on_time i e -> Permutation (concat B) (train_of k dim P) ->
  stands i e w -> (forall j, safe (fold_left (batch_step R dim) (firstn j B) w) (nth_error B j)) /\
  exists i', on_time i' (S e) /\ stands i' (S e) (fold_left (batch_step R dim) B w).
Proof.
  intros before time all st. rewrite train_kinds in all. apply Permutation_map_inv in all as (l & e1 & all).
  destruct (unmapped (example_of k dim P) B l e1) as (bs & -> & e2). subst l.
  destruct (epoch_amid i e before time bs false false w) as [moments (taken & drifted & last)].
  - apply (Permutation_NoDup all), kinds_distinct.
  - intros x ix. apply (Permutation_in _ (Permutation_sym all) ix).
  - split; [exact st|]. split; [|split; [discriminate|]].
    + split; [|reflexivity]. intros _. apply (Permutation_in _ all). left. reflexivity.
    + intros _ _. apply (Permutation_in _ all). right. apply in_map, candidate_in.
  - split; [exact moments|]. destruct last as (st' & dr & tk & ntk).
    assert (drifted = true) as -> by (destruct drifted; [reflexivity|destruct (proj1 dr eq_refl)]).
    destruct taken.
    + destruct (tk eq_refl) as (l & neg & _). exists (S i). split; [|exact st']. split; [exact l|]. split.
      * pose proof (rest_after i e (candidate (S i)) l time (candidate_in (S i))). lia.
      * rewrite candidate_level in neg. pose proof (winning_bound i ltac:(lia)). intros j lj.
        destruct (Nat.eq_dec j i) as [->|]; [lia|]. destruct time as (_ & _ & past). specialize (past j ltac:(lia)).
          lia.
    + exists i. split; [|exact st']. destruct time as (l & late & past). split; [exact l|]. split.
      * destruct (Z_lt_le_dec (at_turn i e (candidate i)) 0) as [neg|pos]; [destruct (ntk eq_refl neg)|].
        rewrite level_later. pose proof (level_odd i e (candidate i)) as odd.
        destruct (Z.eq_dec (at_turn i e (candidate i)) 0) as [z|]; [rewrite z in odd; discriminate|lia].
      * intros j lj. specialize (past j lj). lia.
Qed.

(* All epochs up to turn L. *)
Theorem course_in_any_order start B : takes (train_of k dim P) B -> stands 0 0 start ->
  (forall e j, (e < turn L)%nat -> safe (within R dim start B e j) (nth_error (B e) j)) /\
  forall n, (n * T <= L)%nat -> stands (n * T) (n * period k) (after_epochs R dim start B (n * period k)).
Proof.
  intros all first.
  assert (begins : on_time 0 0).
  { split; [lia|]. split; [|lia]. rewrite candidate_level. pose proof (winning_bound 0 ltac:(lia)). lia. }
  assert (epochs : forall e, (e <= turn L)%nat -> exists i, on_time i e /\ stands i e (after_epochs R dim start B e)).
  { induction e as [|e IH]; intros l; [exists 0%nat; split; assumption|]. destruct IH as (i & time & st); [lia|].
    apply (epoch_in_any_order i e (B e) _ ltac:(lia) time (all e) st). }
  split.
  - intros e j l. destruct (epochs e ltac:(lia)) as (i & time & st).
    apply (epoch_in_any_order i e (B e) _ l time (all e) st).
  - intros n l. pose proof (clocked turn_period n) as tn.
    assert (le : (n * period k <= turn L)%nat).
    { rewrite <- tn. destruct (Nat.eq_dec (n * T) L) as [->|]; [lia|].
      pose proof (clocked turn_later (n * T) L ltac:(lia)). lia. }
    destruct (epochs _ le) as (i & (li & late & past) & st).
    assert (i = n * T)%nat as <-; [|exact st]. rewrite candidate_level in late.
    destruct (lt_eq_lt_dec i (n * T)) as [[less|e]|more]; [|exact e|].
    + pose proof (clocked turn_later i (n * T) less). pose proof spaced.
      pose proof (winning_low i ltac:(lia)). lia.
    + specialize (past _ more). lia.
Qed.
End Epochs.
