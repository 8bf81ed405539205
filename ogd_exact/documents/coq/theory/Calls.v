(* A call of a gadget on the whole: if the weights say what a case of its contract asks for,
   they then say what it promises. *)
From Coq Require Import List Bool Arith ZArith Lia Ring Field InitialRing.
Require Import OGD.Theorem OGD.Field OGD.Tables OGD.Frame OGD.Columns.
Import ListNotations.
Local Open Scope field_scope.

Lemma firstn_snoc {A} t (l : list A) d : (t < length l)%nat -> firstn (S t) l = firstn t l ++ [nth t l d].
Proof.
  revert t. induction l as [|a l IH]; intros t s; [cbn in s; lia|]. destruct t; [reflexivity|]. cbn in *.
  rewrite <- IH by lia. reflexivity.
Qed.

(* Weights after a list of examples; and: no example stands on the kink or names v,
   and all weights on the way satisfy P. *)
Section Run.
Context {F : ordered_field} (R : rule F) (v : nat).
Fixpoint run (es : list (example F)) (w : weights F) : weights F :=
  match es with [] => w | e :: es => run es (step R v e w) end.
Definition within_bounds (P : nat -> F -> Prop) (w : weights F) : Prop := forall p, (p <= v)%nat -> P p (w p).
Fixpoint safe (P : nat -> F -> Prop) (es : list (example F)) (w : weights F) : Prop :=
  match es with
  | [] => True
  | e :: es => (~ on_kink R v e w /\ forall c p, In (c, p) (fst e) -> (c < v)%nat) /\
               within_bounds P (step R v e w) /\ safe P es (step R v e w) end.
Lemma run_app es1 es2 w : run (es1 ++ es2) w = run es2 (run es1 w).
Proof. revert w. induction es1; cbn; auto. Qed.
Lemma safe_at P es w t : safe P es w -> (t < length es)%nat ->
  (~ on_kink R v (nth t es ([], 0)) (run (firstn t es) w) /\
   forall c p, In (c, p) (fst (nth t es ([], 0))) -> (c < v)%nat) /\
  within_bounds P (run (firstn (S t) es) w).
Proof.
  revert w t. induction es as [|e es IH]; intros w t s l; [cbn in l; lia|]. destruct s as (a & b & c).
  destruct t; [cbn; auto|]. cbn in l. apply (IH (step R v e w) t c). lia.
Qed.
Lemma safe_app P es1 es2 w : safe P es1 w -> safe P es2 (run es1 w) -> safe P (es1 ++ es2) w.
Proof. revert w. induction es1 as [|e es IH]; cbn; [tauto|]. intros w (a & b & c) d. auto. Qed.
Lemma safe_end P es w : within_bounds P w -> safe P es w -> within_bounds P (run es w).
Proof. revert w. induction es as [|e es IH]; cbn; [tauto|]. intros w _ (_ & b & c). auto. Qed.
End Run.

Section Calls.
Context {F : ordered_field} (R : rule F) (E : encoding F) (good : F -> Prop) (K : construction F) (C : circuit).
Add Field numbers : (field_of F) (morphism (num_morphism F), completeness (num_faithful F),
  constants [numeral], power_tac (power_of F) [exponent]).
Variable contracts : list (list (case F)).
Hypothesis kept : Forall2 (keeps_contract R good E) (gadgets K) contracts.
Hypothesis good_decay : forall m, good m -> good (decay R * m).
Notation v := (dimension K C).
Notation places := (places K C). Notation after_call := (after_call R K C).
Notation examples_of_call := (examples_of_call K C).

(* The weights say A, with magnitudes M. *)
Definition says (w : weights F) (A : nat -> held) (M : list F) : Prop :=
  forall p, (p <= v)%nat -> w p = weight E (A p) * nth p M 1.

(* What holds of all weights on the way: P, closed under decay, and true of all rows that a case goes through. *)
Variable P : nat -> F -> Prop.
Hypothesis P_decay : forall p x, P p x -> P p (decay R * x).

Lemma path_runs k r es b rows w : length r = S k -> NoDup r -> nth k r 0%nat = v ->
  (forall i, (i < k)%nat -> (nth i r 0%nat < v)%nat) -> path R k es b rows -> agrees k r w b -> within_bounds v P w ->
  (forall i row, (i <= k)%nat -> In row rows -> P (nth i r 0%nat) (nth i row 0)) ->
  safe R v P (map (rename r) es) w /\ agrees k r (run R v (map (rename r) es) w) (last rows b) /\
  forall c, ~ In c r -> run R v (map (rename r) es) w c = decay R ^ length es * w c.
