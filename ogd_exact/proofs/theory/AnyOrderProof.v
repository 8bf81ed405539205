(* The theorem for any order, put together. *)
From Coq Require Import List Bool Arith ZArith Lia Permutation Ring Field InitialRing.
Require Import OGD.Theorem OGD.Field OGD.AnyOrder OGD.Clock OGD.Slots OGD.Batches OGD.Epochs OGD.SlotGadgets
  OGD.SlotCircuits.
Import ListNotations.

(* The members of a circuit's slots: their coordinates, that they are distinct, and that data that are modest do not
   bring them far below 0. *)
Definition usable (dim : nat) (s : slot) : Prop := NoDup s /\ s <> [] /\
  forall u, In u s -> (forall c z, In (c, z) u -> c < dim) /\ forall z d, modest z d -> (- (11) <= value u d)%Z.
Ltac member_by_member := split; [cbn; repeat (apply NoDup_cons; [cbn; intuition discriminate|]); apply NoDup_nil|];
  split; [discriminate|];
  let u := fresh in let i := fresh in intros u i; cbn in i; repeat destruct i as [<-|i]; try contradiction.
Ltac entries := let c := fresh in let z := fresh in let i := fresh in
  intros c z i; cbn in i; repeat destruct i as [i|i]; try injection i as <- _; try contradiction; unfold join, flag;
    lia.
Lemma copy_usable dim a c s : a <> join -> c <> join -> a <> c -> a < dim -> c < dim ->
  In s (copy_into a c ++ not_into a c) -> usable dim s.
Proof.
  intros aj cj ac la lc [<-|[<-|[<-|[<-|[]]]]]; member_by_member; (split; [entries|]);
    intros z d (_ & [[_ h]|[_ [b h]]]); pose proof (h a aj) as ha; pose proof (h c cj) as hc; cbn [value fold_right];
    try (destruct (Nat.eq_dec a b) as [->|ab]; [destruct hc as [_ hc]; specialize (hc (not_eq_sym ac))|destruct ha as
      [_ ha]; specialize (ha ab)]); clear - ha hc; lia.
Qed.
Lemma raise_usable dim a s : a <> join -> 2 <= dim -> a < dim -> In s (raise_if_true a flag) -> usable dim s.
Proof.
  assert (fj : flag <> join) by discriminate.
  intros aj l la [<-|[<-|[]]]; member_by_member; (split; [entries|]); intros z d (_ & [[_ h]|[_ [c h]]]);
    pose proof (h a aj) as ha; pose proof (h flag fj) as hf; cbn [value fold_right]; clear - ha hf; lia.
Qed.
Lemma nand_usable dim a b c s : a <> join -> b <> join -> c <> join -> a <> b -> a <> c -> b <> c -> 2 <= dim ->
  a < dim -> b < dim -> c < dim -> In s (nand_into a b c) -> usable dim s.
Proof.
  intros aj bj cj ab ac bc l la lb lc i.
  assert (bound : forall z d, modest z d -> (2 * Z.abs (d a) + 2 * Z.abs (d b) + 2 * Z.abs (d c) + Z.abs (d join) <=
    11)%Z).
  { intros z d (_ & [[dj h]|[dj [e h]]]); pose proof (h a aj) as ha; pose proof (h b bj) as hb; pose proof (h c cj) as
    hc.
    - clear - ha hb hc dj. lia.
    - destruct (Nat.eq_dec a e) as [<-|na]; [|destruct (Nat.eq_dec b e) as [<-|nb]].
      + destruct hb as [_ hb], hc as [_ hc]. specialize (hb (not_eq_sym ab)). specialize (hc (not_eq_sym ac)). clear -
        ha hb hc dj. lia.
      + destruct ha as [_ ha], hc as [_ hc]. specialize (ha ab). specialize (hc (not_eq_sym bc)). clear - ha hb hc dj.
        lia.
      + destruct ha as [_ ha], hb as [_ hb]. specialize (ha na). specialize (hb nb). clear - ha hb hc dj. lia. }
  destruct i as [<-|[<-|[]]]; member_by_member; (split; [entries|]); intros z d m; specialize (bound z d m);
    cbn [value fold_right]; clear - bound; lia.
