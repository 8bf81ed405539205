(* With biases a training set does, in blocks of examples, what the plain one does example by example. *)
From Coq Require Import List Bool Arith ZArith Lia Ring Field InitialRing.
Require Import OGD.Theorem OGD.Field OGD.Tables OGD.Frame OGD.Columns OGD.Calls OGD.Check OGD.Lift OGD.Instances.
Require Import OGD.Main.
Import ListNotations.

Lemma nth_blocks {A B} (f : A -> list B) (s : nat) (l : list A) a b i j : (forall x, length (f x) = s) ->
  i < length l -> j < s ->
  nth (s * i + j) (flat_map f l) b = nth j (f (nth i l a)) b.
Proof.
  intros size. revert i. induction l as [|x l IH]; intros i li lj; [cbn in li; lia|]. cbn [flat_map].
  destruct i as [|i].
  - rewrite Nat.mul_0_r, Nat.add_0_l, app_nth1 by (rewrite size; exact lj). reflexivity.
  - rewrite app_nth2; rewrite size; [|lia]. replace (s * S i + j - s) with (s * i + j) by lia.
    apply IH; [cbn in li; lia|exact lj].
Qed.
Lemma length_blocks {A B} (f : A -> list B) (s : nat) (l : list A) : (forall x, length (f x) = s) ->
  length (flat_map f l) = s * length l.
Proof. intros size. induction l as [|x l IH]; [cbn; lia|]. cbn [flat_map length]. rewrite app_length, size, IH. lia.
Qed.

Section Bias.
Context {F : ordered_field}.
Local Open Scope field_scope.
Add Field numbers : (field_of F) (morphism (num_morphism F), completeness (num_faithful F),
  constants [numeral], power_tac (power_of F) [exponent]).
