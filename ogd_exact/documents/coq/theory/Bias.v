(* Models with biases: when a construction may have them, and the theorems then. *)
From Coq Require Import List Bool Arith Lia.
Require Export OGD.Blocks.
Require Import OGD.Theorem OGD.Field OGD.Tables OGD.Frame OGD.Columns OGD.Calls OGD.Check OGD.Lift OGD.Instances.
Require Import OGD.Main.
Import ListNotations.

(* What is asked of a model with biases, all of it plain to see or computed. *)
Section Model.
Context {F : ordered_field}.
Variables (R : rule F) (E : encoding F) (good : F -> Prop) (K : construction F).
Variables (contracts : list (list (case F))) (Z : resting).
Variables (biases : list nat) (labels : list F) (rows_still rows_moved : list (list F)).
Definition names_of (f : phase) : nat := special K + match over f with Gates => 3 | Outputs => 2 | _ => 1 end.
Definition spares_biases (f : phase) (c : call) : bool := (length (snd c) =? width (gadget_of K c)) &&
  forallb (fun name => (name <? names_of f) && negb (existsb (Nat.eqb name) biases)) (snd c).
Definition biases_ok : bool := distinct biases && forallb (fun b => (b <? special K) && negb (b =? accept K)) biases &&
  forallb (fun f => forallb (spares_biases f) (calls f ++ calls_if_same f)) (phases K).
