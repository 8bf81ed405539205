(* Descent on the logistic loss computes every circuit of a fan-out for which a level holds. *)
From Coq Require Import List Bool Arith ZArith QArith Reals Qreals Lra Lia.
Require Import OGD.Theorem OGD.Signals OGD.LogisticTheorem OGD.Sigmoid OGD.LogisticGadgets OGD.LogisticCalls.
Require Import OGD.LogisticPasses.
Import ListNotations.
Local Open Scope R_scope.

(* The training set is that of the calls, which are in shape, and read no signal too often. *)
Lemma train_is T C : length (outputs C) = inputs C -> logistic_train T C = flat_map (points_of T) (pass_calls C).
Proof.
  intros size. unfold logistic_train, pass_calls, writing_calls, gate_calls, copy_calls.
  rewrite size, !flat_map_app, <- app_assoc. f_equal; [|f_equal].
  - rewrite !flat_map_concat_map, map_map. f_equal. apply map_ext. intros (g & a & b). unfold gate_call.
    destruct (a =? b); reflexivity.
  - rewrite !flat_map_concat_map, map_map. f_equal. apply map_ext. intros (i & o). reflexivity.
  - cbn. rewrite app_nil_r. reflexivity.
Qed.
Lemma calls_shaped C : well_formed C -> Forall shaped (writing_calls C).
Proof.
  intros (below & size & outs). apply Forall_app. split; apply Forall_forall; intros p i; apply in_map_iff in i.
  - destruct i as ((g & a & b) & <- & i).
    assert (exists k, g = (inputs C + k)%nat /\ nth_error (gates C) k = Some (a, b)) as (k & -> & e).
    { apply In_nth_error in i as [k e]. exists k.
      assert (l : (k < length (combine (seq (inputs C) (length (gates C))) (gates C)))%nat) by (apply nth_error_Some;
        congruence).
      rewrite combine_length, seq_length in l. apply nth_error_nth with (d := (O, (O, O))) in e.
      rewrite combine_nth, seq_nth in e by (rewrite ?seq_length; lia). injection e as <- e. split; [reflexivity|].
      rewrite <- e. apply nth_error_nth'. lia. }
    destruct (below _ _ _ e). unfold gate_call. destruct (Nat.eqb_spec a b); cbn; split;
      repeat (constructor; cbn; try lia); intuition lia.
  - destruct i as ((j & o) & <- & i). pose proof (in_combine_l _ _ _ _ i) as ij. apply in_combine_r in i.
    apply in_seq in ij. pose proof (outs o (or_intror i)). cbn. split; [repeat (constructor; cbn; try lia)|];
      intuition lia.
Qed.
Lemma reads_are C : all_reads (pass_calls C) = map S (read_in_pass C).
Proof.
  unfold all_reads, pass_calls, writing_calls, read_in_pass. rewrite !flat_map_app, !map_app, <- app_assoc. f_equal;
    [|f_equal].
  - unfold gate_calls. generalize (inputs C). induction (gates C) as [|[a b] gs IH]; intros n; [reflexivity|]. cbn.
    rewrite map_app, <- (IH (S n)). destruct (a =? b); reflexivity.
  - unfold copy_calls. generalize O. induction (outputs C) as [|o os IH]; intros n; [reflexivity|]. cbn. f_equal.
    apply IH.
Qed.
Lemma few_reads C n : fan_out_at_most n C -> forall c, (Z.of_nat (reads_of c (pass_calls C)) <= n)%Z.
Proof.
  intros few c. unfold reads_of. rewrite (reads_are C). destruct c as [|j].
  - rewrite (proj1 (count_occ_not_In Nat.eq_dec _ O)); [specialize (few O); lia|]. intros i.
    apply in_map_iff in i as (j & e & _). discriminate.
  - rewrite <- (count_occ_map S Nat.eq_dec) by (intros a b e; injection e; auto). apply few.
Qed.

(* Whatever is read is written in every pass, so that what is to be read does not depend on passes behind the next. *)
Definition targets (calls : list placed) : list nat := map (fun p => fst (snd p)) calls.
Lemma targets_are C : length (outputs C) = inputs C ->
  targets (writing_calls C) = map S (seq (inputs C) (length (gates C)) ++ seq 0 (inputs C)).
Proof.
  intros size. unfold targets, writing_calls. rewrite !map_app. f_equal.
  - clear size. unfold gate_calls. generalize (inputs C). induction (gates C) as [|[a b] gs IH]; intros n;
    [reflexivity|].
    cbn. rewrite IH. destruct (a =? b); reflexivity.
  - rewrite <- size. clear size. unfold copy_calls. generalize O. induction (outputs C) as [|o os IH]; intros n;
    [reflexivity|]. cbn. rewrite IH. reflexivity.
Qed.
Lemma until_written c l l' : In c (targets l) -> reads_until c (l ++ l') = reads_until c l.
Proof.
  induction l as [|[o [t rs]] l IH]; cbn; [tauto|]. destruct (Nat.eqb_spec t c) as [->|ne]; [reflexivity|].
  intros [e|i]; [contradiction|]. rewrite IH by exact i. reflexivity.