Qed.
Lemma nth_error_pairs {A} (l : list A) : forall k i x, In (i, x) (combine (seq k (length l)) l) ->
  exists t, i = k + t /\ nth_error l t = Some x.
Proof.
  induction l as [|y l IH]; intros k i x m; [contradiction|]. destruct m as [e|m].
  - injection e as <- <-. exists 0. split; [lia|reflexivity].
  - apply IH in m as (t & -> & e). exists (S t). split; [lia|exact e].
Qed.
Lemma all_usable C s : well_formed C -> In s (slots C) -> usable (data_dimension C) s.
Proof.
  intros (fg & len & fo) i. unfold slots in i. unfold data_dimension.
  repeat rewrite in_app_iff in i. destruct i as [i|[i|i]].
  - apply in_flat_map in i as ([g [a b]] & ig & i). apply nth_error_pairs in ig as (t & -> & ig).
    destruct (fg t a b ig). assert (t < length (gates C)) by (apply nth_error_Some; rewrite ig; discriminate).
    unfold gate_slots in i. destruct (Nat.eqb_spec a b) as [<-|ab].
    + apply copy_usable with (a := place a) (c := place (inputs C + t)); try discriminate; try (unfold place; lia).
      apply in_or_app. right. exact i.
    + revert i. apply nand_usable; try discriminate; unfold place; lia.
  - destruct (fo (answer C) (or_introl eq_refl)). revert i. apply raise_usable; [discriminate| |]; unfold place; lia.
  - apply in_flat_map in i as ([j o] & ij & i). rewrite <- len in ij. apply nth_error_pairs in ij as (t & -> & ij).
    assert (t < length (outputs C)) by (apply nth_error_Some; rewrite ij; discriminate). cbn [Nat.add] in i.
    destruct (fo o (or_intror (nth_error_In _ _ ij))).
    apply copy_usable with (a := place o) (c := place t); try discriminate; try (unfold place; lia).
    apply in_or_app. left. exact i.
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

Section Circuit.
Variable C : circuit.
Hypothesis fine : well_formed C.
Notation P := (slots C). Notation T := (length (slots C)).
Notation D := (data_at P (first_data C)).
Lemma some_slots : 2 <= T.
Proof. unfold slots. rewrite !app_length. cbn. lia. Qed.
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
Lemma period_begins n : (forall j, j < n -> ~ says_yes C j) -> exists old, looks 0 (given C (iterate C n) old) (D (n *
  T)).
Proof.
  induction n as [|n IH]; intros no; [exists (fun _ => false); exact looks_at_first|].
  destruct (IH (fun j l => no j (Nat.lt_lt_succ_r _ _ l))) as [old look].
  pose proof (period_runs C (iterate C n) fine (iterate_size n) old _ look) as r. exists (signal_at C (iterate C n)).
  apply runs_to in r. replace (S n * T) with (n * T + T) by lia. rewrite data_in_period by (pose proof some_slots; lia).
  rewrite firstn_all. change (iterate C (S n)) with (next C (iterate C n)). unfold signal_at in r at 1.
  destruct (nth (answer C) (signals C (iterate C n)) false) eqn:e; [destruct (no n (Nat.lt_succ_diag_r n) e)|exact r].
Qed.
Lemma yes_ends n : (forall j, j < n -> ~ says_yes C j) -> says_yes C n -> D (S n * T) flag = 1%Z.
Proof.
  intros no yes. destruct (period_begins n no) as [old look].
  pose proof (period_runs C (iterate C n) fine (iterate_size n) old _ look) as r.
  apply runs_to in r. replace (S n * T) with (n * T + T) by lia. rewrite data_in_period by (pose proof some_slots; lia).
  rewrite firstn_all. destruct r as [r _]. rewrite r. unfold says_yes in yes. unfold signal_at. rewrite yes.
    reflexivity.