Record sound_with_biases : Prop := {
  plain_sound : sound R E good K contracts Z;
  moves_plain : adds_x_or_nothing R;
  biases_checked : biases_ok = true;
  biases_start : Forall (fun b => nth b (start_special K) zero = zero) biases /\ start_second K = zero;
  labels_one : Forall (fun g => forall m, Forall (fun e => snd e = one /\
    forallb (fun '(c, _) => c <? width g) (fst e) = true) (examples g m)) (gadgets K);
  still_corrects : leads R (length biases) (correction biases labels) (repeat zero (length biases)) rows_still
    (repeat zero (length biases));
  moved_corrects : leads R (length biases) (correction biases labels) (repeat (opp one) (length biases)) rows_moved
    (repeat zero (length biases)) }.
Hypothesis model : sound_with_biases.
Notation T := (train R K). Notation biased := (biased T biases labels).

Lemma biases_facts : NoDup biases /\ (forall b, In b biases -> b < special K /\ b <> accept K /\
  nth b (start_special K) zero = zero) /\
  forall f c name, In f (phases K) -> In c (calls f ++ calls_if_same f) -> length (snd c) = width (gadget_of K c) /\
    (In name (snd c) -> name < names_of f /\ ~ In name biases).
Proof.
  pose proof (biases_checked model) as ok. unfold biases_ok in ok. apply andb_prop in ok as [ok named].
  apply andb_prop in ok as [d sp].
  rewrite forallb_forall in sp, named. destruct (biases_start model) as [z _]. rewrite Forall_forall in z.
  split; [apply distinct_NoDup, d|]. split.
  - intros b i. specialize (sp b i). apply andb_prop in sp as [s a]. apply Nat.ltb_lt in s.
    apply negb_true_iff, Nat.eqb_neq in a. auto.
  - intros f c name i ic. specialize (named f i). rewrite forallb_forall in named. specialize (named c ic).
    apply andb_prop in named as [w n].
    apply Nat.eqb_eq in w. split; [exact w|]. intros j. rewrite forallb_forall in n. specialize (n name j).
    apply andb_prop in n as [n1 n2].
    apply Nat.ltb_lt in n1. split; [exact n1|]. intros ib. apply negb_true_iff in n2.
    assert (existsb (Nat.eqb name) biases = true) by (apply existsb_exists; exists name; auto using Nat.eqb_refl).
    congruence.
Qed.
Lemma instance_special C f inst : In inst (instances K C (over f)) -> length inst + special K = names_of f /\
  Forall (fun p => special K <= p) inst.
Proof.
  intros i. unfold names_of. destruct (over f); cbn [instances] in i.
  - apply in_map_iff in i as (j & <- & _). split; [cbn; lia|repeat constructor; unfold signal; lia].
  - apply in_map_iff in i as ([g [a b]] & <- & _). split; [cbn; lia|repeat constructor; unfold signal; lia].
  - destruct i as [<-|[]]. split; [cbn; lia|repeat constructor; unfold signal; lia].
  - apply in_map_iff in i as ([j o] & <- & _). split; [cbn; lia|repeat constructor; unfold signal; lia].
Qed.
Lemma train_spares C e : In e (T C) -> snd e = one /\ forall c p, In (c, p) (fst e) -> ~ In c biases.
Proof.
  intros i. destruct biases_facts as (_ & low & named). destruct (example_of_call C _ _ e i)
    as (c & m & [x y] & ic & ie & ->).
  apply in_flat_map in ic as (f & jf & ic). apply in_flat_map in ic as (inst & ji & ic). rewrite placed_calls_row in ic.
  apply in_map_iff in ic as (c0 & <- & ic). assert (ib : In c0 (calls f ++ calls_if_same f)).
  { apply in_or_app. unfold body in ic. destruct inst as [|? [|? [|? [|]]]]; auto. destruct (_ =? _); auto. }
  change (gadget_of K (placed (seq 0 (special K) ++ inst) c0)) with (gadget_of K c0) in ie.
  assert (tidy : y = one /\ forallb (fun '(c, _) => c <? width (gadget_of K c0)) x = true).
  { pose proof (labels_one model) as lo. rewrite Forall_forall in lo. unfold gadget_of in *.
    destruct (nth_in_or_default (fst c0) (gadgets K) {| width := 0; examples := fun _ => []; leaves := [] |})
      as [ig|dg]; [|rewrite dg in ie; destruct ie].
    specialize (lo _ ig m). rewrite Forall_forall in lo. exact (lo (x, y) ie). }
  destruct tidy as [y1 range]. split; [exact y1|]. intros d p id. cbn [rename fst] in id.
  apply in_map_iff in id as ([c p'] & e & id). injection e as <- _.
  rewrite forallb_forall in range. specialize (range _ id). cbv beta iota in range. apply Nat.ltb_lt in range.
  destruct (named f c0 (nth c (snd c0) 0) jf ib) as [w nm]. unfold places, placed. cbn [snd].
  rewrite app_nth1 by (rewrite map_length; lia). set (g := fun name => nth name (seq 0 (special K) ++ inst) 0).
  rewrite (nth_indep _ 0 (g 0)) by (rewrite map_length; lia). rewrite map_nth. unfold g.
  destruct nm as [nl nb]; [apply nth_In; lia|]. set (name := nth c (snd c0) 0) in *.
  destruct (instance_special C f inst ji) as [il ip].
  destruct (lt_dec name (special K)) as [l|l]; [rewrite app_nth1, seq_nth by (rewrite ?seq_length; exact l); exact nb|].
  rewrite app_nth2; rewrite seq_length; [|lia]. intros ii. rewrite Forall_forall in ip. destruct (low _ ii) as [lo _].
  specialize (ip (nth (name - special K) inst 0)). cbv beta in ip. assert (In (nth (name - special K) inst 0) inst) by
    (apply nth_In; lia). specialize (ip H). lia.
Qed.

Lemma train_length C : well_formed C -> 0 < length (T C).
Proof. intros fine. apply (train_positive (plain_sound model)). Qed.
Lemma train_names C e c p : well_formed C -> In e (T C) -> In (c, p) (fst e) -> c < dimension K C.
Proof. intros fine. apply (dimension_known (plain_sound model) C fine). Qed.
Ltac by_facts := first [exact (still_corrects model)|exact (moved_corrects model)|exact (proj1 biases_facts)
  |exact (proj1 (proj2 biases_facts))|exact (proj2 (biases_start model))|exact (fun C e _ => train_spares C e)
  |exact train_names  |exact train_length|exact (accept_special (plain_sound model))].
Theorem bias_simulation : simulates R K biased.
Proof.
  apply (biased_simulates R (moves_plain model) K T biases labels rows_still rows_moved); try by_facts.
  exact (simulation (plain_sound model)).
Qed.
Theorem bias_no_kink : avoids_kink R K biased.
Proof.
  apply (biased_avoids_kink R (moves_plain model) K T biases labels rows_still rows_moved); try by_facts.
  exact (no_kink (plain_sound model)).
Qed.
Theorem bias_size : sizes_agree (K := K) = true ->
  has_size biased (S (length labels) * (per (K := K) Inputs + per (K := K) Outputs)) 
    (S (length labels) * per (K := K) Gates) (S (length labels) * per (K := K) Question).
Proof. intros agree. apply (biased_size T biases labels). exact (size (plain_sound model) agree). Qed.
Theorem bias_dimension : has_dimension K biased (special K).
Proof. apply (biased_dimension K T biases labels); try by_facts. exact (dimension_known (plain_sound model)). Qed.
Theorem bias_sparse k : (length biases <=? k) = true -> Forall (fun g => forall m,
  forallb (fun e => length (fst e) <=? k - length biases) (examples g m) = true) (gadgets K) -> is_sparse biased k.
Proof.
  intros few each. apply Nat.leb_le in few. replace k with (length biases + (k - length biases)) by lia.
  apply (biased_sparse T biases labels), sparse, each.
Qed.
(* Every label of the examples without biases is 1. *)
Theorem base_labels C e : In e (T C) -> snd e = one.
Proof. intros i. apply (train_spares C e i). Qed.
Theorem bias_finite : Forall (Forall (fun c => forall m, rows c m = rows c [])) contracts ->
  finitely_many_weights R K biased.
Proof.
  intros same. apply (biased_finite R (moves_plain model) K T biases labels rows_still rows_moved); try by_facts.
  apply (finite_weights (plain_sound model)); [apply decay_one, (moves_plain model)|exact same].
Qed.
End Model.
Ltac adds_plainly := split; [cbn; ring|repeat (apply Forall_cons;
  [intros ?; cbn; split; [ring|first [left; ring|right; ring]]|]); apply Forall_nil].
