(* A clock for every circuit: phases that are far enough apart, whatever the tables. *)
From Coq Require Import List Bool Arith ZArith Lia Ring Field InitialRing.
Require Import OGD.Theorem OGD.Field OGD.InTime OGD.AnyOrder OGD.Slots OGD.Batches OGD.SlotTables OGD.SlotCourse.
Import ListNotations.

(* There are two slots at least: a gate's, and the answer's. *)
Lemma leads_on t bound g w : leads t bound g w = true -> g <> w -> 1 <= length (turns t).
Proof.
  intros l n. apply existsb_exists in l as (i & _ & l). apply andb_prop in l as [l _]. apply andb_prop in l as [_ l].
  apply same_eq in l. destruct (turns t); [cbn in l; contradiction|cbn; lia].
Qed.
Lemma turns_from_length places : forall l before, length (turns_from places before l) = length l.
Proof. induction l as [|[m a] l IH]; intros before; [reflexivity|]. cbn. rewrite IH. reflexivity. Qed.
Lemma two_slots G C : sound G -> well_formed C -> 2 <= length (slots G C).
Proof.
  intros good (_ & _ & fo). unfold slots, period_of, slot_calls. rewrite map_length, flat_map_app. cbn [flat_map]. rewrite
    !app_length.
  assert (1 <= length (turns (raise_table G))).
  { pose proof (raise_kept G good) as kept. unfold raise_keeps in kept. apply (both_bits_all _ true) in kept. apply
    (leads_on _ _ _ _ kept). discriminate. }
  assert (1 <= length (turns (not_table G))).
  { pose proof (not_kept G good) as kept. unfold not_keeps in kept. apply (both_bits_all _ true), (both_bits_all _
    true) in kept.
    apply (leads_on _ _ _ _ kept). discriminate. }
  assert (1 <= length (turns (nand_table G))).
  { pose proof (nand_kept G good) as kept. unfold nand_keeps in kept. apply (both_bits_all _ true), (both_bits_all _
    true), (both_bits_all _ true) in kept.
    apply (leads_on _ _ _ _ kept). discriminate. }
  destruct (gates C) as [|[a b] gs]; [destruct (fo (answer C) (or_introl eq_refl)); cbn in *; lia|].
  cbn [length seq combine map flat_map]. rewrite !app_length.
  assert (1 <= length (turns_of_call (if a =? b then (not_table G, [place a; place (inputs C)])
    else (nand_table G, [place a; place b; place (inputs C); join])))).
  { destruct (a =? b); cbn [turns_of_call]; rewrite turns_from_length; assumption. }
  assert (1 <= length (turns_of_call (raise_table G, [place (answer C); flag]))).
  { cbn [turns_of_call]. rewrite turns_from_length. assumption. }
  apply (Nat.add_le_mono 1 _ 1); [eapply Nat.le_trans; [exact H2|apply Nat.le_add_r]|eapply Nat.le_trans; [exact
    H3|apply Nat.le_add_r]].
Qed.

(* Phases that are spread evenly work, if they are far enough apart for whatever w.x can be: finitely many numbers. *)
Section Even.
Local Open Scope Z_scope.
Lemma bounded_all {A} (l : list A) (Q : A -> Z -> Prop) : (forall x, exists m, forall n, m <= n -> Q x n) ->
  exists m, forall n, m <= n -> forall x, In x l -> Q x n.
Proof.
  intros each. induction l as [|x l (m & h)]; [exists 0; intros n _ x []|]. destruct (each x) as (m' & h').
  exists (Z.max m m'). intros n le y [<-|i]; [apply h'; lia|apply h; [lia|exact i]].
Qed.
Variables (P : list turn_of_slot).
Notation T := (length P).
Definition within_bound (m : Z) : Prop := forall s, In s (map slot_of P) -> forall u, In u s -> Z.abs (low [] [] u) <=
  m /\
  forall turn, In turn P -> forall b_a, In b_a (lines turn) -> Z.abs (low (on turn) (fst b_a) u) <= m /\
    Z.abs (low (on turn) (snd b_a) u) <= m /\ Z.abs (least (map (fun u => product u (fst b_a)) (choices turn))) <= m.