Qed.
Lemma next_pass C c : well_formed C ->
  (reads_until c (pass_calls C ++ pass_calls C) <= reads_until c (pass_calls C))%nat.
Proof.
  intros (below & size & outs). destruct (in_dec Nat.eq_dec c (targets (pass_calls C))) as [i|out].
  - rewrite until_written by exact i. apply le_n.
  - pose proof (reads_until_app c (pass_calls C) (pass_calls C)) as le. enough (reads_of c (pass_calls C) = O) by lia.
    unfold reads_of. apply count_occ_not_In. rewrite (reads_are C). intros i. apply in_map_iff in i as (j & <- & i).
    apply out. unfold targets, pass_calls. rewrite map_app. apply in_or_app. left.
    change (In (S j) (targets (writing_calls C))).
    rewrite (targets_are C size). apply in_map. apply in_or_app. rewrite !in_seq.
    enough (j < inputs C + length (gates C))%nat by lia. unfold read_in_pass in i. apply in_app_or in i as [i|i].
    + apply in_flat_map in i as ((a & b) & i & at_). apply In_nth_error in i as [k e]. destruct (below _ _ _ e).
      assert (k < length (gates C))%nat by (apply nth_error_Some; congruence).
      destruct (a =? b); cbn in at_; intuition lia.
    + enough (In j (answer C :: outputs C)) as h by apply (outs j h). apply in_app_or in i as [i|[->|[]]];
      [right|left]; auto.
Qed.

(* Steps, pass by pass. *)
Local Notation descended rate := (fold_left (fun w x => descend rate x w)).
Lemma in_pass rate train n : (n < length train)%nat \/ n = length train -> forall k,
  descent rate train (k * length train + n) = descended rate (firstn n train) (descent rate train (k * length train)).
Proof.
  intros le k. induction n as [|n IH]; [rewrite Nat.add_0_r; reflexivity|].
  assert (lt : (n < length train)%nat) by lia. rewrite Nat.add_succ_r. cbn [descent].
  rewrite IH by lia. rewrite Nat.add_comm, Nat.mod_add, Nat.mod_small by lia.
  assert (split_ : firstn (S n) train = firstn n train ++ [nth n train []]).
  { clear - lt. revert n lt. induction train as [|x train IH]; intros [|n] lt; cbn in *; try lia; [reflexivity|].
    f_equal. apply IH. lia. }
  rewrite split_, fold_left_app. reflexivity.
Qed.

Section Circuits.
Variables (L : logistic_level) (T : logistic_tables) (C : circuit).
Hypothesis good : level_holds L T = true.
Hypothesis fine : well_formed C.
Hypothesis few : fan_out_at_most (reads_most L) C.
Local Notation rate := (Q2R (level_rate L)).
Local Notation train := (logistic_train T C).
Local Notation depth := (Q2R (rest_depth L)).
Local Notation stepped := (fold_left (unit_step L)).

Lemma stepped_calls calls : forall u, stepped (flat_map (points_of T) calls) u = run_all L T u calls.
Proof.
  induction calls as [|p calls IH]; intros u; [reflexivity|]. cbn [flat_map]. rewrite fold_left_app. apply IH.
