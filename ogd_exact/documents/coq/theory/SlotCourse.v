(* A circuit's slots in any order: all turns of all periods, up to the one that says yes. *)
From Coq Require Import List Bool Arith ZArith Lia Permutation Ring Field InitialRing.
Require Import OGD.Theorem OGD.Signals OGD.Field OGD.InTime OGD.AnyOrder OGD.Clock OGD.Slots OGD.Batches OGD.Epochs
  OGD.SlotTables OGD.SlotCircuits.
Import ListNotations.

Lemma nth_error_pairs {A} (l : list A) : forall k i x, In (i, x) (combine (seq k (length l)) l) ->
  exists t, i = k + t /\ nth_error l t = Some x.
Proof.
  induction l as [|y l IH]; intros k i x m; [contradiction|]. destruct m as [e|m].
  - injection e as <- <-. exists 0. split; [lia|reflexivity].
  - apply IH in m as (t & -> & e). exists (S t). split; [lia|exact e].
Qed.
Ltac differ := repeat (apply NoDup_cons; [let i := fresh in intros i; repeat destruct i as [i|i]; try contradiction;
  unfold place, join, flag in *; lia|]); apply NoDup_nil.
(* The calls of a circuit name distinct coordinates, each of them one of its data, and their tables hold. *)
Lemma calls_fine G C t places : sound G -> well_formed C -> In (t, places) (slot_calls G C) ->
  NoDup places /\ (forall c, In c places -> c < data_dimension C) /\ table_holds (length places) t = true.
Proof.
  intros good (fg & len & fo) i. unfold slot_calls in i. unfold data_dimension. apply in_app_or in i as [i|[i|i]].
  - apply in_map_iff in i as ([g [a b]] & e & ig). apply nth_error_pairs in ig as (n & -> & ig). destruct (fg n a b ig).
    assert (n < length (gates C)) by (apply nth_error_Some; rewrite ig; discriminate).
    destruct (Nat.eqb_spec a b) as [<-|ab]; injection e as <- <-.
    + split; [differ|]. split; [|apply good].
      intros c [<-|[<-|[]]]; unfold place; lia.
    + split; [differ|]. split; [|apply good].
      intros c [<-|[<-|[<-|[<-|[]]]]]; unfold place, join; lia.
  - injection i as <- <-. destruct (fo (answer C) (or_introl eq_refl)).
    split; [differ|]. split; [|apply good].
    intros c [<-|[<-|[]]]; unfold place, flag; lia.
  - apply in_map_iff in i as ([j o] & e & ij). injection e as <- <-. rewrite <- len in ij.
    apply nth_error_pairs in ij as (n & -> & ij). assert (n < length (outputs C)) by (apply nth_error_Some; rewrite ij;
      discriminate).
    destruct (fo o (or_intror (nth_error_In _ _ ij))).
    split; [differ|]. split; [|apply good].
    intros c [<-|[<-|[]]]; unfold place; lia.
Qed.
Lemma all_usable G C s : sound G -> well_formed C -> In s (slots G C) -> usable (data_dimension C) s.
Proof.
  intros good fine i. unfold slots, period_of in i. apply in_map_iff in i as (t & <- & i).
  apply in_flat_map in i as ([tb places] & ic & i). destruct (calls_fine G C tb places good fine ic) as (nodup & inside
    & holds).
  apply (turns_usable _ places nodup inside (turns tb) (cases tb)); assumption.
Qed.

(* The data before each turn, from the first on. *)
Fixpoint data_at (P : list slot) (first : data) (i : nat) : data :=
  match i with 0 => first | S i => turned (data_at P first i) (nth (i mod length P) P []) end.
Lemma firstn_next {A} (l : list A) x : forall t, t < length l -> firstn (S t) l = firstn t l ++ [nth t l x].
Proof.
  induction l as [|y l IH]; intros t lt; cbn in lt; [lia|]. destruct t as [|t]; [reflexivity|].
  rewrite firstn_cons, IH by lia. reflexivity.
Qed.
Lemma data_in_period P first n t : t <= length P -> 0 < length P ->
  data_at P first (n * length P + t) = fold_left turned (firstn t P) (data_at P first (n * length P)).
Proof.
  intros l some. induction t as [|t IH]; [rewrite Nat.add_0_r; reflexivity|].
  rewrite Nat.add_succ_r. cbn [data_at]. rewrite IH, (firstn_next P []), fold_left_app by lia. cbn [fold_left].
  rewrite Nat.add_comm, Nat.mod_add, Nat.mod_small by lia. reflexivity.
Qed.

Local Open Scope Z_scope.
Lemma total_sum p n : total p n = fold_right (fun s sum => p s + sum) 0 (seq 0 n).
Proof.
  assert (h : forall l x, fold_right (fun s sum => p s + sum) x l = fold_right (fun s sum => p s + sum) 0 l + x).
  { induction l as [|y l IH]; intros x; cbn; [lia|]. rewrite IH. lia. }
  induction n as [|n IH]; [reflexivity|]. rewrite seq_S, fold_right_app. cbn [total fold_right]. rewrite h, IH. cbn.
    lia.
Qed.
Local Close Scope Z_scope.

Section Circuit.
Variables (G : slot_tables) (C : circuit).
Hypotheses (good : sound G) (fine : well_formed C).
Notation P := (slots G C). Notation T := (length (slots G C)).
Notation D := (data_at P (first_data C)).
Lemma looks_at_first : looks 0 (given C (repeat false (inputs C)) (fun _ => false)) (D 0).
Proof.
  split; [reflexivity|]. split; [reflexivity|]. intros j. cbn [data_at]. unfold first_data, given, data_dimension.
  change (place j =? flag) with false. change (place j =? join) with false.
  destruct (Nat.ltb_spec (place j) (2 + inputs C + length (gates C))), (Nat.ltb_spec j (inputs C)),
    (Nat.ltb_spec j (inputs C + length (gates C))); unfold place in *; try lia; try reflexivity.
  rewrite nth_repeat. reflexivity.
Qed.
Lemma iterate_size n : length (iterate C n) = inputs C.
Proof.
  destruct n; [apply repeat_length|]. change (iterate C (S n)) with (next C (iterate C n)). unfold next.
  rewrite map_length. apply fine.
Qed.
Hypothesis some_slots : 2 <= T.
Definition yes_at (n : nat) : Z := if nth (answer C) (signals C (iterate C n)) false then 1%Z else 0%Z.
Lemma period_ends n old : looks 0 (given C (iterate C n) old) (D (n * T)) ->
  looks (yes_at n) (given C (iterate C (S n)) (signal_at C (iterate C n))) (D (S n * T)).
Proof.
  intros look. pose proof (period_runs G C (iterate C n) good fine (iterate_size n) old _ look) as r. apply runs_to in
    r.
  replace (S n * T) with (n * T + T) by lia. rewrite data_in_period by lia. rewrite firstn_all. exact r.
Qed.
Lemma period_begins n : (forall j, j < n -> ~ says_yes C j) -> exists old, looks 0 (given C (iterate C n) old) (D (n *
  T)).
Proof.
  induction n as [|n IH]; intros no; [exists (fun _ => false); exact looks_at_first|].
  destruct (IH (fun j l => no j (Nat.lt_lt_succ_r _ _ l))) as [old look]. apply period_ends in look.
  exists (signal_at C (iterate C n)). unfold yes_at in look.
  destruct (nth (answer C) (signals C (iterate C n)) false) eqn:e; [destruct (no n (Nat.lt_succ_diag_r n) e)|exact
    look].
Qed.
Lemma yes_ends n : (forall j, j < n -> ~ says_yes C j) -> says_yes C n -> D (S n * T) flag = 1%Z.
Proof.
  intros no yes. destruct (period_begins n no) as [old look]. apply period_ends in look. rewrite (proj1 look).
  unfold yes_at. unfold says_yes in yes. rewrite yes. reflexivity.
Qed.
Lemma yes_at_range n : (0 <= yes_at n <= 1)%Z. Proof. unfold yes_at. destruct (nth _ _ _); lia. Qed.
(* Data are ordinary when a period begins; and every turn of it goes well. *)
Lemma ordinary_between n p : (forall j, j < n -> ~ says_yes C j) -> p <= S n -> forall c, ordinary c (D (p * T) c).
Proof.
  intros no l. destruct (Nat.eq_dec p (S n)) as [->|early].
  - destruct (period_begins n no) as [old look]. apply period_ends in look.
    eapply looks_ordinary; [apply yes_at_range| |exact look]. apply given_small.
  - destruct (period_begins p) as [old look]; [intros j lj; apply no; lia|].
    eapply looks_ordinary; [|apply given_small|exact look]. lia.
Qed.
Definition turn_at (i : nat) : turn_of_slot := nth (i mod T) (period_of G C) {| on := []; lines := []; choices := [] |}.
Lemma periods_same : length (period_of G C) = T. Proof. unfold slots. rewrite map_length. reflexivity. Qed.
Lemma slot_at_turn i : slot_at P i = slot_of (turn_at i).
Proof.
  unfold slot_at, turn_at, slots. rewrite (nth_indep _ [] (slot_of {| on := []; lines := []; choices := [] |})).
  - rewrite map_nth. reflexivity.
  - apply Nat.mod_upper_bound. change (T <> 0). lia.
Qed.
Lemma turns_go_well n : (forall j, j < n -> ~ says_yes C j) -> forall i, i < S n * T ->
  turns_well (yes_at (i / T)) (turn_at i) (D i) (winner (slot_at P i) (D i)).
Proof.
  intros no i l. set (p := i / T). set (t := i mod T).
  assert (e : i = p * T + t) by (unfold p, t; rewrite Nat.mul_comm; apply Nat.div_mod; lia).
  assert (lt : t < T) by (apply Nat.mod_upper_bound; lia).
  assert (lp : p <= n) by (unfold p; apply Nat.lt_succ_r, Nat.div_lt_upper_bound; lia).
  destruct (period_begins p (fun j lj => no j (Nat.lt_le_trans _ _ _ lj lp))) as [old look].
  pose proof (period_runs G C (iterate C p) good fine (iterate_size p) old _ look) as r.
  apply runs_through with (t := t) (s := turn_at i) in r.
  - rewrite slot_at_turn. replace (D i) with (D (p * T + t)) by (rewrite <- e; reflexivity). rewrite data_in_period by
    lia. exact r.
  - apply nth_error_nth'. rewrite periods_same. exact lt.
Qed.
Lemma flag_low n : (forall j, j <= n -> ~ says_yes C j) -> forall i, i <= S n * T -> (D i flag <= 0)%Z.
Proof.
  intros no i l. destruct (Nat.eq_dec i (S n * T)) as [->|].
  - destruct (period_begins (S n)) as [old (df & _)]; [intros j lj; apply no; lia|]. lia.
  - destruct (turns_go_well n) with (i := i) as [f _]; [intros j lj; apply no; lia|lia|].
    assert (lp : i / T <= n) by (apply Nat.lt_succ_r, Nat.div_lt_upper_bound; lia). specialize (no _ lp).
    unfold yes_at in f. unfold says_yes in no. destruct (nth _ _ _); [contradiction|exact f].
Qed.
Lemma first_yes n : (exists m, m < n /\ says_yes C m /\ forall j, j < m -> ~ says_yes C j) \/ forall j, j < n -> ~
  says_yes C j.
Proof.
  induction n as [|n [(m & l & y & no)|no]]; [right; lia|left; exists m; split; [lia|auto]|].
  destruct (nth (answer C) (signals C (iterate C n)) false) eqn:e.
  - left. exists n. split; [lia|]. split; [exact e|exact no].
  - right. intros j l. destruct (Nat.eq_dec j n) as [->|]; [unfold says_yes; rewrite e; discriminate|apply no; lia].
Qed.


Context {F : ordered_field} (k : clock F) (B : course F).
Add Field numbers : (field_of F) (morphism (num_morphism F), completeness (num_faithful F),
  constants [numeral], power_tac (power_of F) [exponent]).
Hypothesis clock_works : works k G C.
Hypothesis all_taken : takes (train_in_any_order k G C) B.
Notation dim := (data_dimension C).
Notation q := (Z.of_nat (fineness k)). Notation N := (Z.of_nat (period k)).
Notation stands i n := (holds k dim P (D i) (phases_at k P i n)).
Notation due := (due T N (phases k)).
Notation soon := (soon N (phases k)).
Lemma clock_right : turns_right k.
Proof. destruct clock_works as (a & b & c & d & _). repeat split; assumption. Qed.
Lemma q_one : (1 <= q)%Z. Proof. destruct clock_works as (_ & _ & c & _). lia. Qed.

(* What the phases were asked for, at the data of a turn. *)
Local Open Scope Z_scope.
Lemma above_value bound places l s phase d u : above q bound places l s phase = true -> fits places l d -> In u s ->
  bound <= phase + q * value u d.
Proof.
  intros a f i. pose proof (proj1 (forallb_forall _ _) a u i) as b. apply Z.leb_le in b.
  pose proof (low_value places l d u f). pose proof q_one. nia.
Qed.
Lemma kept : length (phases k) = T /\ (forall t, (t < T)%nat ->
    in_time q N (period_of G C) (phases k) (t, nth t (period_of G C) {| on := []; lines := []; choices := [] |}) =
      true) /\
  (forall t, (t < T)%nat -> above q 1 [] [] (nth t P []) (soon 0 t) = true) /\
  0 < total (fun t => 1 + 2 * soon 0 t) T.
Proof.
  destruct clock_works as (_ & _ & _ & _ & h). unfold keeps_time in h. apply andb_prop in h as [h last].
  apply andb_prop in h as [h first]. apply andb_prop in h as [h each]. apply Nat.eqb_eq in h. rewrite periods_same in *.
  split; [exact h|]. split; [|split].
  - intros t l. apply (proj1 (forallb_forall _ _) each).
    pose proof (combine_nth_in (seq 0 T) (period_of G C) 0%nat {| on := []; lines := []; choices := [] |} t) as i.
    rewrite seq_length, seq_nth in i by exact l. apply i; [apply eq_sym, periods_same|exact l].
  - intros t l. apply (proj1 (forallb_forall _ _) first t). apply in_seq. lia.
  - rewrite total_sum. apply Z.ltb_lt in last. exact last.
Qed.
Lemma fires_exactly n i : (forall j, (j < n)%nat -> ~ says_yes C j) -> (i < S n * T)%nat -> exists before after,
  In (before, after) (lines (turn_at i)) /\ fits (on (turn_at i)) before (D i) /\ fits (on (turn_at i)) after (D (S i))
    /\
  fires k P D i = N * Z.of_nat (i / T) + (soon (i mod T) (i mod T) +
    q * least (map (fun u => product u before) (choices (turn_at i)))).
Proof.
  intros no l. destruct (turns_go_well n no i l) as (_ & w & before & after & il & fb & fa & v).
  exists before, after. split; [exact il|]. split; [exact fb|]. split.
  - cbn [data_at]. change (nth (i mod T) P []) with (slot_at P i). exact fa.
  - unfold fires. cbn [candidate snd]. rewrite v. unfold Clock.due. lia.
Qed.
Lemma in_range_of i : (i mod T < T)%nat. Proof. apply Nat.mod_upper_bound. lia. Qed.
Lemma next_slot i : (S i mod T = S (i mod T) mod T)%nat.
Proof. rewrite <- Nat.add_1_r, Nat.add_mod, (Nat.mod_small 1 T) by lia. rewrite Nat.add_1_r. reflexivity. Qed.
Lemma not_itself i : (S i mod T <> i mod T)%nat.
Proof.
  rewrite next_slot. pose proof (in_range_of i). destruct (Nat.eq_dec (S (i mod T)) T) as [e|].
  - rewrite e, Nat.mod_same by lia. lia.
  - rewrite Nat.mod_small by lia. lia.
Qed.
Lemma course_up_to n : (forall j, (j < n)%nat -> ~ says_yes C j) ->
  stands 0%nat 0 (first_weights k C) ->
  (forall e j, (e < S n * period k)%nat -> safe k dim P D (S n) (at_batch k C B e j) (nth_error (B e) j)) /\
  forall p, (p <= S n)%nat -> stands (p * T)%nat (Z.of_nat (p * period k)) (at_epoch k C B (p * period k)).
Proof.
  intros no first. destruct kept as (len & each & quiet & sum). pose proof q_one as q1.
  assert (told : forall i, (i < S n * T)%nat -> exists before after, fits (on (turn_at i)) before (D i) /\
    fits (on (turn_at i)) after (D (S i)) /\
    let now := soon (i mod T) (i mod T) + q * least (map (fun u => product u before) (choices (turn_at i))) in
    fires k P D i = N * Z.of_nat (i / T) + now /\
    (forall s, (s < T)%nat -> s <> (i mod T)%nat ->
      above q (now + 2) (on (turn_at i)) before (nth s P []) (soon (i mod T) s) = true) /\
    above q (now + 1) (on (turn_at i)) after (nth (S i mod T) P []) (soon (i mod T) (S i mod T)) = true /\
    now + 2 <= N /\ 0 < total (fun s => 1 + 2 * (soon (i mod T) s - (now + 2))) T).
  { intros i l. destruct (fires_exactly n i no l) as (before & after & il & fb & fa & e). exists before, after.
    split; [exact fb|]. split; [exact fa|]. intros now. split; [exact e|].
    pose proof (each (i mod T)%nat (in_range_of i)) as h. unfold in_time in h. fold (turn_at i) in h.
    pose proof (proj1 (forallb_forall _ _) h _ il) as h'. cbv beta iota zeta in h'. fold now in h'. rewrite
      periods_same in h'.
    apply andb_prop in h' as [h' drifts]. apply andb_prop in h' as [h' over]. apply andb_prop in h' as [others
      next_one].
    rewrite next_slot. split; [|split; [exact next_one|split; [apply Z.leb_le, over|rewrite total_sum; apply Z.ltb_lt,
      drifts]]].
    intros s ls ns. pose proof (proj1 (forallb_forall _ _) others s ltac:(apply in_seq; lia)) as o.
    apply orb_prop in o as [o|o]; [apply Nat.eqb_eq in o; contradiction|exact o]. }
  assert (nothing : forall d, (forall c, ordinary c (d c)) -> fits [] [] d) by (intros d o c; apply o).
  assert (usual : forall s, In s P -> usable dim s) by (intros s; apply all_usable; assumption).
  assert (some_member : forall i, In (winner (slot_at P i) (D i)) (slot_at P i)).
  { intros i. apply winner_in, (usual (slot_at P i)), nth_In, in_range_of. }
  destruct (course_in_any_order k dim P clock_right ltac:(lia)) with
    (D := D) (periods := S n) (start := first_weights k C) (B := B) as [moments ends]; try assumption.
  - intros s u c z is iu. apply (usual s is), iu.
  - intros s is. destruct (usual s is) as (nodup & nonempty & _). split; assumption.
  - intros i. reflexivity.
  - intros i l. destruct (turns_go_well n no i l) as (_ & w & _). rewrite <- slot_at_turn in w. exact w.
  - intros i t u l lt other iu. destruct (told i l) as (before & after & fb & _ & e & others & _).
    rewrite e. pose proof (above_value _ _ _ _ _ _ u (others t lt other) fb iu). unfold Clock.due. lia.
  - intros i l. destruct (told i l) as (before & after & _ & fa & e & _ & next_one & _). rewrite e.
    pose proof (above_value _ _ _ _ _ _ _ next_one fa (some_member (S i))) as h. unfold fires. cbn [candidate snd].
    rewrite (due_next T N (phases k) ltac:(lia) i) by apply in_range_of.
    rewrite (proj2 (Nat.eqb_neq _ _) (not_itself i)). unfold Clock.due. change (nth (S i mod T) P []) with (slot_at P
      (S i)) in h. lia.
  - intros i l. destruct (told i l) as (before & after & _ & _ & e & _ & _ & over & _). rewrite e. lia.
  - intros p l. unfold fires. cbn [candidate snd].
    pose proof (some_member (p * T)%nat) as i. unfold slot_at in i at 2. rewrite Nat.mod_mul in * by lia.
    pose proof (above_value _ _ _ _ _ _ _ (quiet 0%nat ltac:(lia)) (nothing _ (ordinary_between n p no l)) i) as h.
    rewrite (due_period T N (phases k) ltac:(lia)). lia.
  - intros t u lt iu. rewrite (due_period T N (phases k) ltac:(lia)).
    pose proof (above_value _ _ _ _ _ _ _ (quiet t lt) (nothing _ (ordinary_between n (S n) no (le_n _))) iu). lia.
  - intros i l. destruct (told i l) as (before & after & _ & _ & e & _ & _ & _ & drifts). rewrite e.
    eapply Z.lt_le_trans; [exact drifts|]. apply total_later. intros t. unfold phases_at, Clock.due. lia.
  - eapply Z.lt_le_trans; [exact sum|]. apply total_later. intros t. unfold phases_at.
    rewrite (due_period T N (phases k) ltac:(lia)). lia.
  - split; [exact moments|exact ends].
