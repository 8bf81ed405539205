(* The main theorem: a construction that passes its checks, made of gadgets that keep their contracts, simulates. *)
From Coq Require Import List Bool Arith ZArith Lia Ring Field InitialRing.
Require Export OGD.Passes.
Require Import OGD.Theorem OGD.Field OGD.Tables OGD.Frame OGD.Columns OGD.Calls OGD.Check OGD.Lift OGD.Instances.
Require Import OGD.Phases OGD.Magnitudes.
Import ListNotations.

Section Main.
Context {F : ordered_field} {R : rule F} {E : encoding F} {good : F -> Prop} {K : construction F}
  {contracts : list (list (case F))} {Z : resting}.
Hypothesis model : sound R E good K contracts Z.
Add Field numbers : (field_of F) (morphism (num_morphism F), completeness (num_faithful F),
  constants [numeral], power_tac (power_of F) [exponent]).

Section Circuit.
Variable C : circuit.
Hypothesis fine : well_formed C.
Notation v := (dimension K C). Notation train := (train R K C). Notation weights_at :=
  (weights_at R K (OGD.Theorem.train R K) C).
Variable allowed : F -> Prop.
Hypothesis allowed_decay : forall x, allowed x -> allowed (decay R * x)%F.
Hypothesis allowed_zero : allowed 0%F.
Hypothesis allowed_rows : forall g c m row x, In c (nth g contracts []) -> Forall good m -> In row (rows c m) ->
  In x row -> allowed x.
Hypothesis allowed_rest : forall h, In h (second_rest Z :: special_rest Z) -> allowed (weight E h).
Notation ready := (@ready F R E K Z C allowed).
Notation pass_answers := (pass_answers model C fine allowed allowed_decay allowed_zero allowed_rows).

(* Sizes. *)
Definition count (calls : list (nat * list nat)) : nat := examples_in K calls.
Lemma examples_count N calls : length (examples_of R K C N calls) = count calls.
Proof.
  revert N. induction calls as [|call calls IH]; intros N; [reflexivity|]. cbn [examples_of]. rewrite app_length, IH.
  unfold examples_of_call. rewrite map_length, (sized_call K (sizes_fixed _ _ _ _ _ _ model)). reflexivity.
Qed.
Lemma train_positive : 0 < length train.
Proof.
  unfold OGD.Theorem.train. rewrite examples_count. unfold program. destruct (checks model) as (_ & _ & _ & _ & _ & q).
  apply existsb_exists in q as (f & i & q). destruct (over f) eqn:o; try discriminate. apply Nat.ltb_lt in q.
  apply in_split in i as (l1 & l2 & e). rewrite e, flat_map_app. cbn [flat_map]. rewrite o. cbn [instances flat_map].
  rewrite app_nil_r.
  unfold count, examples_in in *. rewrite !map_app, !list_sum_app, placed_calls_row. cbn [body]. rewrite map_map.
  match goal with |- 0 < _ + (?placed + _) => change placed with (list_sum (map (fun call => length (examples
    (gadget_of K call) [])) (calls f))) end.
  lia.
Qed.

(* Time. *)
Lemma taken_at k t : t < length train -> taken train (k * length train + t) = nth t train ([], 0%F).
Proof. intros l. unfold taken. f_equal. rewrite Nat.add_comm, Nat.mod_add by lia. apply Nat.mod_small, l. Qed.
Lemma weights_within k t : t <= length train ->
  weights_at (k * length train + t) = run R v (firstn t train) (weights_at (k * length train)).
Proof.
  induction t as [|t IH]; intros l; [rewrite Nat.add_0_r; reflexivity|].
  rewrite Nat.add_succ_r. unfold weights_at in *. cbn [trajectory]. rewrite IH, taken_at by lia.
  rewrite (firstn_snoc t train ([], 0%F)), run_app by lia. reflexivity.
Qed.
Lemma weights_next k : weights_at (S k * length train) = run R v train (weights_at (k * length train)).
Proof.
  replace (S k * length train) with (k * length train + length train) by lia.
  rewrite weights_within, firstn_all by lia. reflexivity.