Qed.
Lemma writing_keeps_answer x : In x (flat_map (points_of T) (writing_calls C)) -> ~ In O (map fst x).
Proof.
  intros i. apply in_flat_map in i as ([o [t rs]] & ip & i). pose proof (calls_shaped C fine) as s.
  rewrite Forall_forall in s. destruct (s _ ip) as [_ out]. exact (off_call O (t :: rs) _ x out i).
Qed.
Lemma in_firstn {A} n (l : list A) x : In x (firstn n l) -> In x l.
Proof. rewrite <- (firstn_skipn n l) at 2. intros i. apply in_or_app. left. exact i. Qed.

Definition at_pass (bits : list bool) (v : nat -> held) (u : nat -> R) : Prop :=
  keeps L v u (pass_calls C) /\ - depth <= u O <= 0 /\ matches C v bits.
Lemma pass_keeps bits v u : length bits = inputs C -> at_pass bits v u ->
  let u' := stepped train u in
  if nth (answer C) (signals C bits) false then 0 < u' O else
    (exists v', at_pass (next C bits) v' u' /\ forall i, (i < inputs C)%nat -> v' (S i) = Some (nth i (next C bits)
      false)) /\
    forall n, stepped (firstn n train) u O <= 0.
Proof.
  intros size (k & low & m) u'. destruct (pass_values C fine bits size v m) as (r & new & asked).
  pose proof (numbers_hold L T good) as (pos & small & _).
  destruct fine as (_ & lo & outs). assert (paid := few_reads C _ few).
  assert (start : keeps L v u (writing_calls C ++ [question C] ++ pass_calls C)).
  { intros c nz. specialize (k c nz). rewrite app_assoc. pose proof (next_pass C c fine) as le. apply le_INR in le.
    unfold holds_by in *. fold (pass_calls C). apply (Rmult_le_compat_l _ _ _ small) in le. lra. }
  pose proof (calls_keep L T good [question C] (writing_calls C) [] (pass_calls C) v u eq_refl start r
    (calls_shaped C fine) paid) as after.
  set (A := flat_map (points_of T) (writing_calls C)). set (B := called_on (ask_table T) [O; S (answer C)]).
  assert (whole : train = A ++ B).
  { rewrite (train_is T C lo). unfold pass_calls. rewrite flat_map_app. cbn. rewrite app_nil_r. reflexivity. }
  rewrite <- (stepped_calls (writing_calls C) u) in after. fold A in after.
  set (v1 := values v (writing_calls C)) in *. set (u1 := stepped A u) in *.
  assert (rest : u1 O = u O) by (apply untouched; apply writing_keeps_answer).
  assert (u' = stepped B u1) as last by (unfold u'; rewrite whole, fold_left_app; reflexivity).
  assert (nd : NoDup [O; S (answer C)]) by (repeat constructor; cbn; intuition discriminate).
  pose proof (answers_hold L T good (signal_at C bits (answer C))) as ok.
  assert (fit : forallb (fun row => length row =? length [O; S (answer C)])%nat (ask_table T) = true).
  { apply andb_prop in ok as [fit _]. exact fit. }
  pose proof (call_on L _ nd (ask_table T) u1 fit) as on. fold B in on. rewrite <- last in on.
  pose proof (enough L T good v1 u1 _ (S (answer C)) after ltac:(discriminate)) as held_. rewrite asked in held_.
  rewrite <- rest in low.
  destruct (answer_sound L pos _ _ (u1 O) (u1 (S (answer C))) ok low held_) as (z & q & e & all).
  cbn [map] in on. rewrite e in on. injection on as on0 on1. fold (signal_at C bits (answer C)).
  destruct (signal_at C bits (answer C)); [rewrite on0; exact all|]. destruct all as (low' & near & never). split.
  - exists v1. split; [split; [|split]|exact new].
    + intros c nz. specialize (after c nz). change ([question C] ++ pass_calls C) with (question C :: pass_calls C) in
      after.
      cbn [question reads_until] in after. rewrite (proj2 (Nat.eqb_neq O c)) in after by congruence.
      destruct (Nat.eq_dec (S (answer C)) c) as [<-|ne].
      * rewrite on1. rewrite count_occ_cons_eq in after by reflexivity. rewrite plus_INR in after. cbn in after.
        unfold near_by, holds_by in *. lra.
      * rewrite count_occ_cons_neq in after by exact ne. cbn [count_occ Nat.add] in after. rewrite last.
        unfold B. rewrite untouched; [exact after|]. intros x. apply off_call. cbn. intuition congruence.
    + rewrite on0. exact low'.
    + intros i li. rewrite (new i li). reflexivity.
  - intros n. rewrite whole, firstn_app, fold_left_app. set (n' := (n - length A)%nat).
    destruct (le_lt_dec n (length A)) as [le|gt].
    + replace n' with O by (unfold n'; lia). cbn [firstn fold_left].
      rewrite untouched; [lra|]. intros x i. apply in_firstn in i. apply writing_keeps_answer, i.
    + replace (firstn n A) with A by (symmetry; apply firstn_all2; lia). fold u1. unfold B, called_on.
      rewrite firstn_map. specialize (never n').
      fold (called_on (firstn n' (ask_table T)) [O; S (answer C)]).
      change [u1 O; u1 (S (answer C))] with (map u1 [O; S (answer C)]) in never.
      rewrite <- (call_on L _ nd) in never; [exact never|]. rewrite forallb_forall in *. intros row i. apply fit.
      apply in_firstn in i. exact i.
Qed.

(* All passes up to the first yes. *)
Lemma state_size k : length (iterate C k) = inputs C.
Proof.
  destruct fine as (_ & size & _). destruct k; cbn; [apply repeat_length|]. unfold next. rewrite map_length. exact size.
Qed.
Local Notation at_step t := (descent (level_rate L) train t).
Local Notation pass := (length train).
Lemma pass_run k u n : scaled L u (at_step (k * pass)) -> (n <= pass)%nat ->
  scaled L (stepped (firstn n train) u) (at_step (k * pass + n)).
Proof. intros s le. rewrite in_pass by lia. apply run_scaled, s. Qed.
Lemma passes k : (forall j, (j < k)%nat -> ~ says_yes C j) -> exists v u, scaled L u (at_step (k * pass)) /\
  at_pass (iterate C k) v u /\
  (k <> O -> forall i, (i < inputs C)%nat -> v (S i) = Some (nth i (iterate C k) false)).
Proof.
  pose proof (numbers_hold L T good) as (pos & small & wide & _ & deep). induction k as [|k IH]; intros no.
  - exists (fun _ => None), (fun _ => 0). split; [intros c; cbn; ring|]. split; [|congruence]. split; [|split].
    + intros c _. pose proof (reads_until_all c (pass_calls C)) as le. pose proof (few_reads C _ few c) as paid.
      assert (Z.of_nat (reads_until c (pass_calls C)) <= reads_most L)%Z as bound by lia.
      apply IZR_le in bound. rewrite <- INR_IZR_INZ in bound. apply (Rmult_le_compat_l _ _ _ small) in bound.
      unfold holds_by, most, slack. rewrite (spread_is L). cbn. lra.
    + lra.
    + intros i li. cbn. symmetry. apply nth_repeat.
  - destruct IH as (v & u & s & here & _); [intros j lj; apply no; lia|].
    pose proof (pass_keeps (iterate C k) v u (state_size k) here) as next_. cbn zeta in next_.
    assert (nth (answer C) (signals C (iterate C k)) false = false) as quiet.
    { apply not_true_is_false. intros yes. apply (no k); [lia|exact yes]. }
    rewrite quiet in next_. destruct next_ as ((v' & there & set_) & _). exists v', (stepped train u).
    split; [|split; [exact there|intros _; exact set_]].
    pose proof (pass_run k u pass s (le_n _)) as run_. rewrite firstn_all in run_.
    replace (S k * pass)%nat with (k * pass + pass)%nat by lia. exact run_.
Qed.
Lemma first_yes k : (forall j, (j < k)%nat -> ~ says_yes C j) \/
  exists j, (j < k)%nat /\ says_yes C j /\ forall i, (i < j)%nat -> ~ says_yes C i.
Proof.
  induction k as [|k [no|(j & lt & yes & first)]]; [left; intros j; lia| |right; exists j; repeat split; auto; lia].
  destruct (bool_dec (nth (answer C) (signals C (iterate C k)) false) true) as [yes|not].
  - right. exists k. split; [lia|]. split; [exact yes|exact no].
  - left. intros j lt yes. destruct (Nat.eq_dec j k) as [->|ne]; [exact (not yes)|apply (no j); [lia|exact yes]].
Qed.
Lemma pass_not_empty : (0 < pass)%nat.
Proof.
  destruct fine as (_ & lo & _). rewrite (train_is T C lo). unfold pass_calls. rewrite flat_map_app, app_length. cbn.
  rewrite app_nil_r. unfold called_on. rewrite map_length. destruct (ask_table T) as [|row rows] eqn:e; [|cbn; lia].
  pose proof (answers_hold L T good true) as ok. rewrite e in ok. exfalso.
  pose proof (numbers_hold L T good) as (pos & small & wide & _ & deep).
  destruct (answer_sound L pos [] true 0 1 ok) as (z & q & same & up); [lra| |injection same as <- _; lra].
  unfold holds_by, most, slack. cbn [as_real].
  pose proof (few_reads C _ few O) as paid. assert (0 <= reads_most L)%Z as nonneg by lia. apply IZR_le in nonneg.
  rewrite (spread_is L) in wide. pose proof (Rmult_le_pos _ _ nonneg small). lra.
Qed.

Lemma computed : logistic_computes_at (level_rate L) T (bit_error L) C.
Proof.
  pose proof (numbers_hold L T good) as (pos & small & wide & short_ & deep). pose proof pass_not_empty as some.
  split; [split|].
  - intros (t & up). destruct (first_yes (S (t / pass))) as [no|(j & _ & yes & _)]; [|exists j; exact yes]. exfalso.
    destruct (passes (t / pass)) as (v & u & s & here & _); [intros j lt; apply no; lia|].
    pose proof (pass_keeps _ v u (state_size _) here) as next_. cbn zeta in next_.
    assert (nth (answer C) (signals C (iterate C (t / pass))) false = false) as quiet.
    { apply not_true_is_false. intros yes. apply (no (t / pass)%nat); [lia|exact yes]. }
    rewrite quiet in next_. destruct next_ as (_ & never). specialize (never (t mod pass)).
    pose proof (Nat.mod_upper_bound t pass ltac:(lia)) as lt.
    pose proof (pass_run _ u (t mod pass) s ltac:(lia) O) as is_.
    replace (t / pass * pass + t mod pass)%nat with t in is_ by (rewrite Nat.mul_comm; apply Nat.div_mod; lia).
    rewrite is_ in up. nra.
  - intros (k & yes). destruct (first_yes (S k)) as [no|(j & _ & yes_ & first)]; [exfalso; apply (no k);
    [lia|exact yes]|].
    destruct (passes j first) as (v & u & s & here & _).
    pose proof (pass_keeps _ v u (state_size _) here) as next_. cbn zeta in next_. unfold says_yes in yes_.
    rewrite yes_ in next_. exists (j * pass + pass)%nat. pose proof (pass_run j u pass s (le_n _) O) as is_.
    rewrite firstn_all in is_. rewrite is_. apply Rmult_lt_0_compat; assumption.
  - intros k no i li bit weight. unfold bit, weight. destruct k as [|k].
    + cbn. rewrite nth_repeat. split; [split; [lra|discriminate]|congruence].
    + destruct (passes (S k) no) as (v & u & s & (holds & _) & set_). specialize (set_ ltac:(discriminate) i li).
      pose proof (enough L T good v u _ (S i) holds ltac:(discriminate)) as near. rewrite set_ in near.
      rewrite (s (S i)). unfold holds_by, most, slack in near.
      destruct (nth i (iterate C (S k)) false); cbn [as_real] in near.
      * split; [split; [reflexivity|]|]; intros _; [apply Rmult_lt_0_compat; lra|]. apply Rabs_le. nra.
      * split; [split; [|discriminate]|]; intros h; [exfalso; nra|]. apply Rabs_le. nra.
Qed.
End Circuits.

Theorem level_computes L T : level_holds L T = true -> logistic_computes (level_rate L) T (reads_most L) (bit_error L).
Proof. intros good C fine few. apply computed; assumption. Qed.