Lemma some_bound : exists m, 0 <= m /\ within_bound m.
Proof.
  assert (h : exists m, forall n, m <= n -> within_bound n); [|destruct h as (m & h); exists (Z.max 0 m); split;
    [lia|apply h; lia]].
  unfold within_bound. eapply bounded_all. intros s. eapply bounded_all. intros u.
  destruct (bounded_all P (fun turn n => forall b_a, In b_a (lines turn) -> Z.abs (low (on turn) (fst b_a) u) <= n /\
    Z.abs (low (on turn) (snd b_a) u) <= n /\ Z.abs (least (map (fun u => product u (fst b_a)) (choices turn))) <= n))
      as (m & h).
  { intros turn. apply bounded_all. intros b_a. exists (Z.max (Z.abs (low (on turn) (fst b_a) u)) (Z.max
      (Z.abs (low (on turn) (snd b_a) u)) (Z.abs (least (map (fun u => product u (fst b_a)) (choices turn)))))). intros
        n l. lia. }
  exists (Z.max (Z.abs (low [] [] u)) m). intros n l. split; [lia|]. apply h. lia.
Qed.
Variables (m N : Z).
Hypotheses (some : (2 <= T)%nat) (positive_m : 0 <= m) (bound : within_bound m).
Notation K := (4 * m + 8).
Hypothesis room : K * Z.of_nat T + 1 <= N.
Hypothesis nonempty : forall s, In s (map slot_of P) -> s <> [].
Definition even : list Z := map (fun t => m + 1 + K * Z.of_nat t) (seq 0 T).
Lemma even_at t : (t < T)%nat -> nth t even 0 = m + 1 + K * Z.of_nat t.
Proof.
  intros l. unfold even. rewrite (nth_indep _ 0 (m + 1 + K * Z.of_nat 0)) by (rewrite map_length, seq_length; exact l).
  rewrite (map_nth (fun t => m + 1 + K * Z.of_nat t)), seq_nth by exact l. reflexivity.
Qed.
Lemma far t s : (t < T)%nat -> (s < T)%nat -> s <> t -> soon N even t t + K <= soon N even t s.
Proof.
  intros lt ls n. unfold soon. rewrite !even_at, Nat.ltb_irrefl by assumption. destruct (Nat.ltb_spec s t).
  - assert (K * Z.of_nat t + K <= K * Z.of_nat T) by nia. lia.
  - assert (K * Z.of_nat t + K <= K * Z.of_nat s) by nia. lia.
Qed.
Lemma sum_positive (f : nat -> Z) t : (t < T)%nat -> - (2 * m + 3) <= f t -> (forall s, (s < T)%nat -> s <> t -> 2 * m
  + 4 <= f s) ->
  0 < fold_right (fun s sum => f s + sum) 0 (seq 0 T).
Proof.
  intros lt own others. rewrite <- total_sum.
  assert (h : forall n, (n <= T)%nat -> (2 * m + 4) * Z.of_nat n - (if (t <? n)%nat then 4 * m + 7 else 0) <= total f
    n).
  { induction n as [|n IH]; intros l; [cbn; lia|]. cbn [total]. specialize (IH ltac:(lia)).
    destruct (Nat.eq_dec n t) as [->|ne]; [destruct (Nat.ltb_spec t t), (Nat.ltb_spec t (S t)); nia|].
    specialize (others n ltac:(lia) ne). destruct (Nat.ltb_spec t n), (Nat.ltb_spec t (S n)); nia. }
  specialize (h T (le_n _)). destruct (Nat.ltb_spec t T); nia.