Lemma dot_app (x x' : list (nat * F)) w : dot (x ++ x') w = dot x w + dot x' w.
Proof.
  induction x as [|[c p] x IH]; [change (dot x' w = 0 + dot x' w); ring|].
  change (p * w c + dot (x ++ x') w = p * w c + dot x w + dot x' w). rewrite IH. ring.
Qed.
Lemma entry_app (x x' : list (nat * F)) c : entry (x ++ x') c = entry x c + entry x' c.
Proof.
  induction x as [|[d p] x IH]; [change (entry x' c = 0 + entry x' c); ring|]. cbn [app].
  change ((if c =? d then p + entry (x ++ x') c else entry (x ++
    x') c) = (if c =? d then p + entry x c else entry x c) + entry x' c).
  rewrite IH. destruct (c =? d); ring.
Qed.
Lemma entry_none (x : list (nat * F)) c : (forall p, ~ In (c, p) x) -> entry x c = 0.
Proof.
  induction x as [|[d p] x IH]; intros n; cbn in *; [reflexivity|]. destruct (Nat.eqb_spec c d) as [->|]; [elim (n p);
    auto|].
  apply IH. intros q i. apply (n q). auto.
Qed.
Definition minus_at (bs : list nat) : list (nat * F) := map (fun b => (b, -1)) bs.
Lemma dot_minus bs w : (forall b, In b bs -> w b = 0) -> dot (minus_at bs) w = 0.
Proof.
  induction bs as [|b bs IH]; intros z; [reflexivity|]. change (-1 * w b + dot (minus_at bs) w = 0).
  rewrite z, IH; [ring| |left; reflexivity]. intros c i. apply z. right. exact i.
Qed.
Lemma entry_minus_other bs c : ~ In c bs -> entry (minus_at bs) c = 0.
Proof.
  intros n. apply entry_none. intros p i. apply in_map_iff in i as (b & e & i). injection e as -> _.
  contradiction.
Qed.
Lemma entry_minus bs c : NoDup bs -> In c bs -> entry (minus_at bs) c = -1.
Proof.
  induction 1 as [|b bs n d IH]; intros i; [destruct i|].
  change ((if c =? b then -1 + entry (minus_at bs) c else entry (minus_at bs) c) = -1).
  destruct (Nat.eqb_spec c b) as [->|ne].
  - rewrite entry_minus_other by exact n. ring.
  - apply IH. destruct i; [congruence|assumption].
Qed.

(* A rule whose moves, of examples with the label 1 and where v is 0, add x or nothing. *)
Variable R : rule F.
Definition adds_x_or_nothing : Prop := decay R = 1 /\ Forall (fun m : move => forall p, snd (m 1 p 0) = 0 /\
  (learning_rate R * fst (m 1 p 0) = 0 \/ learning_rate R * fst (m 1 p 0) = 1)) (moves R).
Hypothesis plain_moves : adds_x_or_nothing.
Lemma decay_one : decay R = 1.
Proof. apply plain_moves. Qed.
Lemma move_plain i p : snd (move_in R i 1 p 0) = 0 /\
  (learning_rate R * fst (move_in R i 1 p 0) = 0 \/ learning_rate R * fst (move_in R i 1 p 0) = 1).
Proof.
  unfold move_in. destruct plain_moves as [_ each]. rewrite Forall_forall in each.
  destruct (nth_in_or_default i (moves R) (fun y p v => (0, 0))) as [m|d]; [apply each, m|].
  rewrite d. cbn. split; [reflexivity|left; ring].
Qed.

Variables (K : construction F) (T : circuit -> list (example F)) (biases : list nat) (labels : list F).
Notation minus := (minus_at biases). Notation with_biases := (with_biases biases labels).
Definition biased (C : circuit) : list (example F) := flat_map with_biases (T C).

(* Corrections, as a table on the biases alone: from 0 and from -1 to 0. *)
Definition correction : list (example F) := map (fun y => (map (fun i => (i, -1)) (seq 0 (length biases)), y)) labels.
Variables rows_still rows_moved : list (list F).
Notation all x := (repeat (x : F) (length biases)).
Hypothesis still_corrected : leads R (length biases) correction (all 0) rows_still (all 0).
Hypothesis moved_corrected : leads R (length biases) correction (all (-1)) rows_moved (all 0).
Hypothesis biases_distinct : NoDup biases.
Hypothesis biases_special : forall b, In b biases ->
  (b < special K)%nat /\ b <> accept K /\ nth b (start_special K) 0 = 0.
Hypothesis no_second : start_second K = 0.
Hypothesis plain_examples : forall C e, well_formed C -> In e (T C) ->
  snd e = 1 /\ forall c p, In (c, p) (fst e) -> ~ In c biases.
Hypothesis plain_dimension : forall C e c p, well_formed C -> In e (T C) -> In (c, p) (fst e) ->
  (c < dimension K C)%nat.
Hypothesis plain_length : forall C, well_formed C -> (0 < length (T C))%nat.

(* What biases are on the way. *)
Definition pool : list F := 0 :: -1 :: concat (rows_still ++ rows_moved).

Section Circuit.
Variable C : circuit.
Hypothesis fine : well_formed C.
Notation v := (dimension K C).
Definition follows (w' w : weights F) : Prop :=
  (forall p, ~ In p biases -> w' p = w p) /\ (forall b, In b biases -> w' b = 0) /\ w' v = 0.

Lemma bias_small b : In b biases -> (b < v)%nat.
Proof. intros i. destruct (biases_special b i) as [l _]. unfold dimension. lia. Qed.
(* The first example of a block does what the plain one does, and leaves all biases at 0, or all at -1. *)
Lemma first_of_block e w' w : In e (T C) -> follows w' w ->
  let u := step R v (fst e ++ minus, snd e) w' in
  (on_kink R v (fst e ++ minus, snd e) w' -> on_kink R v e w) /\
  (forall p, ~ In p biases -> u p = step R v e w p) /\ u v = 0 /\
  ((forall b, In b biases -> u b = 0) \/ (forall b, In b biases -> u b = -1)).
Proof.
  destruct e as [x y]. intros i (o & z & zv). destruct (plain_examples C _ fine i) as [y1 named]. cbn [fst snd] in *.
  subst y.
  assert (d : dot (x ++ minus) w' = dot x w).
  { rewrite dot_app, dot_minus by exact z. transitivity (dot x w'); [ring|]. clear - named o.
    induction x as [|[c p] x IH]; [reflexivity|].
    change (p * w' c + dot x w' = p * w c + dot x w). rewrite o by (apply (named c p); left; reflexivity).
    rewrite IH; [reflexivity|]. intros d q i. apply (named d q). right. exact i. }
  assert (nv : ~ In v biases) by (intros j; apply bias_small in j; lia).
  assert (xv : entry x v = 0) by (apply entry_none; intros p j; pose proof (plain_dimension C _ _ _ fine i j); lia).
  split; [|split; [|split]].
  - unfold on_kink. cbn [fst snd]. rewrite d, zv, <- (o v nv), zv. auto.
  - intros p n. unfold step. cbv zeta. rewrite d, entry_app, entry_minus_other, !o by assumption.
    replace (entry x p + 0) with (entry x p) by ring. reflexivity.
  - unfold step. cbv zeta. rewrite d, entry_app, entry_minus_other, xv, zv by exact nv. rewrite Nat.eqb_refl.
    destruct (move_plain (interval R 1 (dot x w) 0) (dot x w)) as [to_v _]. destruct (move_in R _ _ _ _) as [g s].
    cbn in to_v. rewrite to_v. ring.
  - destruct (move_plain (interval R 1 (dot x w) 0) (dot x w)) as [to_v of_x]. unfold step. cbv zeta. rewrite d, zv.
    destruct (move_in R _ _ _ _) as [g s]. cbn in to_v, of_x.
    assert (u : forall b, In b biases -> (if b =? v then 1 else decay R) * w' b + learning_rate R *
      (g * entry (x ++ minus) b + (if b =? v then s else 0)) = - (learning_rate R * g)).
    { intros b j. assert (xb : entry x b = 0) by (apply entry_none; intros p k; elim (named b p k j)).
      rewrite entry_app, entry_minus, xb, z by (exact j || exact biases_distinct). pose proof (bias_small b j).
      destruct (Nat.eqb_spec b v); [lia|]. ring. }
    destruct of_x as [e|e]; [left|right]; intros b j; rewrite u, e by exact j; [ring|reflexivity].
Qed.
(* The corrections bring them back, and move nothing else. *)
Lemma corrected u : u v = 0 -> ((forall b, In b biases -> u b = 0) \/ (forall b, In b biases -> u b = -1)) ->
  let P p x := (~ In p (biases ++ [v]) -> x = u p) /\ (In p (biases ++ [v]) -> In x pool) in
  safe R v P (map (fun y => (minus, y)) labels) u /\ follows (run R v (map (fun y => (minus, y)) labels) u) u.
Proof.
  intros uv cases P. set (r := biases ++ [v]).
  assert (e : map (fun y => (minus, y)) labels = map (rename r) correction).
  { unfold correction. rewrite map_map. apply map_ext. intros y. unfold rename. cbn [fst snd]. f_equal.
    rewrite map_map. unfold minus, r.
    rewrite <- (map_map (fun c => nth c (biases ++ [v]) 0%nat) (fun b => (b, -1))). f_equal. clear.
    induction biases as [|b bs IH]; [reflexivity|]. cbn. f_equal. rewrite <- seq_shift, map_map. exact IH. }
  assert (nd : NoDup r).
  { apply NoDup_join; [exact biases_distinct|repeat constructor; auto|]. intros p i [<-|[]]. apply bias_small in i.
    lia. }
  assert (rs : length r = S (length biases)) by (unfold r; rewrite app_length; cbn; lia).
  assert (is_v : nth (length biases) r 0%nat = v) by (unfold r; rewrite app_nth2, Nat.sub_diag by lia; reflexivity).
  assert (low : forall i, (i < length biases)%nat -> (nth i r 0%nat < v)%nat).
  { intros i l. unfold r. rewrite app_nth1 by exact l. apply bias_small, nth_In, l. }
  assert (go : forall x rows, leads R (length biases) correction (all x) rows (all 0) ->
    (forall b, In b biases -> u b = x) -> (forall row, In row rows -> In row (rows_still ++ rows_moved)) ->
    In x pool ->
    safe R v P (map (rename r) correction) u /\ follows (run R v (map (rename r) correction) u) u).
  { intros x rows [p arrived] ux sub ix.
    destruct (path_runs R K C P) with (k := length biases) (r := r) (es := correction)
      (b := all x) (rows := rows) (w := u)
      as (sf & a & rest); auto.
    - intros q z [z1 z2]. rewrite decay_one. replace (1 * z) with z by ring. split; assumption.
    - intros i l. destruct (Nat.eq_dec i (length biases)) as [->|].
      + rewrite is_v, uv. rewrite nth_overflow; [reflexivity|rewrite repeat_length; lia].
      + unfold r. rewrite app_nth1 by lia. rewrite ux by (apply nth_In; lia).
        rewrite (nth_indep _ 0 x) by (rewrite repeat_length; lia).
        symmetry. apply nth_repeat.
    - intros q l. split; [reflexivity|]. intros i. apply in_app_or in i as [i|[<-|[]]]; [rewrite ux by exact i;
        exact ix|].
      rewrite uv. left. reflexivity.
    - intros i row l ir. split; [intros nb; elim nb; apply nth_In; fold r; lia|]. intros _.
      destruct (nth_in_or_default i row 0) as [j|j]; [|rewrite j; left; reflexivity]. right. right. apply in_concat.
      exists row. auto.
    - split; [exact sf|]. split; [|split].
      + intros q nb. destruct (Nat.eq_dec q v) as [->|nq].
        * rewrite uv. rewrite <- is_v at 2. rewrite a by lia. pose proof (proj1 (map_seq_nth _ _ _) arrived (length
            biases) (le_n _)) as ar.
          unfold listed in ar. rewrite ar. apply nth_overflow. rewrite repeat_length. lia.
        * rewrite rest; [|unfold r; rewrite in_app_iff; cbn; intuition]. rewrite decay_one.
          rewrite pow_one. ring.
      + intros b i. apply (In_nth _ _ 0%nat) in i as (i & l & <-). replace (nth i biases 0%nat) with (nth i r 0%nat) by
          (unfold r; apply app_nth1, l).
        rewrite a by lia. pose proof (proj1 (map_seq_nth _ _ _) arrived i ltac:(lia)) as ar. unfold listed in ar.
        rewrite ar.
        apply nth_repeat.
      + rewrite <- is_v at 2. rewrite a by lia. pose proof (proj1 (map_seq_nth _ _ _) arrived (length biases) (le_n _))
          as ar.
        unfold listed in ar. rewrite ar. apply nth_overflow. rewrite repeat_length. lia. }
  rewrite e. destruct cases as [z|z].
  - apply (go 0 rows_still); auto; [intros; apply in_or_app; auto|left; reflexivity].
  - apply (go (-1) rows_moved); auto; [intros; apply in_or_app; auto|right; left; reflexivity].
Qed.

(* One block, wherever it stops. *)
Notation block := (S (length labels)).
Lemma block_length e : length (with_biases e) = block.
Proof. cbn. rewrite map_length. reflexivity. Qed.
Lemma block_runs e w' w : In e (T C) -> follows w' w -> let pass j := run R v (firstn j (with_biases e)) w' in
  follows (pass block) (step R v e w) /\
  (forall j p, (j < block)%nat -> (p <= v)%nat -> ~ In p (biases ++ [v]) -> pass (S j) p = step R v e w p) /\
  (forall j p, (j < block)%nat -> (p <= v)%nat -> In p (biases ++ [v]) -> In (pass (S j) p) pool) /\
  (~ on_kink R v e w -> forall j, (j < block)%nat -> ~ on_kink R v (nth j (with_biases e) ([], 0)) (pass j)).
Proof.
  intros i f pass. destruct (first_of_block e w' w i f) as (kink & same & zv & bs).
  set (u := step R v (fst e ++ minus, snd e) w') in *.
  destruct (corrected u zv bs) as [sf (o & z & z')]. set (es := map (fun y => (minus, y)) labels) in *.
  assert (es_size : length es = length labels) by (unfold es; apply map_length).
  assert (next : forall j, pass (S j) = run R v (firstn j es) u) by reflexivity.
  assert (out : forall p, ~ In p (biases ++ [v]) -> ~ In p biases) by (intros p n k; apply n, in_or_app; auto).
  split; [|split; [|split]].
  - rewrite next, <- es_size, firstn_all. split; [|split; assumption]. intros p n. rewrite o by exact n. apply same, n.
  - intros [|j] p l lp n; rewrite next; [apply same, out, n|].
    assert (lj : (j < length es)%nat) by lia. destruct (safe_at R v _ es u j sf lj) as [_ b].
    destruct (b p lp) as [b1 _]. transitivity (u p); [apply b1, n|apply same, out, n].
  - intros [|j] p l lp ip; rewrite next.
    + change (In (u p) pool). apply in_app_or in ip as [ip|[<-|[]]]; [|rewrite zv; left; reflexivity].
      destruct bs as [bs|bs]; rewrite bs by exact ip; [left|right; left]; reflexivity.
    + assert (lj : (j < length es)%nat) by lia. destruct (safe_at R v _ es u j sf lj) as [_ b]. apply (b p lp), ip.
  - intros nk [|j] l; [intros k; apply nk, kink, k|]. rewrite next. change (nth (S j) (with_biases e) ([],
      0)) with (nth j es ([], 0)).
    assert (lj : (j < length es)%nat) by lia. apply (safe_at R v _ es u j sf lj).
Qed.

(* All blocks. *)
Notation W := (weights_at R K T C). Notation W' := (weights_at R K biased C).
Lemma taken_in t : In (taken (T C) t) (T C).
Proof. apply nth_In, Nat.mod_upper_bound. pose proof (plain_length C fine). lia. Qed.
Lemma taken_block t j : (j < block)%nat ->
  taken (biased C) (block * t + j) = nth j (with_biases (taken (T C) t)) ([], 0).
Proof.
  intros l. pose proof (plain_length C fine) as pos. unfold taken, biased.
  rewrite (length_blocks _ block) by apply block_length.
  rewrite <- (nth_blocks _ block) by (apply block_length || (apply Nat.mod_upper_bound; lia) || exact l).
  f_equal. rewrite (Nat.div_mod t (length (T C))) at 1 by lia. symmetry.
  apply Nat.mod_unique with (q := (t / length (T C))%nat).
  - pose proof (Nat.mod_upper_bound t (length (T C)) ltac:(lia)). nia.
  - nia.
Qed.
Lemma within_block t j : (j <= block)%nat ->
  W' (block * t + j) = run R v (firstn j (with_biases (taken (T C) t))) (W' (block * t)).
Proof.
  induction j as [|j IH]; intros l; [rewrite Nat.add_0_r; reflexivity|]. rewrite Nat.add_succ_r.
  unfold weights_at in *. cbn [trajectory].
  rewrite IH, taken_block by lia. rewrite (firstn_snoc j (with_biases (taken (T C) t)) ([],
    0)) by (rewrite block_length; lia). rewrite run_app. reflexivity.
Qed.
Lemma all_follow t : follows (W' (block * t)) (W t).
Proof.
  induction t as [|t IH].
  - rewrite Nat.mul_0_r. split; [reflexivity|]. unfold weights_at, start. cbn [trajectory]. split.
    + intros b i. pose proof (bias_small b i). destruct (Nat.eqb_spec b v); [lia|]. apply biases_special, i.
    + rewrite Nat.eqb_refl. exact no_second.
  - replace (block * S t)%nat with (block * t + block)%nat by lia. rewrite within_block by lia.
    apply (block_runs (taken (T C) t) _ (W t) (taken_in t) IH).
Qed.
Lemma in_block t : exists q j, t = (block * q + j)%nat /\ (j < block)%nat.
Proof. exists (t / block)%nat, (t mod block)%nat. split; [apply Nat.div_mod; lia|apply Nat.mod_upper_bound; lia]. Qed.
Lemma elsewhere t p : (p <= v)%nat -> ~ In p (biases ++ [v]) -> exists q, W' t p = W q p.
Proof.
  intros lp n. destruct (in_block t) as (q & j & -> & l). pose proof (all_follow q) as f. destruct j as [|j].
  - exists q. rewrite Nat.add_0_r. apply f. intros i. apply n, in_or_app. auto.
  - exists (S q). rewrite within_block by lia. apply (block_runs (taken (T C) q) _ (W q) (taken_in q) f);
      [lia|exact lp|exact n].
Qed.
End Circuit.

Lemma block_count C : length (biased C) = (S (length labels) * length (T C))%nat.
Proof. apply length_blocks. intros e. apply block_length. Qed.
Lemma biased_simulates : (accept K < special K)%nat -> simulates R K T -> simulates R K biased.
Proof.
  intros la plain C fine. rewrite <- (plain C fine).
  assert (n : ~ In (accept K) (biases ++ [dimension K C])).
  { intros i. apply in_app_or in i as [i|[i|[]]]; [apply biases_special in i; tauto|]. unfold dimension in i. lia. }
  split; intros [t pos].
  - destruct (elsewhere C fine t (accept K) ltac:(unfold dimension; lia) n) as [q e]. exists q. rewrite <- e. exact pos.
  - exists (S (length labels) * t)%nat. rewrite (proj1 (all_follow C fine t)); [exact pos|]. intros i.
    apply n, in_or_app. auto.
Qed.
Lemma biased_avoids_kink : avoids_kink R K T -> avoids_kink R K biased.
Proof.
  intros plain C k t fine no l. rewrite block_count in l. destruct (in_block t) as (q & j & -> & lj).
  rewrite taken_block, within_block by (assumption || lia).
  apply (block_runs C fine (taken (T C) q) _ _ (taken_in C fine q) (all_follow C fine q)); [|exact lj].
  apply (plain C k q fine no). nia.
Qed.
Lemma biased_size a b c : has_size T a b c ->
  has_size biased (S (length labels) * a) (S (length labels) * b) (S (length labels) * c).
Proof. intros plain C fine. rewrite block_count, (plain C fine). nia. Qed.
Lemma biased_dimension d : has_dimension K T d -> has_dimension K biased d.
Proof.
  intros plain C fine. destruct (plain C fine) as [e named]. split; [exact e|]. intros e' c p i ic.
  apply in_flat_map in i as (e0 & i0 & i). assert (m : In (c, p) minus -> (c < dimension K C)%nat).
  { intros im. apply in_map_iff in im as (b & eb & im). injection eb as -> _. apply bias_small, im. }
  destruct i as [<-|i].
  - cbn in ic. apply in_app_or in ic as [ic|ic]; [eapply named; eassumption|apply m, ic].
  - apply in_map_iff in i as (y & <- & _). apply m, ic.
Qed.
Lemma biased_sparse k : is_sparse T k -> is_sparse biased (length biases + k).
Proof.
  intros plain C e fine i. apply in_flat_map in i as (e0 & i0 & i). specialize (plain C e0 fine i0).
  destruct i as [<-|i]; [|apply in_map_iff in i as (y & <- & _)]; cbn [fst]; rewrite ?app_length, map_length; lia.
Qed.
Lemma biased_finite : finitely_many_weights R K T -> finitely_many_weights R K biased.
Proof.
  intros [values plain]. exists (pool ++ values). intros C k t fine no l c lc. rewrite block_count in l.
  assert (two : forall t, (t <= S k * (S (length labels) * length (T C)))%nat ->
    In (weights_at R K biased C t c) (pool ++ values)).
  { clear t l. intros t l. pose proof (plain_length C fine) as pos. destruct (in_dec Nat.eq_dec c (biases ++
      [dimension K C])) as [i|n].
    - apply in_or_app. left. destruct (in_block t) as (q & j & -> & lj). pose proof (all_follow C fine q) as f.
      destruct j as [|j].
      + rewrite Nat.add_0_r. left. symmetry. destruct f as (_ & z & z'). apply in_app_or in i as [i|[<-|[]]]; auto.
      + rewrite within_block by (assumption || lia).
        apply (block_runs C fine (taken (T C) q) _ _ (taken_in C fine q) f); [lia|exact lc|exact i].
    - apply in_or_app. right. destruct (in_block t) as (q & j & -> & lj). pose proof (all_follow C fine q) as f.
      destruct j as [|j].
      + rewrite Nat.add_0_r in *. rewrite (proj1 f) by (intros i; apply n, in_or_app; auto).
        destruct q as [|q]; [apply (plain C k 0%nat fine no ltac:(nia) c lc)|].
        apply (plain C k q fine no ltac:(nia) c lc).
      + rewrite within_block by (assumption || lia).
        rewrite (proj1 (proj2 (block_runs C fine (taken (T C) q) _ _ (taken_in C fine q) f))) by (lia || assumption).
        apply (plain C k q fine no ltac:(nia) c lc). }
  split; apply two; lia.
Qed.
End Bias.
