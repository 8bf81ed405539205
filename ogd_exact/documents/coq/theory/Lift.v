(* What was tried on a few names happens on the coordinates of any circuit. *)
From Coq Require Import List Bool Arith ZArith Lia Ring Field InitialRing.
Require Import OGD.Theorem OGD.Field OGD.Tables OGD.Frame OGD.Columns OGD.Calls OGD.Check.
Import ListNotations.
Local Open Scope field_scope.

Lemma held_eqb_eq h h' : held_eqb h h' = true -> h = h'.
Proof.
  destruct h, h'; cbn; try discriminate; intros e; [apply eqb_prop in e|reflexivity|apply Nat.eqb_eq in e]; congruence.
Qed.
Lemma all_equal_at n hs hs' : all_equal n hs hs' = true -> forall i, (i < n)%nat -> held_at hs i = held_at hs' i.
Proof.
  induction n as [|n IH]; cbn; intros e i l; [lia|]. apply andb_prop in e as [e1 e2].
  destruct (Nat.eq_dec i n) as [->|]; [apply held_eqb_eq, e1|apply IH; [exact e2|lia]].
Qed.
Lemma position_map f i l : (forall j, In j l -> f i = f j -> i = j) -> position (f i) (map f l) = position i l.
Proof.
  induction l as [|q l IH]; intros inj; [reflexivity|]. cbn. rewrite IH by (intros; apply inj; [right|]; assumption).
  destruct (Nat.eqb_spec (f i) (f q)) as [e|e], (Nat.eqb_spec i q) as [e'|e']; try congruence.
  elim e'. apply inj; [left; reflexivity|exact e].
Qed.

(* What the proof of a construction rests on: gadgets keep their contracts, decay keeps magnitudes good, accepting is no
   signal; and what is allowed is all that weights can be on the way. *)
Record grounds {F : ordered_field} (R : rule F) (E : encoding F) (good : F -> Prop) (K : construction F)
  (contracts : list (list (case F))) (allowed : F -> Prop) : Prop := ground_of {
  kept : Forall2 (keeps_contract R good E) (gadgets K) contracts;
  good_decay : forall m, good m -> good (decay R * m);
  decay_positive : 0 < decay R;
  accept_is_special : (accept K < special K)%nat;
  allowed_decay : forall x, allowed x -> allowed (decay R * x);
  allowed_zero : allowed 0;
  allowed_rows : forall g c m row x, In c (nth g contracts []) -> Forall good m -> In row (rows c m) -> In x row ->
    allowed x }.

Section Lift.
Context {F : ordered_field} (R : rule F) (E : encoding F) (good : F -> Prop) (K : construction F) (C : circuit).
Add Field numbers : (field_of F) (morphism (num_morphism F), completeness (num_faithful F),
  constants [numeral], power_tac (power_of F) [exponent]).
Variable contracts : list (list (case F)).
Notation v := (dimension K C).

(* What all weights on the way satisfy: they are allowed; if quiet, the accepting one is not positive. *)
Variable allowed : F -> Prop.
Hypothesis ground : grounds R E good K contracts allowed.
Definition bound (quiet : bool) (p : nat) (x : F) : Prop := (quiet = true -> p = accept K -> (0 <? x) = false) /\
  allowed x.
Lemma bound_decay quiet p x : bound quiet p x -> bound quiet p (decay R * x).
Proof.
  intros [a b]. split; [|apply (allowed_decay _ _ _ _ _ _ ground), b]. intros q e.
  apply not_positive_mul; [apply (decay_positive _ _ _ _ _ _ ground)|exact (a q e)].
Qed.

