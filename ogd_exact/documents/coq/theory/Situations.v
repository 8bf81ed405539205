(* What all coordinates of a circuit hold, and what an instance whose body was tried does to them. *)
From Coq Require Import List Bool Arith Lia.
Require Import OGD.Theorem OGD.Field OGD.Tables OGD.Frame OGD.Columns OGD.Calls OGD.Check OGD.Lift OGD.Instances.
Import ListNotations.

Section Situations.
Context {F : ordered_field} (R : rule F) (E : encoding F) (good : F -> Prop) (K : construction F) (C : circuit).
Variables (contracts : list (list (case F))) (Z : resting).
Variable allowed : F -> Prop.
Hypothesis ground : grounds R E good K contracts allowed.
Hypothesis fine : well_formed C.
Variable xs : list bool.
Hypothesis xs_size : length xs = inputs C.
Notation v := (dimension K C). Notation n := (inputs C). Notation m := (length (gates C)).
Notation carries := (carries R E good K C allowed).

Notation value := (signal_at C xs).
Definition following (j : nat) : bool := nth j (next C xs) false.

(* What all coordinates hold, signal j being of kind `kinds j`. *)
Definition situation (kinds : nat -> kind) (said : bool) (A : nat -> held) : Prop :=
  (forall k, k < special K -> A k = rest_at K Z said k) /\ A v = second_rest Z /\
  forall j, j < n + m -> In (A (signal K j)) (may_hold Z (kinds j) (value j) (following j)).

Lemma whole_special said hs i : i < special K -> held_at (whole K Z said hs) i = rest_at K Z said i.
Proof.
  intros l. unfold held_at, whole. rewrite app_nth1 by (rewrite map_length, seq_length; exact l).
  apply nth_map_seq, l.
Qed.
Lemma whole_signal said hs i : i < length hs -> held_at (whole K Z said hs) (special K + i) = held_at hs i.
Proof.
  intros l. unfold held_at, whole. rewrite app_nth2; rewrite map_length, seq_length; [|lia].
  rewrite app_nth1 by lia. f_equal. lia.
Qed.
Lemma whole_second said hs : held_at (whole K Z said hs) (special K + length hs) = second_rest Z.
Proof.
  unfold held_at, whole. rewrite app_nth2; rewrite map_length, seq_length; [|lia].
  rewrite app_nth2 by lia. replace (special K + length hs - special K - length hs) with 0 by lia. reflexivity.
Qed.

(* An instance whose body was tried. *)
Lemma turns_carries strict quiet said said' body hs hs' js kinds kinds' :
  (quiet = true -> strict = true) -> turns K contracts Z strict said said' body hs hs' = true ->
  length js = length hs -> NoDup js -> (forall j, In j js -> j < n + m) ->
  (forall j, j < n + m -> ~ In j js -> kinds' j = kinds j) ->
  (forall i, i < length js -> In (held_at hs' i) (may_hold Z (kinds' (nth i js 0)) (value (nth i js 0)) (following (nth
    i js 0)))) ->
  carries quiet (map (placed (seq 0 (special K) ++ map (signal K) js)) body)
    (fun A => situation kinds said A /\ forall i, i < length js -> A (signal K (nth i js 0)) = held_at hs i)
    (situation kinds' said').