Qed.
Lemma turns n : (forall j, j < n -> ~ says_yes C j) -> forall i, i <= S n * T ->
  (i < S n * T -> wins (slot_of P i) (D i) (winner (slot_of P i) (D i))) /\
  exists z, modest z (D i) /\ (~ says_yes C n -> z = 0%Z).
Proof.
  intros no i l. pose proof some_slots as some.
  set (p := i / T). set (t := i mod T). assert (e : i = p * T + t) by (unfold p, t; rewrite Nat.mul_comm; apply
    Nat.div_mod; lia).
  assert (lt : t < T) by (apply Nat.mod_upper_bound; lia).
  set (z := fun p => if nth (answer C) (signals C (iterate C p)) false then 1%Z else 0%Z).
  assert (z_no : forall p, p <= n -> ~ says_yes C n -> z p = 0%Z).
  { intros p' lp nn. unfold z. destruct (nth _ _ _) eqn:y; [|reflexivity]. exfalso.
    destruct (Nat.eq_dec p' n) as [->|]; [apply nn, y|apply (no p'); [lia|exact y]]. }
  destruct (Nat.eq_dec i (S n * T)) as [->|early].
  - split; [lia|]. exists (z n). split; [|apply z_no; lia].
    destruct (period_begins n no) as [old look].
    pose proof (period_runs C (iterate C n) fine (iterate_size n) old _ look) as r. apply runs_to in r.
    replace (S n * T) with (n * T + T) by lia. rewrite data_in_period by lia. rewrite firstn_all.
    apply plain_modest. eapply looks_plain; [| | |exact r]; [| |apply given_small]; unfold z, signal_at; destruct (nth
      _ _ _); lia.
  - assert (lp : p <= n) by (unfold p; apply Nat.lt_succ_r, Nat.div_lt_upper_bound; lia).
    destruct (period_begins p (fun j lj => no j (Nat.lt_le_trans _ _ _ lj lp))) as [old look].
    pose proof (period_runs C (iterate C p) fine (iterate_size p) old _ look) as r.
    apply runs_through with (t := t) (s := slot_of P i) in r.
    + rewrite e, data_in_period by lia. rewrite <- e. destruct r as [m w]. split; [intros _; exact w|].
      exists (z p). split; [exact m|]. apply z_no, lp.
    + apply nth_error_nth'. exact lt.
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
Hypothesis clock_works : works k T.
Hypothesis lifted : 11 <= lift k.
Hypothesis all_taken : takes (train_in_any_order k C) B.
Notation dim := (data_dimension C).
Notation stands i n := (holds k dim P (D i) (phases k P i n)).
Local Open Scope field_scope.