Proof.
  intros size no_repeat is_v below. revert b rows w. induction es as [|e es IH]; intros b [|l rows] w; cbn [path];
    try tauto.
  - intros _ a _ _. cbn. split; [exact I|]. split; [exact a|]. intros c _. change (decay R ^ 0) with (1 : F). ring.
  - intros [h t] a bounds inside.
    destruct (frame_step R k r size no_repeat e b l w h a) as (kink & a' & rest). rewrite is_v in kink, a', rest.
    assert (bounds' : within_bounds v P (step R v (rename r e) w)).
    { intros p q. destruct (in_dec Nat.eq_dec p r) as [i|i].
      - apply (In_nth _ _ 0%nat) in i as (i & i1 & i2). rewrite <- i2, a' by lia. apply inside; [lia|left; reflexivity].
      - rewrite rest by exact i. apply P_decay, bounds, q. }
    destruct (IH l rows (step R v (rename r e) w) t a' bounds') as (s & f & o).
    { intros i row q m. apply inside; [exact q|right; exact m]. }
    assert (names : forall c p, In (c, p) (fst (rename r e)) -> (c < v)%nat).
    { intros c p i. destruct h as [range _]. destruct e as [x y]. cbn [rename fst] in *.
      apply in_map_iff in i as ([d q] & e & i).
      injection e as <- <-. rewrite forallb_forall in range. specialize (range _ i). cbv beta iota in range.
      apply Nat.ltb_lt in range. apply below, range. }
    cbn [map safe run length]. split; [auto|]. split.
    + rewrite last_cons. exact f.
    + intros c n. rewrite o, rest by exact n. change (decay R ^ S (length es)) with (decay R * decay R ^ length es).
      ring.
Qed.

Lemma nth_encoded (hs : list held) (m : list F) i : nth i (encoded E hs m) 0 = weight E (nth i hs Unset) * nth i m 1.
Proof.
  revert m i. induction hs as [|h hs IH]; intros m i.
  - cbn. destruct i; cbn; ring.
  - destruct i; cbn; [|rewrite IH]; destruct m as [|x m]; try reflexivity. destruct i; reflexivity.
Qed.
Lemma nth_map_seq {A} (f : nat -> A) n i d : (i < n)%nat -> nth i (map f (seq 0 n)) d = f i.
Proof.
  intros l. rewrite (nth_indep _ d (f 0%nat)) by (rewrite map_length, seq_length; lia).
  rewrite map_nth, seq_nth by lia. reflexivity.
Qed.

(* A call may be made where some case of its contract is met. *)
Definition meets (A : nat -> held) (call : nat * list nat) (c : case F) : Prop :=
  In c (nth (fst call) contracts []) /\ length (snd call) = width (gadget_of K call) /\
  NoDup (places call) /\ (forall p, In p (snd call) -> (p < v)%nat) /\
  forall i, (i <= width (gadget_of K call))%nat -> A (nth i (places call) 0%nat) = nth i (before c) Unset.
Definition effect (call : nat * list nat) (c : case F) (A : nat -> held) (p : nat) : held :=
  match position p (places call) with Some i => nth i (after c) Unset | None => A p end.

Lemma good_pow n m : good m -> good (decay R ^ n * m).
Proof.
  intros g. induction n as [|n IH].
  - replace (decay R ^ 0 * m) with m by (change (decay R ^ 0) with (1 : F); ring). exact g.
  - replace (decay R ^ S n * m) with (decay R * (decay R ^ n * m)); [auto|].
    change (decay R ^ S n) with (decay R * decay R ^ n). ring.
Qed.
Lemma contract_of call c : In c (nth (fst call) contracts []) ->
  exists cs, In c cs /\ keeps_contract R good E (gadget_of K call) cs.
Proof.
  intros i. unfold gadget_of. revert i. generalize (fst call) as n. induction kept as [|g cs gs css h t IH]; intros n i.
  - destruct n; destruct i.
  - destruct n as [|n]; cbn in *; [eauto|]. apply IH; [|exact i]. exact t.
Qed.
Lemma gadget_good call : leaves_good good (gadget_of K call).
Proof.
  unfold gadget_of. generalize (fst call) as n. induction kept as [|g cs gs css h t IH]; intros n.
  - destruct n; constructor.
  - destruct n as [|n]; cbn; [apply h|]. apply IH. exact t.
Qed.
Lemma found_good M call : Forall good M -> length M = v -> (forall p, In p (snd call) -> (p < v)%nat) ->
  Forall good (found M call).
Proof.
  intros g l b. unfold found. apply Forall_forall. intros x i. apply in_map_iff in i as (p & <- & i).
  rewrite Forall_forall in g. apply g, nth_In. specialize (b p i). lia.
Qed.
Lemma left_good g m i : leaves_good good g -> Forall good m -> length m = width g -> (i < length m)%nat ->
  good (left_at R g m i).
Proof.
  intros leaves_ok g_m size l. rewrite Forall_forall in g_m.
  assert (kept_good : good (decay R ^ length (examples g m) * nth i m 1)) by (apply good_pow, g_m, nth_In, l).
  unfold left_at, decayed. destruct (nth_in_or_default i (leaves g) Kept) as [h|h]; [|rewrite h; exact kept_good].
  unfold leaves_good in leaves_ok. rewrite Forall_forall in leaves_ok. specialize (leaves_ok _ h).
  destruct (nth i (leaves g) Kept) as [c|j f|]; [exact leaves_ok| |exact kept_good].
  destruct leaves_ok as [b ok]. apply Nat.ltb_lt in b. apply ok, g_m, nth_In. lia.
Qed.
Lemma after_call_good M call c A : Forall good M -> length M = v -> meets A call c -> Forall good (after_call M call).
Proof.
  intros g l (_ & size & _ & b & _). apply Forall_forall. intros x i. unfold OGD.Theorem.after_call in i.
  apply in_map_iff in i as (p & <- & i). apply in_seq in i.
  pose proof (found_good M call g l b) as g'.
  destruct (position p (places call)) as [j|] eqn:q.
  - apply position_some in q as [q at_p]. unfold OGD.Theorem.places in q, at_p. rewrite app_length in q. cbn in q.
    assert (j <> length (snd call)) by (intros ->; rewrite app_nth2, Nat.sub_diag in at_p by lia; cbn in at_p; lia).
    apply left_good; [apply gadget_good|exact g'| |]; unfold found; rewrite map_length; lia.
  - apply good_pow. rewrite Forall_forall in g. apply g, nth_In. lia.
Qed.
Lemma after_call_length M call : length (after_call M call) = length M.
Proof. unfold OGD.Theorem.after_call. rewrite map_length, seq_length. reflexivity. Qed.

Theorem call_runs call c w A M : length M = v -> Forall good M -> says w A M -> meets A call c ->
  within_bounds v P w ->
  (forall m i row, length m = width (gadget_of K call) -> Forall good m -> (i <= width (gadget_of K call))%nat ->
    In row (rows c m) -> P (nth i (places call) 0%nat) (nth i row 0)) ->
  safe R v P (examples_of_call M call) w /\
  says (run R v (examples_of_call M call) w) (effect call c A) (after_call M call).
Proof.
  intros l g s met bounds inside. pose proof met as (i & size & no_repeat & b & before_ok).
  pose proof (found_good M call g l b) as g'. set (k := width (gadget_of K call)) in *.
  assert (size' : length (places call) = S k) by (unfold OGD.Theorem.places; rewrite app_length; cbn; lia).
  assert (found_size : length (found M call) = k) by (unfold found; rewrite map_length; exact size).
  assert (is_v : nth k (places call) 0%nat = v).
  { unfold OGD.Theorem.places. rewrite app_nth2, size, Nat.sub_diag by lia. reflexivity. }
  assert (small : forall j, (j <= k)%nat -> (nth j (places call) 0%nat <= v)%nat).
  { intros j q. assert (In (nth j (places call) 0%nat) (places call)) as o by (apply nth_In; lia).
    unfold OGD.Theorem.places in *. apply in_app_or in o as [o|[o|[]]]; [specialize (b _ o)|]; lia. }
  assert (found_nth : forall j, (j <= k)%nat -> nth j (found M call) 1 = nth (nth j (places call) 0%nat) M 1).
  { intros j q. destruct (Nat.eq_dec j k) as [->|]; [rewrite is_v, !nth_overflow by lia; reflexivity|].
    unfold found, OGD.Theorem.places. rewrite app_nth1 by lia.
    rewrite (nth_indep _ 1 ((fun p => nth p M 1) 0%nat)) by (rewrite map_length; lia).
    rewrite (map_nth (fun p => nth p M 1)). reflexivity. }
  destruct (contract_of call c i) as (cs & ic & _ & keeps).
  destruct (keeps c ic (found M call) found_size g') as [[p e] _]. fold k in p, e.
  destruct (path_runs k (places call) (examples (gadget_of K call) (found M call)) (encoded E (before c) (found M call))
    (rows c (found M call)) w size' no_repeat is_v) as (sf & a & rest).
  - intros j q. unfold OGD.Theorem.places. rewrite app_nth1 by lia. apply b, nth_In. lia.
  - exact p.
  - intros j q. rewrite nth_encoded, found_nth, <- before_ok by lia. apply s, small, q.
  - exact bounds.
  - intros j row q m. apply (inside (found M call)); assumption.
  - split; [exact sf|]. intros q lq. unfold effect. destruct (position q (places call)) as [j|] eqn:pos.
    + pose proof pos as there. apply position_some in pos as [pos <-]. rewrite size' in pos.
      unfold OGD.Theorem.examples_of_call. rewrite a by lia.
      pose proof (proj1 (map_seq_nth _ _ k) e j ltac:(lia)) as e'. unfold listed in e'. rewrite e', nth_encoded.
      f_equal. unfold left_magnitudes, OGD.Theorem.after_call. fold k.
      destruct (Nat.eq_dec j k) as [->|].
      * rewrite is_v, !nth_overflow by (rewrite map_length, seq_length; lia). reflexivity.
      * assert (nth j (places call) 0%nat < v)%nat.
        { unfold OGD.Theorem.places. rewrite app_nth1 by lia. apply b, nth_In. lia. }
        rewrite !nth_map_seq, there by lia. reflexivity.
    + unfold OGD.Theorem.after_call. rewrite nth_map_seq, pos.
      * apply position_none in pos. unfold OGD.Theorem.examples_of_call. rewrite rest by exact pos.
        rewrite s by exact lq. unfold decayed. ring.
      * apply position_none in pos. assert (q <> v); [|lia]. intros ->. apply pos, in_or_app. right. left. reflexivity.
Qed.
End Calls.
