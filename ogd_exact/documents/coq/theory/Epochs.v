(* Epochs in any order: whatever the order and the batches, slots take their turns one after another, each once in a
   period, each won by its smallest member, and nothing else fires but the drift, once in an epoch. *)
From Coq Require Import List Bool Arith ZArith Lia Permutation.
Require Import OGD.Theorem OGD.Field OGD.Lists OGD.InTime OGD.AnyOrder OGD.Clock OGD.Slots OGD.Batches.
Import ListNotations.
Local Open Scope Z_scope.

Section Epochs.
Context {F : ordered_field} (k : clock F) (dim : nat) (P : list slot).
Notation T := (length P). Notation q := (Z.of_nat (fineness k)). Notation N := (Z.of_nat (period k)).
Local Notation R := (rule_of k). Notation due := (due T N (phases k)).
Hypothesis clock_right : turns_right k.
Hypothesis some_slot : (0 < T)%nat.
Hypothesis below : forall s u c z, In s P -> In u s -> In (c, z) u -> (c < dim)%nat.
Hypothesis distinct : forall s, In s P -> NoDup s /\ s <> [].

(* The data before turn i, for all turns of some periods. A turn fires in the first epoch that begins after `fires`, or,
   where its winner has come before the drift, in the one after it. Till then nobody else comes near (apart). *)
Variables (D : nat -> data) (periods : nat).
Notation L := (periods * T)%nat.
Definition slot_at (i : nat) : slot := nth (i mod T)%nat P [].
Definition candidate (i : nat) : nat * vector := ((i mod T)%nat, winner (slot_at i) (D i)).
Definition fires (i : nat) : Z := due i (i mod T)%nat + q * value (snd (candidate i)) (D i).
Definition phases_at (i : nat) (n : Z) (t : nat) : Z := 1 + 2 * (due i t - n).
Hypothesis D_next : forall i, D (S i) = turned (D i) (slot_at i).
Hypothesis turns_won : forall i, (i < L)%nat -> wins (slot_at i) (D i) (winner (slot_at i) (D i)).
Hypothesis apart : forall i t u, (i < L)%nat -> (t < T)%nat -> t <> (i mod T)%nat -> In u (nth t P []) ->
  fires i + 2 <= due i t + q * value u (D i).
Hypothesis follows : forall i, (i < L)%nat -> fires i + 1 <= fires (S i).
Hypothesis ends : forall i, (i < L)%nat -> fires i + 2 <= N * Z.of_nat (i / T) + N.
Hypothesis begins : forall p, (p <= periods)%nat -> N * Z.of_nat p + 1 <= fires (p * T).
Hypothesis rests : forall t u, (t < T)%nat -> In u (nth t P []) -> N * Z.of_nat periods <= due L t + q * value u (D L).
Hypothesis steady : forall i, (i < L)%nat -> 0 < total (phases_at i (fires i + 2)) T.
Hypothesis steady_at_last : 0 < total (phases_at L (N * Z.of_nat periods)) T.
Notation at_turn i n := (level k (D i) (phases_at i n)).
Notation stands i n := (holds k dim P (D i) (phases_at i n)).

Lemma q_positive' : 0 < q. Proof. exact (q_positive k clock_right). Qed.
Lemma in_range i : (i mod T < T)%nat. Proof. apply Nat.mod_upper_bound. lia. Qed.
Lemma slot_in i : In (slot_at i) P.
Proof. apply nth_In, in_range. Qed.
Lemma candidate_in i : In (candidate i) (members P).
Proof. apply members_in. split; [apply in_range|]. apply winner_in, (distinct (slot_at i)), slot_in. Qed.
Lemma level_at i n t u : at_turn i n (t, u) = 1 + 2 * (due i t + q * value u (D i) - n).
Proof. unfold level, phases_at. lia. Qed.
Lemma candidate_level i n : at_turn i n (candidate i) = 1 + 2 * (fires i - n).
Proof. unfold candidate. rewrite level_at. reflexivity. Qed.
Lemma total_later p p' n : (forall t, p t <= p' t) -> total p n <= total p' n.
Proof. intros h. induction n as [|n IH]; [apply Z.le_refl|]. apply Z.add_le_mono; [exact IH|apply h]. Qed.
Lemma phases_odd i n t : Z.odd (phases_at i n t) = true.
Proof. unfold phases_at. rewrite Z.odd_add_mul_2. reflexivity. Qed.