Qed.
Lemma slot_member t : (t < T)%nat -> In (nth t (map slot_of P) []) (map slot_of P).
Proof. intros l. apply nth_In. rewrite map_length. exact l. Qed.
Lemma even_keeps_time : keeps_time 1 N P even = true.
Proof.
  unfold keeps_time. repeat (apply andb_true_intro; split).
  - apply Nat.eqb_eq. unfold even. rewrite map_length, seq_length. reflexivity.
  - apply forallb_forall. intros [t turn] i.
    assert (lt : (t < T)%nat) by (apply in_combine_l, in_seq in i; lia). apply in_combine_r in i as it.
    apply forallb_forall. intros [before after] il. cbv beta iota zeta.
    set (v := least _). assert (vb : Z.abs v <= m).
    { pose proof (slot_member t lt) as is. destruct (nth t (map slot_of P) []) as [|u s] eqn:e; [destruct (nonempty _
      is eq_refl)|].
      destruct (bound _ is u (or_introl eq_refl)) as [_ h]. destruct (h turn it _ il) as (_ & _ & h'). exact h'. }
    assert (high : forall x s l, (s < T)%nat -> s <> t -> x <= 2 -> l = before \/ l = after ->
      above 1 (soon N even t t + 1 * v + x) (on turn) l (nth_slot P s) (soon N even t s) = true).
    { intros x s l ls n lx el. apply forallb_forall. intros u iu. apply Z.leb_le. pose proof (far t s lt ls n).
      destruct (bound _ (slot_member s ls) u iu) as [_ h]. destruct (h turn it _ il) as (hb & ha & _). cbn [fst snd] in
        *.
      destruct el as [->| ->]; lia. }
    repeat (apply andb_true_intro; split).
    + apply forallb_forall. intros s is. apply in_seq in is. destruct (Nat.eqb_spec s t); [reflexivity|].
      apply high; [lia|assumption|lia|left; reflexivity].
    + apply high; [apply Nat.mod_upper_bound; lia| |lia|right; reflexivity].
      destruct (Nat.eq_dec (S t) T) as [e|]; [rewrite e, Nat.mod_same by lia|rewrite Nat.mod_small by lia]; lia.
    + apply Z.leb_le. unfold soon. rewrite Nat.ltb_irrefl, even_at by exact lt. nia.
    + apply Z.ltb_lt. apply (sum_positive _ t lt); cbv beta; [lia|]. intros s ls n. pose proof (far t s lt ls n). lia.
  - apply forallb_forall. intros s is. apply in_seq in is. apply forallb_forall. intros u iu. apply Z.leb_le.
    destruct (bound _ (slot_member s ltac:(lia)) u iu) as [h _]. unfold soon. rewrite even_at by lia. cbn [Nat.ltb
      Nat.leb]. nia.
  - apply Z.ltb_lt. apply (sum_positive _ 0%nat); cbv beta; [lia| |].
    + unfold soon. rewrite even_at by lia. cbn [Nat.ltb Nat.leb]. lia.
    + intros s ls n. unfold soon. rewrite even_at by exact ls. cbn [Nat.ltb Nat.leb]. nia.
Qed.
End Even.
Section Clocks.
Context {F : ordered_field}.
Add Field plain_numbers : (field_of F) (morphism (num_morphism F), completeness (num_faithful F),
  constants [numeral], power_tac (power_of F) [exponent]).
Lemma a_clock G : sound G -> has_clock F G.
Proof.
  intros good C h r fine positive_rate. pose proof (two_slots G C good fine) as two. unfold slots in two. rewrite
    map_length in two.
  destruct (some_bound (period_of G C)) as (m & pm & bound).
  set (g := S (Z.to_nat ((4 * m + 8) * Z.of_nat (length (period_of G C))))).
  exists {| hinged := h; rate := r; grip := num (Z.of_nat g); fineness := 1; phases := even (period_of G C) m; period
    := g * g |}.
  split; [reflexivity|]. split; [reflexivity|]. unfold works. cbn [rate grip fineness phases period].
  split; [exact positive_rate|]. split; [apply num_positive; lia|]. split; [lia|]. split.
  - rewrite Nat2Z.inj_mul, num_mul. change (num (Z.of_nat 1)) with (one : F). field.
  - apply even_keeps_time; [exact two|exact pm|exact bound| |].
    + rewrite Nat2Z.inj_mul. unfold g. rewrite Nat2Z.inj_succ, Z2Nat.id by nia. nia.
    + intros s is. apply (all_usable G C s good fine is).
Qed.
End Clocks.