Qed.
Local Open Scope field_scope.
Lemma first_stands : stands 0%nat 0%Z (first_weights k C).
Proof.
  split.
  - intros c l. unfold first_weights, start_of. apply Nat.ltb_lt in l. rewrite l. reflexivity.
  - intros t l. unfold first_weights, start_of. destruct (Nat.ltb_spec (dim + t) dim); [lia|].
    replace (dim + t - dim)%nat with t by lia. unfold phases_at.
    destruct clock_right as (rp & gp & q1 & _). unfold Clock.due, InTime.soon. rewrite Nat.div_0_l, Nat.mod_0_l by
      lia.
    cbn [Nat.ltb Nat.leb]. unfold phase_at_start, fall. set (x := nth t (phases k) 0%Z).
    replace (1 + 2 * (N * Z.of_nat 0 + (x + 0) - 0))%Z with (1 + 2 * x)%Z by lia.
    assert (0 < (#q : F)) by (apply num_positive; lia).
    rewrite ?num_mul, ?num_add, ?num_mul. change (#1 : F) with (1 : F).
    field. repeat split; apply positive_nonzero; assumption || positive.
Qed.
Lemma positive_flag i n w : stands i n w -> 0 < w flag <-> (0 < D i flag)%Z.
Proof.
  intros [hd _]. rewrite hd by (unfold data_dimension, flag; lia). destruct clock_right as (rp & _).
  replace (rate k * #(D i flag)) with (#(D i flag) / (1 / rate k)) by (field; apply positive_nonzero, rp).
  rewrite sign_quotient, sign_num by (apply positive_div; [positive|exact rp]). apply Z.ltb_lt.
Qed.
Lemma period_positive : (0 < period k)%nat.
Proof.
  destruct (Nat.eq_dec (period k) 0) as [e|]; [|lia]. exfalso. destruct clock_right as (_ & gp & _ & square). rewrite e
    in square.
  assert (0 < grip k * grip k) as p by (apply less_mul; assumption). rewrite square in p.
  replace (#(Z.of_nat 0) / #q) with (0 : F) in p; [apply (less_irrefl _ p)|]. change (#(Z.of_nat 0) : F) with (0 : F).
    unfold div. ring.
Qed.

Lemma simulated : (exists e j, 0 < at_batch k C B e j flag) <-> (exists n, says_yes C n).
Proof.
  split.
  - intros (e & j & p). destruct (first_yes (S e)) as [(m & _ & y & _)|no]; [exists m; exact y|]. exfalso.
    destruct (course_up_to e) as [moments _]; [intros i l; apply no; lia|exact first_stands|].
    pose proof period_positive. destruct (moments e j ltac:(nia)) as [(i & n & l & st) _].
    apply (positive_flag i n _ st) in p. pose proof (flag_low e (fun j lj => no j (proj2 (Nat.lt_succ_r _ _) lj)) i l).
      lia.
  - intros (n & y). destruct (first_yes (S n)) as [(m & _ & ym & no)|no]; [|destruct (no n ltac:(lia) y)].
    exists (S m * period k)%nat, 0%nat. destruct (course_up_to m no first_stands) as [_ ends].
    apply (positive_flag _ _ _ (ends (S m) (le_n _))). rewrite (yes_ends m no ym). lia.
Qed.
Lemma iterated n : (forall j, (j < n)%nat -> ~ says_yes C j) -> forall i, (i < inputs C)%nat ->
  at_epoch k C B (n * period k) (place i) = rate k * #(bit (nth i (iterate C n) false)).
Proof.
  intros no i l. destruct (course_up_to n no first_stands) as [_ ends]. destruct (ends n ltac:(lia)) as [hd _].
  rewrite hd by (unfold place, data_dimension; lia). destruct (period_begins n no) as (old & _ & _ & h). rewrite h.
  unfold given. apply Nat.ltb_lt in l. rewrite l. reflexivity.
Qed.
Lemma off_kink n : (forall j, (j < n)%nat -> ~ says_yes C j) -> forall e j batch x, (e < S n * period k)%nat ->
  nth_error (B e) j = Some batch -> In x batch -> ~ on_kink (rule_of k) (data_dimension C) x (at_batch k C B e j).
Proof.
  intros no e j batch x l nb ix. destruct (course_up_to n no first_stands) as [moments _].
  apply (proj2 (moments e j l) batch x nb ix).
Qed.
End Circuit.