Qed.
Lemma passes_ready k : (forall j, j < k -> ~ says_yes C j) -> ready k (weights_at (k * length train)).
Proof.
  induction k as [|k IH]; intros no; [exact (first_ready model C fine allowed allowed_zero allowed_rest)|].
  rewrite weights_next.
  destruct (pass_answers k _ (IH (fun j l => no j (Nat.lt_lt_succ_r _ _ l)))) as (y & a & _ & r).
  destruct y; [|exact r]. elim (no k); [lia|]. apply a. reflexivity.
Qed.
Lemma says_yes_dec k : says_yes C k \/ ~ says_yes C k.
Proof. unfold says_yes. destruct (nth _ _ _); auto. Qed.
Lemma first_yes k : says_yes C k -> exists j, says_yes C j /\ forall i, i < j -> ~ says_yes C i.
Proof.
  induction k as [k IH] using (well_founded_induction lt_wf). intros y.
  assert (d : (exists j, j < k /\ says_yes C j) \/ forall j, j < k -> ~ says_yes C j).
  { clear. induction k as [|k [(j & l & y)|no]]; [right; lia|left; exists j; auto|].
    destruct (says_yes_dec k) as [y|y]; [left; exists k; auto|]. right. intros j l.
    destruct (Nat.eq_dec j k) as [->|]; [exact y|apply no; lia]. }
  destruct d as [(j & l & yj)|no]; [exact (IH j l yj)|exists k; auto].
Qed.
Lemma none_or_some k : (exists j, j <= k /\ says_yes C j) \/ forall j, j <= k -> ~ says_yes C j.
Proof.
  induction k as [|k [(j & l & y)|no]]; [|left; exists j; auto|].
  - destruct (says_yes_dec 0) as [y|y]; [left; exists 0; auto|]. right. intros j l. replace j with 0 by lia. exact y.
  - destruct (says_yes_dec (S k)) as [y|y]; [left; exists (S k); auto|]. right. intros j l.
    destruct (Nat.eq_dec j (S k)) as [->|]; [exact y|apply no; lia].
Qed.
Lemma split_time t : exists q r, t = q * length train + r /\ r < length train.
Proof.
  pose proof train_positive. exists (t / length train), (t mod length train).
  split; [rewrite Nat.mul_comm; apply Nat.div_mod; lia|apply Nat.mod_upper_bound; lia].
Qed.