(* What the phases allow while turn i lasts, up to n times the drift. *)
Definition waits (i : nat) (n : Z) : Prop :=
  (i < L)%nat /\ n <= fires i + 2 \/ i = L /\ n <= N * Z.of_nat periods.
Lemma others_rest i n m : waits i n -> In m (members P) -> m <> candidate i -> 0 < at_turn i n m.
Proof.
  intros w im other. destruct m as [t u]. rewrite level_at. apply members_in in im as [lt iu]. destruct w as [[l h]|[->
    h]].
  - destruct (Nat.eq_dec t (i mod T)%nat) as [->|n']; [|pose proof (apart i t u l lt n' iu); lia].
    destruct (turns_won i l) as (_ & gap). destruct (gap u iu) as [->|g]; [elim other; reflexivity|].
    pose proof q_positive'. assert (fires i + 2 <= due i (i mod T)%nat + q * value u (D i)); [|lia].
    unfold fires. cbn [candidate snd]. nia.
  - pose proof (rests t u lt iu). lia.
Qed.
Lemma phases_above i n : waits i n -> 0 < total (phases_at i n) T.
Proof.
  intros [[l h]|[-> h]]; [eapply Z.lt_le_trans; [apply (steady i l)|]|eapply Z.lt_le_trans; [apply steady_at_last|]];
    apply total_later; intros t; unfold phases_at; lia.
Qed.

(* Within epoch e, of turn i: which kinds are still to come, and that the winner is among them if it must fire now. *)
Definition drifts (e : nat) (drifted : bool) : Z := Z.of_nat e + if drifted then 1 else 0.
Definition amid (i e : nat) (drifted : bool) (rest : list kind) (w : weights F) : Prop :=
  stands i (drifts e drifted) w /\ (drifted = false <-> In None rest) /\ (i <= L)%nat /\
  Z.of_nat e <= fires i + 1 /\ (Z.of_nat e = fires i + 1 -> In (Some (candidate i)) rest) /\
  forall j, (j < i)%nat -> fires j < drifts e drifted.
Lemma amid_waits i e drifted rest w : (e < periods * period k)%nat -> amid i e drifted rest w -> waits i (drifts e
  drifted).
Proof.
  intros before (_ & _ & l & late & _). unfold waits, drifts. destruct (Nat.eq_dec i L) as [->|]; [right|left].
  - split; [reflexivity|]. destruct drifted; nia.
  - split; [lia|]. destruct drifted; lia.
Qed.
Lemma holds_ext d d' p p' w : (forall c, d c = d' c) -> (forall t, (t < T)%nat -> p t = p' t) ->
  holds k dim P d p w -> holds k dim P d' p' w.
Proof. intros ed ep [hd hp]. split; intros; [rewrite <- ed; apply hd|rewrite <- ep by assumption; apply hp];
  assumption. Qed.

Lemma batch_amid i e drifted b rest w : (e < periods * period k)%nat -> NoDup (b ++ rest) -> incl b (kinds P) ->
  amid i e drifted (b ++ rest) w ->
  exists i' drifted', amid i' e drifted' rest (batch_step R dim w (map (example_of k dim P) b)).