Proof.
  intros q t size no_repeat below others ours w A M lM gM sA bA [(sp & se & sg) inst].
  unfold turns in t. destruct (tried _ _ _ _ _ _) as [found|] eqn:tr; [|discriminate].
  apply andb_prop in t as [same_size t]. apply Nat.eqb_eq in same_size.
  set (row := seq 0 (special K) ++ map (signal K) js). set (k := special K + length hs) in *.
  assert (row_size : length row = k) by (unfold row; rewrite app_length, seq_length, map_length; lia).
  pose proof (row_below K C js below) as in_row. pose proof (row_distinct K C js no_repeat below) as row_distinct.
  fold row in in_row, row_distinct.
  assert (at_special : forall i, i < special K -> at_row K C row i = i).
  { intros i l. unfold at_row, row. rewrite <- app_assoc, app_nth1 by (rewrite seq_length; exact l). apply seq_nth, l. }
  assert (at_signal : forall i, i < length js -> at_row K C row (special K + i) = signal K (nth i js 0)).
  { intros i l. unfold at_row, row. rewrite <- app_assoc, app_nth2; rewrite seq_length; [|lia].
    rewrite app_nth1 by (rewrite map_length; lia). replace (special K + i - special K) with i by lia.
    rewrite (nth_indep _ 0 (signal K 0)) by (rewrite map_length; lia). apply map_nth. }
  assert (at_last : at_row K C row k = v).
  { unfold at_row. rewrite app_nth2, row_size, Nat.sub_diag by lia. reflexivity. }
  destruct (body_carries R E good K C contracts allowed ground k row row_size row_distinct in_row)
    with (strict := strict) (quiet := quiet) (body := body) (hs := whole K Z said hs) (hs' := found) (A0 := A)
    (w := w) (A := A) (M := M) as (A' & [l1 l2] & rest); try assumption.
  { pose proof (accept_is_special _ _ _ _ _ _ ground) as l. split; [lia|]. apply at_special, l. }
  { split; [|reflexivity]. intros i l. destruct (lt_dec i (special K)) as [s|s].
    - rewrite at_special, whole_special by exact s. apply sp, s.
    - destruct (Nat.eq_dec i k) as [->|].
      + rewrite at_last. unfold k. rewrite whole_second. exact se.
      + replace i with (special K + (i - special K)) by lia. rewrite at_signal, whole_signal by lia. apply inst. lia. }
  exists A'. split; [|exact rest]. pose proof (all_equal_at _ _ _ t) as e. split; [|split].
  - intros i l. rewrite <- (at_special i l), l1, e, whole_special by lia. rewrite (at_special i l). reflexivity.
  - rewrite <- at_last, l1, e by lia. unfold k. rewrite same_size. apply whole_second.
  - intros j l. destruct (in_dec Nat.eq_dec j js) as [i|i].
    + apply (In_nth _ _ 0) in i as (i & li & <-). rewrite <- at_signal, l1, e, whole_signal by lia. apply ours, li.
    + rewrite others by assumption. rewrite l2; [apply sg, l|]. intros c. apply in_app_or in c as [c|[c|[]]].
      * apply in_app_or in c as [c|c]; [apply in_seq in c; unfold signal in c; lia|].
        apply in_map_iff in c as (j' & ej & c). unfold signal in ej. apply i. replace j with j' by lia. exact c.
      * unfold dimension, signal in c. lia.
Qed.

Lemma following_output i o : nth_error (outputs C) i = Some o -> following i = value o.
Proof.
  intros e. unfold following, next, signal_at. apply nth_error_nth. rewrite nth_error_map, e. reflexivity.
Qed.

(* Instances, one after the other. *)
Definition kinds_of (s : stage) (j : nat) : kind := if j <? n then of_inputs s else of_gates s.
Definition between (s s' : stage) (cut j : nat) : kind := if j <? cut then kinds_of s' j else kinds_of s j.
Lemma situation_ext kinds kinds' said A : (forall j, j < n + m -> kinds' j = kinds j) -> situation kinds said A ->
  situation kinds' said A.
Proof. intros e (a & b & c). split; [exact a|]. split; [exact b|]. intros j l. rewrite e by exact l. apply c, l. Qed.
Lemma tried_names quiet k body : forall hs hs', tried K contracts quiet k body hs = Some hs' ->
  Forall (fun call => allowed_call K k call = true) body.
Proof.
  induction body as [|call body IH]; intros hs hs' e; [constructor|]. cbn [tried] in e.
  destruct (find _ _); [|discriminate]. destruct (allowed_call K k call) eqn:ok; [|discriminate].
  constructor; [exact ok|].
  cbn [andb] in e. destruct (negb quiet || _); [|discriminate]. eapply IH, e.
Qed.
End Situations.