Lemma simulates_circuit : (exists t, (0 < weights_at t (accept K))%F) <-> exists k, says_yes C k.
Proof.
  split.
  - intros [t pos]. destruct (split_time t) as (q & r & -> & l).
    destruct (none_or_some q) as [(j & _ & y)|no]; [exists j; exact y|]. exfalso.
    assert (no' : forall j, j < q -> ~ says_yes C j) by (intros j lj; apply no; lia).
    pose proof (passes_ready q no') as rd. rewrite weights_within in pos by lia.
    assert (z : (0 <? run R v (firstn r train) (weights_at (q * length train)) (accept K))%F = false).
    { destruct r as [|r].
      - destruct rd as [(A & b & s) _]. cbn [firstn run]. apply not_positive_zero. eapply (accept_zero model); eassumption.
      - destruct (pass_answers q _ rd) as (y & a & sf & _). destruct y; [elim (no q); [lia|]; apply a; reflexivity|].
        destruct (safe_at R v _ _ _ r sf ltac:(lia)) as [_ wb]. apply (wb (accept K) (accept_small model C));
          reflexivity. }
    congruence.
  - intros [k y]. destruct (first_yes k y) as (j & yj & no). exists (S j * length train). rewrite weights_next.
    destruct (pass_answers j _ (passes_ready j no)) as (yn & a & _ & r). destruct yn; [exact r|]. apply a in yj.
    discriminate.
Qed.
(* Up to the end of the pass of the first yes, no step stands on the kink, and all weights are allowed. *)
Lemma time_before k t : t < S k * length train -> exists q r, t = q * length train + r /\ r < length train /\ q <= k.
Proof. intros l. destruct (split_time t) as (q & r & -> & lr). exists q, r. repeat split; auto. nia. Qed.
Lemma avoids_kink_circuit k t : (forall j, j < k -> ~ says_yes C j) -> t < S k * length train ->
  ~ on_kink R v (taken train t) (weights_at t).
Proof.
  intros no l. destruct (time_before k t l) as (q & r & -> & lr & lq).
  destruct (pass_answers q _ (passes_ready q (fun j lj => no j (Nat.lt_le_trans _ _ _ lj lq)))) as (y & _ & sf & _).
  rewrite taken_at, weights_within by lia. apply (safe_at R v _ _ _ r sf lr).
Qed.
Lemma allowed_circuit k t : (forall j, j < k -> ~ says_yes C j) -> t < S k * length train ->
  forall p, p <= v -> allowed (weights_at t p) /\ allowed (weights_at (S t) p).
Proof.
  intros no l p lp. destruct (time_before k t l) as (q & r & -> & lr & lq).
  pose proof (passes_ready q (fun j lj => no j (Nat.lt_le_trans _ _ _ lj lq))) as rd.
  rewrite <- Nat.add_succ_r, !weights_within by lia.
  destruct (pass_answers q _ rd) as (y & _ & sf & _). split; [|apply (safe_at R v _ _ _ r sf lr), lp].
  destruct r as [|r]; [apply rd, lp|]. apply (safe_at R v _ _ _ r sf), lp. lia.
Qed.
Lemma names_circuit e c p : In e train -> In (c, p) (fst e) -> c < v.
Proof.
  intros i. apply (In_nth _ _ ([], 0%F)) in i as (t & l & <-).
  destruct (pass_answers 0 _ (passes_ready 0 (fun j lj => False_ind _ (Nat.nlt_0_r _ lj)))) as (y & _ & sf & _).
  apply (safe_at R v _ _ _ t sf l).
Qed.
End Circuit.

Theorem simulation : simulates R K (train R K).
Proof. intros C fine. apply (simulates_circuit C fine (fun _ => True)); auto. Qed.
Theorem no_kink : avoids_kink R K (train R K).
Proof. intros C k t fine. apply (avoids_kink_circuit C fine (fun _ => True)); auto. Qed.
Theorem dimension_known : has_dimension K (train R K) (special K).
Proof. intros C fine. split; [reflexivity|]. intros e c p. apply (names_circuit C fine (fun _ => True)); auto. Qed.

(* Without decay, and with rows that do not depend on magnitudes, all weights are those in the rows. *)
Definition weights_in_rows : list F :=
  0%F :: map (weight E) (second_rest Z :: special_rest Z) ++ concat (flat_map (fun c => rows c []) (concat contracts)).
Theorem finite_weights : decay R = 1%F -> Forall (Forall (fun c => forall m, rows c m = rows c [])) contracts ->
  finitely_many_weights R K (train R K).
Proof.
  intros still_there same. exists weights_in_rows. intros C k t fine no l.
  apply (allowed_circuit C fine (fun x => In x weights_in_rows)) with (k := k); auto.
  - intros x i. rewrite still_there. replace (1 * x)%F with x by ring. exact i.
  - left. reflexivity.
  - intros g c m row x ic _ ir ix. right. apply in_or_app. right.
    assert (icc : In c (concat contracts)).
    { apply in_concat. exists (nth g contracts []). split; [|exact ic]. apply nth_In.
      destruct (lt_dec g (length contracts)); [assumption|].
      rewrite nth_overflow in ic by lia. destruct ic. }
    apply in_concat. exists row. split; [|exact ix]. apply in_flat_map. exists c. split; [exact icc|].
    apply in_concat in icc as (cs & i1 & i2). rewrite Forall_forall in same. specialize (same cs i1).
    rewrite Forall_forall in same.
    rewrite <- (same c i2 m). exact ir.
  - intros h i. right. apply in_or_app. left. apply in_map, i.
Qed.

(* Sizes: how many examples the phases over a range have for each instance. *)
Definition per (r : range) : nat := list_sum (map (fun f => match over f, r with
  | Inputs, Inputs | Gates, Gates | Question, Question | Outputs, Outputs => examples_in K (calls f) | _,
    _ => 0 end) (phases K)).
Definition sizes_agree : bool :=
  forallb (fun f => match over f with Gates => examples_in K (calls f) =? examples_in K (calls_if_same f) | _ => true
    end) (phases K).
Lemma examples_in_app c1 c2 : examples_in K (c1 ++ c2) = examples_in K c1 + examples_in K c2.
Proof. unfold examples_in. rewrite map_app. apply list_sum_app. Qed.
Lemma examples_in_instances f l k : (forall x, In x l -> examples_in K (body f x) = k) ->
  examples_in K (flat_map (placed_calls K f) l) = length l * k.
Proof.
  intros h. induction l as [|x l IH]; [reflexivity|]. cbn [flat_map length].
  rewrite examples_in_app, IH by (intros y i; apply h; right; exact i).
  replace (examples_in K (placed_calls K f x)) with (examples_in K (body f x)); [rewrite h by (left; reflexivity);
    reflexivity|].
  rewrite placed_calls_row. unfold examples_in. rewrite map_map. reflexivity.
Qed.
Theorem size : sizes_agree = true -> has_size (train R K) (per Inputs + per Outputs) (per Gates) (per Question).
Proof.
  intros agree C fine. unfold train. rewrite examples_count. unfold count, program, per, sizes_agree in *.
  destruct fine as (_ & out_size & _).
  induction (phases K) as [|f fs IH]; [cbn; lia|]. cbn [flat_map map forallb] in *.
  apply andb_prop in agree as [a1 a2]. specialize (IH a2).
  rewrite examples_in_app, IH. clear IH. change (list_sum (?x :: ?l)) with (x + list_sum l).
  destruct (over f) eqn:o; rewrite (examples_in_instances f _ (examples_in K (calls f))).
  all: try (cbn [instances length]; rewrite ?map_length, ?combine_length, ?seq_length, ?out_size, ?Nat.min_id; lia).
  all: intros x i.
  - cbn in i. apply in_map_iff in i as (y & <- & _). reflexivity.
  - apply in_map_iff in i as ([g [a b]] & <- & _). cbn [body]. apply Nat.eqb_eq in a1.
    destruct (signal K a =? signal K b); auto.
  - destruct i as [<-|[]]. reflexivity.
  - apply in_map_iff in i as ([i o'] & <- & _). reflexivity.
Qed.

(* What is true of every example of the gadgets, wherever these are called, is true of the training set. *)
Lemma example_of_call C M program e : In e (examples_of R K C M program) ->
  exists c m e', In c program /\ In e' (examples (gadget_of K c) m) /\ e = rename (places K C c) e'.
Proof.
  revert M. induction program as [|c program IH]; intros M i; [destruct i|]. cbn [examples_of] in i.
  apply in_app_or in i as [i|i].
  - apply in_map_iff in i as (e' & <- & i). exists c, (found M c), e'. split; [left; reflexivity|auto].
  - destruct (IH _ i) as (c' & m & e' & a & b). exists c', m, e'. split; [right; exact a|exact b].
Qed.
Lemma example_of_gadget C M program e : In e (examples_of R K C M program) ->
  exists g m e' on, In g (gadgets K) /\ In e' (examples g m) /\ e = rename on e'.
Proof.
  intros i. destruct (example_of_call C M program e i) as (c & m & e' & _ & ie & ->). unfold gadget_of in ie.
  destruct (nth_in_or_default (fst c) (gadgets K) {| width := 0; examples := fun _ => []; leaves := [] |}) as [ig|dg];
    [|rewrite dg in ie; destruct ie].
  eexists _, m, e', _. split; [exact ig|]. split; [exact ie|reflexivity].
Qed.
Theorem sparse k : Forall (fun g => forall m, forallb (fun e => length (fst e) <=? k) (examples g m) = true) (gadgets K)
  -> is_sparse (train R K) k.
Proof.
  intros each C e _ i. destruct (example_of_gadget C _ _ e i) as (g & m & e' & on & ig & ie & ->). cbn [rename fst].
  rewrite map_length. rewrite Forall_forall in each. specialize (each g ig m). rewrite forallb_forall in each.
  apply Nat.leb_le, each, ie.
Qed.
End Main.