Proof.
  intros before nodup inside am. pose proof (amid_waits i e drifted _ w before am) as waiting.
  destruct am as (st & dr & l & late & must & past). set (n := drifts e drifted) in *.
  assert (in_members : forall m, In (Some m) b -> In m (members P)).
  { intros m im. apply inside in im as [e0|im]; [discriminate|]. apply in_map_iff in im as (m' & e0 & im).
    injection e0 as ->. exact im. }
  destruct (batch_moves k dim P clock_right below (D i) (phases_at i n) w b (candidate i) st) as
    (has_drift & has_member & hd & hm & moves).
  { apply NoDup_parts in nodup as (n1 & _). exact n1. }
  { exact inside. }
  { apply phases_above, waiting. }
  { intros m im other. apply others_rest; [exact waiting|apply in_members, im|exact other]. }
  assert (outside : forall x, In x b -> ~ In x rest).
  { apply NoDup_parts in nodup as (_ & _ & n3). exact n3. }
  rewrite candidate_level in moves. set (fired := has_member && (1 + 2 * (fires i - n) <=? 0)) in moves.
  exists (if fired then S i else i), (drifted || has_drift).
  assert (shift : (if has_drift then 2 else 0) = 2 * (drifts e (drifted || has_drift) - n)).
  { unfold n, drifts. destruct drifted, has_drift; cbn [orb]; try lia. pose proof (proj1 hd eq_refl) as c.
    assert (true = false); [|discriminate]. apply dr, in_or_app. left. exact c. }
  assert (later : n <= drifts e (drifted || has_drift)) by (destruct has_drift; lia).
  assert (drift_left : drifted || has_drift = false <-> In None rest).
  { split.
    + intros f. apply orb_false_elim in f as [f1 f2]. apply dr in f1. apply in_app_or in f1 as [f1|f1]; [|exact f1].
      apply hd in f1. congruence.
    + intros ir. apply orb_false_intro; [apply dr, in_or_app; right; exact ir|].
      destruct has_drift; [|reflexivity]. destruct (outside None); [apply hd; reflexivity|exact ir]. }
  destruct fired eqn:f.
  - apply andb_prop in f as [f1 f2]. apply Z.leb_le in f2.
    assert (early : (i < L)%nat).
    { destruct waiting as [[l' _]|[-> high]]; [exact l'|]. pose proof (begins periods (le_n _)). lia. }
    pose proof (follows i early). split; [|split; [exact drift_left|split; [lia|split; [lia|split; [lia|]]]]].
    + revert moves. cbn [andb]. apply holds_ext.
      * intros c. rewrite D_next. reflexivity.
      * intros t lt. rewrite shift. unfold phases_at. rewrite (due_next T N (phases k) some_slot i t lt).
        cbn [candidate fst]. destruct (t =? i mod T)%nat; lia.
    + intros j lj. destruct (Nat.eq_dec j i) as [->|]; [lia|]. specialize (past j ltac:(lia)). lia.
  - split; [|split; [exact drift_left|split; [exact l|split; [exact late|split]]]].
    + revert moves. cbn [andb]. apply holds_ext; [reflexivity|]. intros t lt. rewrite shift. unfold phases_at. lia.
    + intros now. specialize (must now). apply in_app_or in must as [c|c]; [|exact c]. exfalso. apply hm in c.
      unfold fired in f. rewrite c in f. apply Z.leb_gt in f. unfold n, drifts in f. destruct drifted; lia.
    + intros j lj. specialize (past j lj). lia.
Qed.

(* Every moment of an epoch, and its end. *)
Definition safe (w : weights F) (next : option (list (example F))) : Prop :=
  (exists i n, (i <= L)%nat /\ stands i n w) /\
  forall b x, next = Some b -> In x b -> ~ on_kink R dim x w.
Notation examples_of_batches := (map (map (example_of k dim P))).
Lemma amid_safe i e drifted b rest w : (e < periods * period k)%nat -> incl b (kinds P) ->
  amid i e drifted rest w -> safe w (Some (map (example_of k dim P) b)).
Proof.
  intros before inside am. pose proof (amid_waits i e drifted rest w before am) as waiting.
  destruct am as (st & _ & l & _). split; [eexists _, _; split; [exact l|exact st]|].
  intros b' x e0 ix. injection e0 as <-. apply in_map_iff in ix as (y & <- & iy).
  apply (batch_off_kink k dim P clock_right below _ _ w y st); [apply inside, iy| |intros; apply phases_odd].
  apply phases_above, waiting.
Qed.
Lemma epoch_amid e : (e < periods * period k)%nat -> forall bs i drifted w, NoDup (concat bs) ->
  incl (concat bs) (kinds P) -> amid i e drifted (concat bs) w ->
  (forall j, safe (fold_left (batch_step R dim) (firstn j (examples_of_batches bs)) w) (nth_error (examples_of_batches
    bs) j)) /\
  exists i' drifted', amid i' e drifted' [] (fold_left (batch_step R dim) (examples_of_batches bs) w).
Proof.
  intros before bs. induction bs as [|b bs IH]; intros i drifted w nodup inside am.
  - split; [|exists i, drifted; exact am]. intros j.
    destruct (amid_safe i e drifted [] _ w before ltac:(intros x []) am) as [s _]. destruct j; (split; [exact
      s|discriminate]).
  - cbn [concat] in *. assert (ib : incl b (kinds P)) by (intros x ix; apply inside, in_or_app; left; exact ix).
    destruct (batch_amid i e drifted b (concat bs) w before nodup ib am) as (i' & drifted' & am').
    destruct (IH i' drifted' _ (proj1 (proj2 (NoDup_parts _ _ nodup)))
      (fun x ix => inside x (in_or_app _ _ _ (or_intror ix))) am') as [moments last].
    split; [|exact last]. intros [|j]; [|apply moments]. apply (amid_safe i e drifted b _ w before ib am).
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


(* Turn i is not over when epoch e begins, and not late. *)
Definition on_time (i e : nat) : Prop :=
  (i <= L)%nat /\ Z.of_nat e <= fires i + 1 /\ forall j, (j < i)%nat -> fires j < Z.of_nat e.
Theorem epoch_in_any_order i e B w : (e < periods * period k)%nat -> on_time i e ->
  Permutation (concat B) (train_of k dim P) -> stands i (Z.of_nat e) w ->
  (forall j, safe (fold_left (batch_step R dim) (firstn j B) w) (nth_error B j)) /\
  exists i', on_time i' (S e) /\ stands i' (Z.of_nat (S e)) (fold_left (batch_step R dim) B w).
Proof.
  intros before (l & late & past) all st. rewrite train_kinds in all. apply Permutation_map_inv in all as (x & e1 &
    all).
  destruct (unmapped (example_of k dim P) B x e1) as (bs & -> & e2). subst x.
  destruct (epoch_amid e before bs i false w) as [moments (i' & drifted & last)].
  - apply (Permutation_NoDup all), kinds_distinct.
  - intros x ix. apply (Permutation_in _ (Permutation_sym all) ix).
  - unfold amid, drifts. rewrite Z.add_0_r. split; [exact st|]. split; [|split; [exact l|split; [exact late|split;
    [|exact past]]]].
    + split; [|reflexivity]. intros _. apply (Permutation_in _ all). left. reflexivity.
    + intros _. apply (Permutation_in _ all). right. apply in_map, candidate_in.
  - split; [exact moments|]. destruct last as (st' & dr & l' & late' & must & past').
    assert (drifted = true) as -> by (destruct drifted; [reflexivity|destruct (proj1 dr eq_refl)]).
    unfold drifts in *. exists i'. rewrite Nat2Z.inj_succ. unfold Z.succ. split; [|exact st'].
    split; [exact l'|]. split; [|intros j lj; specialize (past' j lj); lia].
    destruct (Z.eq_dec (Z.of_nat e) (fires i' + 1)) as [now|]; [destruct (must now)|lia].
Qed.

Lemma fires_later i j : (i < j)%nat -> (j <= L)%nat -> fires i + 1 <= fires j.
Proof. induction 1 as [|j lj IH]; intros l; [apply follows; lia|]. pose proof (follows j ltac:(lia)). specialize (IH
  ltac:(lia)). lia. Qed.
(* All epochs of these periods. *)
Theorem course_in_any_order start B : takes (train_of k dim P) B -> stands 0 0 start ->
  (forall e j, (e < periods * period k)%nat -> safe (within R dim start B e j) (nth_error (B e) j)) /\
  forall n, (n <= periods)%nat ->
    stands (n * T) (Z.of_nat (n * period k)) (after_epochs R dim start B (n * period k)).
Proof.
  intros all first.
  assert (epochs : forall e, (e <= periods * period k)%nat ->
    exists i, on_time i e /\ stands i (Z.of_nat e) (after_epochs R dim start B e)).
  { induction e as [|e IH]; intros l.
    - exists 0%nat. split; [|exact first]. pose proof (begins 0 ltac:(lia)). split; [lia|]. split; [|lia]. cbn in *.
      lia.
    - destruct IH as (i & time & st); [lia|]. apply (epoch_in_any_order i e (B e) _ ltac:(lia) time (all e) st). }
  split.
  - intros e j l. destruct (epochs e ltac:(lia)) as (i & time & st).
    apply (epoch_in_any_order i e (B e) _ l time (all e) st).
  - intros n l. destruct (epochs (n * period k)%nat ltac:(nia)) as (i & (li & late & past) & st).
    assert (i = n * T)%nat as <-; [|exact st]. destruct (lt_eq_lt_dec i (n * T)) as [[less|e]|more]; [|exact e|].
    + exfalso. pose proof (ends i ltac:(nia)). assert (i / T < n)%nat by (apply Nat.div_lt_upper_bound; lia). nia.
    + exfalso. specialize (past _ more). pose proof (begins n l). lia.
Qed.
End Epochs.