(* Calls take weights that say something as in S to weights that say something as in S'. *)
Definition carries (quiet : bool) (calls : list (nat * list nat)) (S S' : (nat -> held) -> Prop) : Prop :=
  forall w A M, length M = v -> Forall good M -> says E K C w A M -> within_bounds v (bound quiet) w ->
    S A ->
  exists A', S' A' /\ safe R v (bound quiet) (examples_of R K C M calls) w /\
    says E K C (run R v (examples_of R K C M calls) w) A' (fold_left (after_call R K C) calls M) /\
    Forall good (fold_left (after_call R K C) calls M).
Lemma examples_of_app M c1 c2 : examples_of R K C M (c1 ++ c2) =
  examples_of R K C M c1 ++ examples_of R K C (fold_left (after_call R K C) c1 M) c2.
Proof. revert M. induction c1 as [|c c1 IH]; intros M; [reflexivity|]. cbn. rewrite IH, app_assoc. reflexivity. Qed.
Lemma fold_length calls M : length (fold_left (after_call R K C) calls M) = length M.
Proof. revert M. induction calls as [|c cs IH]; intros M; [reflexivity|]. cbn. rewrite IH. apply after_call_length. Qed.
Lemma carries_nothing quiet S : carries quiet [] S S.
Proof. intros w A M l g s b a. exists A. cbn. auto. Qed.
Lemma carries_app quiet c1 c2 S1 S2 S3 : carries quiet c1 S1 S2 -> carries quiet c2 S2 S3 -> carries quiet (c1 ++
  c2) S1 S3.
Proof.
  intros h1 h2 w A M l g s b a. destruct (h1 w A M l g s b a) as (A2 & a2 & s2 & w2 & g2).
  destruct (h2 _ A2 _ (eq_trans (fold_length c1 M) l) g2 w2 (safe_end R v _ _ _ b s2) a2) as (A3 & a3 & s3 & w3 & g3).
  exists A3. rewrite examples_of_app, run_app, fold_left_app. auto using safe_app.
Qed.
Lemma carries_weaken quiet c (S1 S2 S1' S2' : (nat -> held) -> Prop) : (forall A, S1' A -> S1 A) -> (forall A, S2 A ->
  S2' A) ->
  carries quiet c S1 S2 -> carries quiet c S1' S2'.
Proof. intros a b h w A M l g s bd x. destruct (h w A M l g s bd (a A x)) as (A' & y & z). exists A'. auto. Qed.
Lemma carries_each {X} quiet (f : X -> list (nat * list nat)) (S : nat -> (nat -> held) -> Prop) (l : list X) size :
  length l = size -> (forall t x, nth_error l t = Some x -> carries quiet (f x) (S t) (S (Datatypes.S t))) ->
  carries quiet (flat_map f l) (S 0%nat) (S size).
Proof.
  intros <-. revert S. induction l as [|x l IH]; intros S h; [apply carries_nothing|]. cbn [flat_map length].
  apply (carries_app _ _ _ _ (S 1%nat)); [apply (h 0%nat); reflexivity|].
  apply (IH (fun t => S (Datatypes.S t))). intros t y e. apply (h (Datatypes.S t)). exact e.
Qed.

(* One instance, in a row of coordinates. *)
Section Instance.
Variables (n : nat) (row : list nat).
Hypothesis size : length row = n.
Hypothesis no_repeat : NoDup (row ++ [v]).
Hypothesis below : forall p, In p row -> (p < v)%nat.
Hypothesis accept_first : (accept K < n)%nat /\ nth (accept K) (row ++ [v]) 0%nat = accept K.
Definition at_row (i : nat) : nat := nth i (row ++ [v]) 0%nat.
Definition placed (call : nat * list nat) : nat * list nat := (fst call,
  map (fun name => nth name row 0%nat) (snd call)).
Definition like (A0 : nat -> held) (hs : list held) (A : nat -> held) : Prop :=
  (forall i, (i <= n)%nat -> A (at_row i) = held_at hs i) /\ forall p, ~ In p (row ++ [v]) -> A p = A0 p.

Lemma row_size : length (row ++ [v]) = S n.
Proof. rewrite app_length. cbn. lia. Qed.
Lemma at_row_inj i j : (i <= n)%nat -> (j <= n)%nat -> at_row i = at_row j -> i = j.
Proof. intros a b. apply (proj1 (NoDup_nth _ 0%nat) no_repeat); rewrite row_size; lia. Qed.
Lemma placed_places call : allowed_call K n call = true -> places K C (placed call) = map at_row (snd call ++ [n]).
Proof.
  intros ok. unfold allowed_call in ok. apply andb_prop in ok as [ok _]. apply andb_prop in ok as [_ ok].
  rewrite forallb_forall in ok. unfold places, placed. cbn [snd]. rewrite map_app. cbn [map].
  f_equal; [|unfold at_row; rewrite app_nth2, size, Nat.sub_diag by lia; reflexivity].
  apply map_ext_in. intros p i. specialize (ok p i). apply Nat.ltb_lt in ok. unfold at_row. rewrite app_nth1 by lia.
  reflexivity.
Qed.
Lemma NoDup_map_at l : NoDup l -> (forall i, In i l -> (i <= n)%nat) -> NoDup (map at_row l).
Proof.
  induction 1 as [|i l a b IH]; intros le; [constructor|]. cbn. constructor; [|apply IH; intros; apply le; right;
    assumption].
  intros m. apply in_map_iff in m as (j & e & m). apply at_row_inj in e; [subst; contradiction| |]; apply le; [right;
    exact m|left; reflexivity].
Qed.

Lemma call_carries (strict quiet : bool) call c hs A0 : (quiet = true -> strict = true) ->
  allowed_call K n call = true ->
  In c (nth (fst call) contracts []) ->
  all_equal (S (width (gadget_of K call))) (before c) (map (held_at hs) (snd call ++ [n])) = true ->
  negb strict || leaves_accept_alone K (snd call ++ [n]) c = true ->
  carries quiet [placed call] (like A0 hs) (like A0 (map (moved (snd call ++ [n]) c hs) (seq 0 (S n)))).
Proof.
  intros q ok ic eq alone w A M l g s b [a1 a2]. set (r := snd call ++ [n]) in *.
  pose proof (placed_places call ok) as pl. fold r in pl.
  unfold allowed_call in ok. apply andb_prop in ok as [ok width_ok]. apply andb_prop in ok as [d le].
  apply Nat.eqb_eq in width_ok. apply distinct_NoDup in d. fold r in d. rewrite forallb_forall in le.
  assert (le' : forall i, In i r -> (i <= n)%nat).
  { intros i m. apply in_app_or in m as [m|[<-|[]]]; [specialize (le i m); apply Nat.ltb_lt in le; lia|lia]. }
  assert (r_size : length r = S (width (gadget_of K call))) by (unfold r; rewrite app_length; cbn; lia).
  assert (met : meets K C contracts A (placed call) c).
  { split; [exact ic|]. split; [cbn; rewrite map_length; exact width_ok|].
    split; [rewrite pl; apply NoDup_map_at; assumption|]. split.
    - intros p m. cbn in m. apply in_map_iff in m as (i & <- & m). apply below, nth_In. specialize (le i m).
      apply Nat.ltb_lt in le. lia.
    - intros i li. change (gadget_of K (placed call)) with (gadget_of K call) in li. rewrite pl.
      rewrite (nth_indep _ 0%nat (at_row 0%nat)) by (rewrite map_length; lia). rewrite map_nth.
      assert (In (nth i r 0%nat) r) as m by (apply nth_In; lia). rewrite a1 by (apply le', m).
      pose proof (all_equal_at _ _ _ eq i ltac:(lia)) as e. unfold held_at at 1 2 in e. rewrite e.
      rewrite (nth_indep _ Unset (held_at hs 0%nat)) by (rewrite map_length; lia). rewrite map_nth. reflexivity. }
  exists (effect K C (placed call) c A). cbn [examples_of fold_left]. rewrite app_nil_r.
  destruct (call_runs R E good K C contracts (kept _ _ _ _ _ _ ground) (bound quiet) (bound_decay quiet) (placed call) c
    w A M l g s met b) as [sf sy].
  { intros m i rw lm gm li im. change (gadget_of K (placed call)) with (gadget_of K call) in *. split.
    - intros qt e. rewrite (q qt) in alone. cbn in alone. rewrite pl in e.
      rewrite (nth_indep _ 0%nat (at_row 0%nat)) in e by (rewrite map_length; lia). rewrite map_nth in e.
      destruct accept_first as [af1 af2]. fold (at_row (accept K)) in af2. rewrite <- af2 in e.
      apply at_row_inj in e; [|apply le', nth_In; lia|lia].
      unfold leaves_accept_alone in alone. rewrite <- e in alone. rewrite position_nth in alone by (assumption || lia).
      apply existsb_exists in alone as (j & ij & ej). apply Nat.eqb_eq in ej. subst j.
      destruct (contract_of R E good K contracts (kept _ _ _ _ _ _ ground) call c ic) as (cs & ics & _ & keeps).
      destruct (keeps c ics m lm gm) as [_ st]. rewrite Forall_forall in st. specialize (st rw im).
      rewrite Forall_forall in st. apply st, ij.
    - destruct (nth_in_or_default i rw 0) as [z|z]; [|rewrite z; apply (allowed_zero _ _ _ _ _ _ ground)].
      eapply (allowed_rows _ _ _ _ _ _ ground); eassumption.
      }
  split; [|split; [exact sf|split; [exact sy|]]].
  - split.
    + intros i li. unfold effect. rewrite pl, position_map.
      * unfold held_at at 1. rewrite nth_map_seq by lia. unfold moved.
        destruct (position i r); [reflexivity|]. apply a1, li.
      * intros j m e. apply at_row_inj in e; [exact e|exact li|apply le', m].
    + intros p np. unfold effect. replace (position p (places K C (placed call))) with (@None nat); [apply a2, np|].
      symmetry. apply position_none. rewrite pl. intros m. apply in_map_iff in m as (i & <- & m). apply np, nth_In.
      rewrite row_size. specialize (le' i m). lia.
  - eapply after_call_good; [apply (kept _ _ _ _ _ _ ground)|apply (good_decay _ _ _ _ _ _ ground)|eassumption..].
Qed.
Lemma body_carries (strict quiet : bool) body : (quiet = true -> strict = true) -> forall hs hs' A0,
  tried K contracts strict n body hs = Some hs' -> carries quiet (map placed body) (like A0 hs) (like A0 hs').
Proof.
  intros q. induction body as [|call body IH]; intros hs hs' A0 e.
  - injection e as <-. apply carries_nothing.
  - cbn [tried] in e. destruct (find _ _) as [c|] eqn:f; [|discriminate]. apply find_some in f as [ic eq].
    destruct (allowed_call K n call) eqn:ok; [|discriminate]. cbn [andb] in e.
    destruct (negb strict || leaves_accept_alone K (snd call ++ [n]) c) eqn:alone; [|discriminate].
    change (map placed (call :: body)) with ([placed call] ++ map placed body).
    eapply carries_app; [eapply call_carries; eassumption|]. apply IH. exact e.
Qed.
End Instance.
End Lift.