Lemma first_stands : stands 0%nat 0%nat (first_weights k C).
Proof.
  split.
  - intros c l. unfold first_weights, start_of. apply Nat.ltb_lt in l. rewrite l. reflexivity.
  - intros t l. unfold first_weights, start_of. destruct (Nat.ltb_spec (dim + t) dim); [lia|].
    replace (dim + t - dim)%nat with t by lia. unfold phases. pose proof some_slots.
    destruct (clock_works) as (rp & gp & _ & q1 & _ & room).
    rewrite (due_first T (spacing k) (period k) ltac:(lia) room t). unfold phase_at_start, fall, reach.
    assert (0 < (#(Z.of_nat (fineness k)) : F)) by (apply num_positive; lia).
    rewrite !Nat2Z.inj_mul. change (Z.of_nat 0) with 0%Z. unfold Z.sub.
    rewrite ?num_mul, ?num_add, ?num_mul, ?num_add, ?num_mul. change (#(- 0) : F) with (0 : F). change (#1 : F) with (1
      : F).
    field. repeat split; apply positive_nonzero; assumption || positive.
Qed.
Lemma course_up_to n : (forall j, (j < n)%nat -> ~ says_yes C j) ->
  (forall e j, (e < S n * period k)%nat -> safe k dim P D (S n * T) (at_batch k C B e j) (nth_error (B e) j)) /\
  forall p, (p <= S n)%nat -> stands (p * T)%nat (p * period k)%nat (at_epoch k C B (p * period k)).
Proof.
  intros no. pose proof some_slots as some. destruct (course_in_any_order k dim P clock_works some ltac:(lia)) with
    (D := D) (L := (S n * T)%nat) (start := first_weights k C) (B := B) as [moments ends].
  - intros s u c z is iu. apply (all_usable C s fine is), iu.
  - intros s is. destruct (all_usable C s fine is) as (nodup & nonempty & _). split; assumption.
  - intros i. reflexivity.
  - intros i l. apply (turns n no i); lia.
  - intros i s u l is iu. destruct (turns n no i l) as (_ & z & m & _).
    pose proof (proj2 (proj2 (proj2 (all_usable C s fine is)) u iu) z _ m). lia.
  - exact all_taken.
  - exact first_stands.
  - split.
    + intros e j l. apply moments. rewrite turn_period; [exact l|lia|]. apply clock_works.
    + intros p l. apply ends. apply Nat.mul_le_mono_r, l.
Qed.
Lemma positive_flag i n w : stands i n w -> 0 < w flag <-> (0 < D i flag)%Z.
Proof.
  intros [hd _]. rewrite hd by (unfold data_dimension, flag; lia). destruct clock_works as (rp & _).
  replace (rate k * #(D i flag)) with (#(D i flag) / (1 / rate k)) by (field; apply positive_nonzero, rp).
  rewrite sign_quotient, sign_num by (apply positive_div; [positive|exact rp]). apply Z.ltb_lt.
Qed.
Lemma period_positive : (0 < period k)%nat.
Proof. destruct clock_works as (_ & _ & _ & _ & s & room). pose proof some_slots. nia. Qed.

Lemma simulated : (exists e j, 0 < at_batch k C B e j flag) <-> (exists n, says_yes C n).
Proof.
  split.
  - intros (e & j & p). destruct (first_yes (S e)) as [(m & _ & y & _)|no]; [exists m; exact y|]. exfalso.
    destruct (course_up_to e (fun j l => no j (Nat.lt_lt_succ_r _ _ l))) as [moments _].
    pose proof period_positive. destruct (moments e j ltac:(nia)) as [(i & n & l & st) _].
    apply (positive_flag i n _ st) in p. destruct (turns e (fun j l => no j (Nat.lt_lt_succ_r _ _ l)) i l) as
      (_ & z & (low & _) & zero). rewrite (zero (no e ltac:(lia))) in low. lia.
  - intros (n & y). destruct (first_yes (S n)) as [(m & _ & ym & no)|no]; [|destruct (no n ltac:(lia) y)].
    exists (S m * period k)%nat, 0%nat. destruct (course_up_to m no) as [_ ends].
    apply (positive_flag _ _ _ (ends (S m) (le_n _))). rewrite (yes_ends m no ym). lia.
Qed.
Lemma iterated n : (forall j, (j < n)%nat -> ~ says_yes C j) -> forall i, (i < inputs C)%nat ->
  at_epoch k C B (n * period k) (place i) = rate k * #(bit (nth i (iterate C n) false)).
Proof.
  intros no i l. destruct (course_up_to n no) as [_ ends]. destruct (ends n ltac:(lia)) as [hd _].
  rewrite hd by (unfold place, data_dimension; lia). destruct (period_begins n no) as (old & _ & _ & h). rewrite h.
  unfold given. apply Nat.ltb_lt in l. rewrite l. reflexivity.
Qed.
Lemma off_kink n : (forall j, (j < n)%nat -> ~ says_yes C j) -> forall e j batch x, (e < S n * period k)%nat ->
  nth_error (B e) j = Some batch -> In x batch -> ~ on_kink (rule_of k) x (at_batch k C B e j).
Proof. intros no e j batch x l nb ix. destruct (course_up_to n no) as [moments _]. apply (proj2 (moments e j l) batch x
  nb ix). Qed.
End Circuit.

Section Size.
Context {F : ordered_field}.
Add Field plain_numbers : (field_of F) (morphism (num_morphism F), completeness (num_faithful F),
  constants [numeral], power_tac (power_of F) [exponent]).
Lemma length_flat {A B} (f : A -> list B) n l : (forall x, In x l -> length (f x) = n) -> length (flat_map f l) = n *
  length l.
Proof.
  induction l as [|x l IH]; intros h; [cbn; lia|]. cbn [flat_map length].
  rewrite app_length, (h x) by (left; reflexivity). rewrite IH by (intros y i; apply h; right; exact i). lia.
Qed.
Lemma sizes : size_in_any_order F.
Proof.
  intros C k fine.
  assert (e : length (slots C) = 2 * inputs C + 2 * length (gates C) + 2).
  { unfold slots. rewrite !app_length, (length_flat _ 2), (length_flat _ 2).
    - rewrite !combine_length, !seq_length, Nat.min_id, (proj1 (proj2 fine)), Nat.min_id. cbn. lia.
    - intros [i o] _. reflexivity.
    - intros [g [a b]] _. unfold gate_slots. destruct (a =? b); reflexivity. }
  split; [exact e|]. unfold train_in_any_order, train_of. cbn [length]. rewrite map_length. unfold members.
  assert (each : forall (Q : list slot) n, length (flat_map (fun '(t, s) => map (pair t) s) (combine (seq n (length Q))
    Q)) =
    length (concat Q)).
  { induction Q as [|s Q IH]; intros n; [reflexivity|]. cbn. rewrite !app_length, map_length, IH. reflexivity. }
  assert (parts : forall A (f : A -> list slot) l, (forall x, length (concat (f x)) = 6) ->
    length (concat (flat_map f l)) = 6 * length l).
  { intros A f l h. induction l as [|x l IH]; [reflexivity|]. cbn [flat_map length]. rewrite concat_app, app_length, h,
    IH. lia. }
  rewrite each. unfold slots. rewrite !concat_app, !app_length, !parts.
  - rewrite !combine_length, !seq_length, Nat.min_id, (proj1 (proj2 fine)), Nat.min_id. cbn. lia.
  - intros [i o]. reflexivity.
  - intros [g [a b]]. unfold gate_slots. destruct (a =? b); reflexivity.
Qed.
Lemma a_clock : has_clock F.
Proof.
  intros C r positive_rate. set (G := length (slots C) + 13).
  exists {| rate := r; grip := num (Z.of_nat G); fineness := 1; lift := 11; spacing := 13; period := G * G |}.
  split; [reflexivity|]. split; [|reflexivity]. unfold works. cbn [rate grip fineness lift spacing period].
  split; [exact positive_rate|]. split; [apply num_positive; lia|]. split; [|split; [lia|]; split; [lia|nia]].
  rewrite !Nat2Z.inj_mul, num_mul. change (num (Z.of_nat 1)) with (one : F). field.
Qed.
End Size.

Theorem svm_any_order_theorem (F : ordered_field) : simulates_in_any_order F /\ iterates_in_any_order F /\
  avoids_kink_in_any_order F /\ size_in_any_order F /\ has_clock F.
Proof.
  split; [|split; [|split; [|split; [exact sizes|exact a_clock]]]].
  - intros C k B fine works lifted all. apply simulated; assumption.
  - intros C k B fine works lifted all. intros n no. apply iterated; assumption.
  - intros C k B fine works lifted all. intros n no. apply off_kink; assumption.
Qed.
Print Assumptions svm_any_order_theorem.
