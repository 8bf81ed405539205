(* Where the coordinates of an instance lie. *)
From Coq Require Import List FinFun Bool Arith Lia.
Require Export OGD.Signals OGD.Lists.
Require Import OGD.Theorem OGD.Tables OGD.Calls OGD.Check OGD.Lift.
Import ListNotations.

Lemma NoDup_one (j : nat) : NoDup [j].
Proof. repeat constructor. auto. Qed.
Lemma NoDup_two (i j : nat) : i <> j -> NoDup [i; j].
Proof. intros. repeat constructor; cbn; intuition congruence. Qed.
Lemma NoDup_three (i j k : nat) : i <> j -> i <> k -> j <> k -> NoDup [i; j; k].
Proof. intros. repeat constructor; cbn; intuition congruence. Qed.

Lemma every_in {A} (l : list A) f x : every l f = true -> In x l -> f x = true.
Proof. unfold every. rewrite forallb_forall. auto. Qed.
Lemma in_bits x : In x bits.
Proof. destruct x; cbn; auto. Qed.
Lemma nth_error_combine {A B} (l : list A) (l' : list B) t x y :
  nth_error (combine l l') t = Some (x, y) -> nth_error l t = Some x /\ nth_error l' t = Some y.
Proof.
  revert l' t. induction l as [|a l IH]; intros [|b l'] [|t]; cbn; try discriminate; [|apply IH].
  intros e. injection e as <- <-. auto.
Qed.
Lemma nth_error_seq lo len t x : nth_error (seq lo len) t = Some x -> x = lo + t /\ t < len.
Proof.
  intros e. assert (l : t < len) by (rewrite <- (seq_length len lo); apply nth_error_Some; congruence).
  split; [|exact l]. apply nth_error_nth with (d := 0) in e. rewrite seq_nth in e by exact l. auto.
Qed.

(* Where the coordinates of instances lie. *)
Section Instances.
Context {F : ordered_field} (K : construction F) (C : circuit).
Notation v := (dimension K C). Notation n := (inputs C). Notation m := (length (gates C)).
(* The coordinates of an instance on distinct signals js. *)
Lemma row_below js : (forall j, In j js -> j < n + m) -> forall p, In p (seq 0 (special K) ++ map (signal K) js) ->
  p < v.
Proof.
  intros below p i. unfold dimension. apply in_app_or in i as [i|i]; [apply in_seq in i; lia|].
  apply in_map_iff in i as (j & <- & i). specialize (below j i). unfold signal. lia.
Qed.
Lemma row_distinct js : NoDup js -> (forall j, In j js -> j < n + m) -> NoDup ((seq 0 (special K) ++
  map (signal K) js) ++ [v]).
Proof.
  intros no_repeat below. apply NoDup_join; [apply NoDup_join| |].
  - apply seq_NoDup.
  - apply Injective_map_NoDup; [|exact no_repeat]. intros a b. unfold signal. lia.
  - intros p i i'. apply in_seq in i. apply in_map_iff in i' as (j & e & _). unfold signal in e. lia.
  - repeat constructor. auto.
  - intros p i [<-|[]]. specialize (row_below js below _ i). lia.
Qed.

Lemma placed_calls_row f inst : placed_calls K f inst = map (placed (seq 0 (special K) ++ inst)) (body f inst).
Proof. apply map_ext. intros [g on]. reflexivity. Qed.
Lemma placed_merged i a body : map (placed (seq 0 (special K) ++ [i; a; a])) body = map (placed (seq 0 (special K) ++
  [i; a])) (merged K body).
Proof.
  unfold merged. rewrite map_map. apply map_ext. intros [g on]. unfold placed. cbn [fst snd]. f_equal. rewrite map_map.
  apply map_ext. intros p. destruct (Nat.eqb_spec p (special K + 2)) as [->|ne].
  - rewrite !app_nth2; rewrite !seq_length; try lia. replace (special K + 2 - special K) with 2 by lia.
    replace (special K + 1 - special K) with 1 by lia. reflexivity.
  - destruct (lt_dec p (special K)) as [l|l]; [rewrite !app_nth1 by (rewrite seq_length; exact l); reflexivity|].
    rewrite !app_nth2; rewrite !seq_length; try lia. remember (p - special K) as q.
    destruct q as [|[|[|q]]]; try reflexivity; [lia|]. destruct q; reflexivity.
Qed.
Lemma placed_less i rest body : Forall (fun call => allowed_call K (special K + 1) call = true) body ->
  map (placed (seq 0 (special K) ++ i :: rest)) body = map (placed (seq 0 (special K) ++ [i])) body.
Proof.
  intros ok. rewrite Forall_forall in ok. apply map_ext_in. intros [g on] i'. specialize (ok _ i'). unfold placed.
  cbn [fst snd]. f_equal.
  apply map_ext_in. intros p ip. unfold allowed_call in ok. apply andb_prop in ok as [ok _].
  apply andb_prop in ok as [_ ok].
  rewrite forallb_forall in ok. specialize (ok p ip). apply Nat.ltb_lt in ok.
  destruct (lt_dec p (special K)) as [l|l]; [rewrite !app_nth1 by (rewrite seq_length; exact l); reflexivity|].
  rewrite !app_nth2; rewrite !seq_length; try lia. replace (p - special K) with 0 by lia. reflexivity.
Qed.
Lemma gates_at t x : well_formed C -> nth_error (instances K C Gates) t = Some x ->
  exists a b, nth_error (gates C) t = Some (a, b) /\ t < m /\ a < n + t /\ b < n + t /\ x = map (signal K) [n + t; a;
    b].
Proof.
  intros fine. cbn [instances]. rewrite nth_error_map. destruct (nth_error (combine _ _) t) as [[g [a b]]|] eqn:e;
    [|discriminate].
  intros h. injection h as <-. apply nth_error_combine in e as [e1 e2]. apply nth_error_seq in e1 as [-> l].
  exists a, b. destruct fine as (ok & _). destruct (ok t a b e2). repeat split; auto.
Qed.
Lemma instances_gates : length (instances K C Gates) = m.
Proof. cbn. rewrite map_length, combine_length, seq_length. lia. Qed.

End Instances.
