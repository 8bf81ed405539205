(* One batch, at weights whose data and phases are known: which of its examples fire, and what they do. *)
From Coq Require Import List Bool Arith ZArith Lia Permutation Ring Field InitialRing.
Require Import OGD.Theorem OGD.Field OGD.Rules OGD.InTime OGD.AnyOrder OGD.Slots.
Import ListNotations.
Local Open Scope field_scope.

Section Batches.
Context {F : ordered_field} (k : clock F) (dim : nat) (P : list slot).
Add Field numbers : (field_of F) (morphism (num_morphism F), completeness (num_faithful F),
  constants [numeral], power_tac (power_of F) [exponent]).
Notation T := (length P). Notation q := (Z.of_nat (fineness k)).
Definition turns_right : Prop := 0 < rate k /\ 0 < grip k /\ (1 <= fineness k)%nat /\
  grip k * grip k = #(Z.of_nat (period k)) / #q.
Hypothesis clock_right : turns_right.
Hypothesis below : forall s u c z, In s P -> In u s -> In (c, z) u -> (c < dim)%nat.
Local Notation R := (rule_of k).

Lemma q_positive : (0 < q)%Z.
Proof. destruct clock_right as (_ & _ & l & _). lia. Qed.
Lemma rate_positive : 0 < rate k. Proof. apply clock_right. Qed.
Lemma grip_positive : 0 < grip k. Proof. apply clock_right. Qed.
Lemma num_positive z : (0 < z)%Z -> 0 < (#z : F).
Proof. intros p. apply positive_num, Z.ltb_lt, p. Qed.
Lemma num_opp z : (#(- z) : F) = - #z. Proof. exact (morph_opp (num_morphism F) z). Qed.
Lemma num_add y z : (#(y + z) : F) = #y + #z. Proof. exact (morph_add (num_morphism F) y z). Qed.
Lemma num_mul y z : (#(y * z) : F) = #y * #z. Proof. exact (morph_mul (num_morphism F) y z). Qed.
Ltac by_parts := first [assumption | apply positive_one | apply positive_num; reflexivity |
  apply positive_add; by_parts | apply less_mul; by_parts | apply positive_div; by_parts].
Ltac known := pose proof (num_positive q q_positive); pose proof rate_positive; pose proof grip_positive.
Ltac nonzero_here := known; repeat split; try (apply positive_nonzero; by_parts).
Lemma sign_num z : (0 <? (#z : F)) = (0 <? z)%Z.
Proof.
  destruct (Z.ltb_spec 0 z) as [l|l]; [apply num_positive, l|]. destruct (Z.eq_dec z 0) as [->|n].
  - apply less_irreflexive.
  - destruct (0 <? (#z : F)) eqn:p; [|reflexivity]. destruct (less_asym _ _ p). apply negative_opp. rewrite <- num_opp.
    apply num_positive. lia.
Qed.
Lemma sign_quotient x y : 0 < y -> (0 <? x / y) = ((0 : F) <? x).
Proof.
  intros p. destruct (0 <? x) eqn:e; [apply positive_div; assumption|].
  destruct (0 <? x / y) eqn:e'; [|reflexivity]. rewrite <- e. symmetry.
  replace x with (x / y * y) by (field; apply positive_nonzero, p). apply less_mul; assumption.
Qed.

(* The weights, when the data are d and the phases above the kink, in halves of a fall, are p; both times the rate. *)
Definition holds (d : data) (p : nat -> Z) (w : weights F) : Prop :=
  (forall c, (c < dim)%nat -> w c = rate k * #(d c)) /\
  (forall t, (t < T)%nat -> w (dim + t)%nat = (threshold k + rate k * (#(p t) / #(2 * q))) / grip k).
Definition level (d : data) (p : nat -> Z) '((t, u) : nat * vector) : Z := (p t + 2 * q * value u d)%Z.

Lemma members_in t u : In (t, u) (members P) <-> (t < T)%nat /\ In u (nth t P []).
Proof.
  unfold members. rewrite in_flat_map. split.
  - intros ([t' s] & i & j). apply in_map_iff in j as (u' & e & j). injection e as -> ->.
    apply (In_nth _ _ (0%nat, [])) in i as (n & l & e). rewrite combine_length, seq_length, Nat.min_id in l.
    rewrite combine_nth in e by apply seq_length. rewrite seq_nth in e by exact l. injection e as <- <-. split;
      assumption.
  - intros [l i]. exists (t, nth t P []). split; [|apply in_map, i].
    replace (t, nth t P []) with (nth t (combine (seq 0 T) P) (0%nat, [])).
    + apply nth_In. rewrite combine_length, seq_length, Nat.min_id. exact l.
    + rewrite combine_nth by apply seq_length. rewrite seq_nth by exact l. reflexivity.
Qed.
Lemma member_below t u c z : In (t, u) (members P) -> In (c, z) u -> (c < dim)%nat.
Proof. rewrite members_in. intros [l i]. apply (below (nth t P []) u); [apply nth_In, l|exact i]. Qed.

Lemma dot_cons c (p : F) x w : dot ((c, p) :: x) w = p * w c + dot x w. Proof. reflexivity. Qed.
Lemma entry_cons b (p : F) x c : entry ((b, p) :: x) c = if (c =? b)%nat then p + entry x c else entry x c.
Proof. reflexivity. Qed.
Lemma dot_app (x y : list (nat * F)) w : dot (x ++ y) w = dot x w + dot y w.
Proof.
  induction x as [|[c p] x IH]; [change (dot y w = 0 + dot y w); ring|].
  rewrite <- app_comm_cons, !dot_cons, IH. ring.
Qed.
Lemma entry_app (x y : list (nat * F)) c : entry (x ++ y) c = entry x c + entry y c.
Proof.
  induction x as [|[b p] x IH]; [change (entry y c = 0 + entry y c); ring|].
  rewrite <- app_comm_cons, !entry_cons, IH. destruct (c =? b)%nat; ring.
Qed.
Lemma dot_data u d w : (forall c z, In (c, z) u -> w c = rate k * #(d c)) ->
  dot (map (fun '(c, z) => (c, #z)) u) w = rate k * #(value u d).
Proof.
  induction u as [|[c z] u IH]; intros h; [change ((0 : F) = rate k * 0); ring|].
  cbn [map]. rewrite dot_cons, IH by (intros c' z' i; apply (h c' z'); right; exact i).
  rewrite (h c z) by (left; reflexivity). change (value ((c, z) :: u) d) with (z * d c + value u d)%Z.
  rewrite num_add, num_mul. ring.
Qed.
Lemma entry_data u c : entry (map (fun '(c, z) => (c, #z)) u) c = (#(entry_at u c) : F).
Proof.
  induction u as [|[b z] u IH]; [reflexivity|].
  cbn [map]. rewrite entry_cons, IH. cbn [entry_at fold_right]. fold (entry_at u c).
  destruct (c =? b)%nat; [|reflexivity]. rewrite num_add. reflexivity.
Qed.
Lemma entry_elsewhere u c : (forall b z, In (b, z) u -> (b < c)%nat) -> entry_at u c = 0%Z.
Proof.
  induction u as [|[b z] u IH]; intros h; [reflexivity|]. cbn. unfold entry_at in IH.
  rewrite IH by (intros b' z' i; apply (h b' z'); right; exact i). specialize (h b z (or_introl eq_refl)).
  destruct (Nat.eqb_spec c b); [lia|reflexivity].
Qed.

(* By how much a member is above the threshold, and where it moves the weights. *)
Lemma member_above d p w t u : holds d p w -> In (t, u) (members P) ->
  dot (fst (member k dim (t, u))) w - threshold k = #(level d p (t, u)) / (#(2 * q) / rate k).
Proof.
  intros [hd hp] i. cbn [member fst]. rewrite dot_app, (dot_data u d).
  - cbn [dot fold_right]. rewrite hp by (apply members_in in i; apply i). unfold level.
    rewrite !num_add, !num_mul. field. nonzero_here.
  - intros c z j. apply hd, (member_below t u c z i j).
Qed.
Lemma step_moves e w c : step R dim (e, 1) w c - w c = if threshold k <? dot e w then 0 else rate k * entry e c.
Proof.
  unfold step, rule_of, threshold, interval, decay. replace (if _ <? dot e w then _ else _) with
    (if (if hinged k then 1 else 0) <? 1 * dot e w then 0 else rate k * entry e c)
    by (replace (1 * dot e w) with (dot e w) by ring; reflexivity).
  destruct (hinged k); cbn; destruct (_ <? _), (c =? dim)%nat; cbn; ring.
Qed.
Lemma member_moves d p w t u c : holds d p w -> In (t, u) (members P) ->
  step R dim (member k dim (t, u)) w c - w c = if (level d p (t, u) <=? 0)%Z
  then rate k * entry (fst (member k dim (t, u))) c else 0.
Proof.
  intros h i. pose proof (member_above d p w t u h i) as m. unfold member in *. cbn [fst] in *. rewrite step_moves.
  replace (threshold k <? _) with (0 <? level d p (t, u))%Z; [rewrite Z.leb_antisym; destruct (0 <? _)%Z; reflexivity|].
  rewrite <- sign_num, <- (sign_quotient _ (#(2 * q) / rate k)), <- m by (rewrite num_mul; known; by_parts).
  apply eq_true_iff_eq, less_sub.
Qed.
Lemma member_at_data t u c : In (t, u) (members P) -> (c < dim)%nat ->
  rate k * entry (fst (member k dim (t, u))) c = rate k * #(entry_at u c).
Proof.
  intros i l. cbn [member fst]. rewrite entry_app, entry_data. cbn. destruct (Nat.eqb_spec c (dim + t)); [lia|].
  ring.
Qed.
Lemma member_at_clock t u s : In (t, u) (members P) ->
  rate k * entry (fst (member k dim (t, u))) (dim + s)%nat = if (s =? t)%nat then rate k * grip k else 0.
Proof.
  intros i. cbn [member fst]. rewrite entry_app, entry_data, entry_elsewhere.
  - cbn. destruct (Nat.eqb_spec (dim + s) (dim + t)), (Nat.eqb_spec s t); try lia; change (#0 : F) with (0 : F); ring.
  - intros b z j. pose proof (member_below t u b z i j). lia.
Qed.

(* The drift fires while phases are not below the kink on the whole. *)
Fixpoint total (p : nat -> Z) (n : nat) : Z := match n with 0%nat => 0%Z | S n => (total p n + p n)%Z end.
Lemma drift_dot d p w : holds d p w -> forall n, (n <= T)%nat ->
  dot (map (fun t => ((dim + t)%nat, - (fall k / grip k))) (seq 0 n)) w =
  - (fall k / (grip k * grip k) * (#(Z.of_nat n) * threshold k + rate k * (#(total p n) / #(2 * q)))).
Proof.
  intros [_ hp]. induction n as [|n IH]; intros l.
  - change ((0 : F) = - (fall k / (grip k * grip k) * (0 * threshold k + rate k * (0 / #(2 * q))))). rewrite num_mul.
    field.
    nonzero_here.
  - rewrite seq_S, map_app, dot_app, IH by lia. cbn [map]. rewrite dot_cons. change (dot [] w) with (0 : F).
    cbn [Nat.add total]. rewrite hp by lia. rewrite Nat2Z.inj_succ. unfold Z.succ, fall. rewrite !num_add, !num_mul.
    change (#1 : F) with (1 : F). field. nonzero_here.
Qed.
Lemma drift_below d p w : holds d p w -> (0 < total p T)%Z -> dot (fst (drift k dim P)) w < threshold k.
Proof.
  intros h above. apply less_sub. cbn [drift fst]. rewrite (drift_dot d p w h T (le_n _)).
  assert (low : forall z, (0 <= z)%Z -> (#z : F) = 0 \/ 0 < (#z : F)).
  { intros z l. destruct (Z.eq_dec z 0) as [->|]; [left; reflexivity|right; apply num_positive; lia]. }
  assert (fallen : 0 < fall k / (grip k * grip k)) by (unfold fall; known; by_parts).
  pose proof (low (Z.of_nat T) ltac:(lia)) as ls. pose proof (num_positive _ above) as la. rewrite num_mul. known.
  set (y := fall k / (grip k * grip k)) in *. set (s := #(Z.of_nat T) : F) in *. set (a := #(total p T) : F) in *.
  clearbody y s a. unfold threshold. destruct (hinged k).
  - replace (1 - _) with (1 + y * (s + rate k * (a / (#2 * #q)))) by (field; nonzero_here). destruct ls as [->|ls];
    [|by_parts].
    replace (1 + _) with (1 + y * (rate k * (a / (#2 * #q)))) by (field; nonzero_here). by_parts.
  - replace (0 - _) with (y * (rate k * (a / (#2 * #q)))) by (field; nonzero_here). by_parts.
Qed.
Lemma drift_entry c : entry (fst (drift k dim P)) c =
  if (dim <=? c)%nat && (c <? dim + T)%nat then - (fall k / grip k) else 0.
Proof.
  cbn [drift fst].
  assert (h : forall n, entry (map (fun t => ((dim + t)%nat, - (fall k / grip k))) (seq 0 n)) c =
    if (dim <=? c)%nat && (c <? dim + n)%nat then - (fall k / grip k) else 0); [|apply h].
  induction n as [|n IH].
  - destruct (Nat.leb_spec dim c), (Nat.ltb_spec c (dim + 0)); cbn; reflexivity || (exfalso; lia).
  - rewrite seq_S, map_app, entry_app, IH. cbn [entry map fold_right Nat.add]. destruct (Nat.eqb_spec c (dim + n)),
    (Nat.leb_spec dim c),
      (Nat.ltb_spec c (dim + n)), (Nat.ltb_spec c (dim + S n)); cbn; try (exfalso; lia); ring.
Qed.
Lemma drift_moves d p w c : holds d p w -> (0 < total p T)%Z ->
  step R dim (drift k dim P) w c - w c = rate k * entry (fst (drift k dim P)) c.
Proof.
  intros h above. pose proof (drift_below d p w h above) as m. unfold drift in *. cbn [fst] in *.
  rewrite step_moves. destruct (threshold k <? _) eqn:l; [destruct (less_asym _ _ m l)|reflexivity].
Qed.
(* A batch without repetitions, of which only the drift and one member may fire. *)
Definition kind := option (nat * vector).
Definition example_of (x : kind) : example F := match x with None => drift k dim P | Some m => member k dim m end.
Definition kinds : list kind := None :: map Some (members P).
Lemma train_kinds : train_of k dim P = map example_of kinds.
Proof. unfold train_of, kinds. cbn [map example_of]. rewrite map_map. reflexivity. Qed.
Lemma same_kind (x y : kind) : {x = y} + {x <> y}.
Proof. repeat decide equality. Qed.
Lemma sum_of_two (a b : kind) l : NoDup l -> a <> b -> exists has_a has_b : bool,
  (has_a = true <-> In a l) /\ (has_b = true <-> In b l) /\
  forall (f : kind -> F) z, (forall x, In x l -> x <> a -> x <> b -> f x = 0) ->
    fold_right (fun x sum => f x + sum) z l = z + (if has_a then f a else 0) + (if has_b then f b else 0).
Proof.
  intros distinct ab. induction distinct as [|x l out _ (has_a & has_b & ia & ib & IH)].
  - exists false, false. cbn. repeat split; try discriminate; try contradiction. intros. ring.
  - assert (rest : forall f : kind -> F, (forall y, In y (x :: l) -> y <> a -> y <> b -> f y = 0) -> forall y, In y l ->
      y <> a -> y <> b -> f y = (0 : F)) by (intros f h y i; apply h; right; exact i).
    destruct (same_kind x a) as [->|na]; [|destruct (same_kind x b) as [->|nb]].
    + exists true, has_b. split; [|split]; [split; [left; reflexivity|reflexivity]| |].
      * rewrite ib. split; [right; assumption|]. intros [e|i]; [contradiction|exact i].
      * intros f z h. cbn [fold_right]. rewrite (IH f z (rest f h)). destruct has_a; [|ring].
        elim out. apply ia. reflexivity.
    + exists has_a, true. split; [|split]; [|split; [left; reflexivity|reflexivity]|].
      * rewrite ia. split; [right; assumption|]. intros [e|i]; [contradict ab; symmetry; exact e|exact i].
      * intros f z h. cbn [fold_right]. rewrite (IH f z (rest f h)). destruct has_b; [|ring].
        elim out. apply ib. reflexivity.
    + exists has_a, has_b. split; [|split].
      * rewrite ia. split; [right; assumption|]. intros [e|i]; [contradiction|exact i].
      * rewrite ib. split; [right; assumption|]. intros [e|i]; [contradiction|exact i].
      * intros f z h. cbn [fold_right]. rewrite (IH f z (rest f h)), h by (assumption || left; reflexivity). ring.
Qed.
Lemma batch_moves d p w b m0 : holds d p w -> NoDup b -> incl b kinds ->
  (0 < total p T)%Z -> (forall m, In (Some m) b -> m <> m0 -> (0 < level d p m)%Z) ->
  exists has_drift has_member : bool, (has_drift = true <-> In None b) /\ (has_member = true <-> In (Some m0) b) /\
  let fires := has_member && (level d p m0 <=? 0)%Z in
  holds (if fires then moved d (snd m0) else d)
    (fun t => p t - (if has_drift then 2 else 0) +
      (if fires && (t =? fst m0)%nat then 2 * Z.of_nat (period k) else 0))%Z
    (batch_step R dim w (map example_of b)).
Proof.
  intros h distinct inside above others.
  destruct (sum_of_two None (Some m0) b distinct ltac:(discriminate)) as (has_drift & has_member & id & im & total).
  exists has_drift, has_member. split; [exact id|]. split; [exact im|]. intros fires.
  assert (in_members : forall m, In (Some m) b -> In m (members P)).
  { intros m i. apply inside in i as [e|i]; [discriminate|]. apply in_map_iff in i as (m' & e & i).
    injection e as ->. exact i. }
  assert (sum : forall c, batch_step R dim w (map example_of b) c =
    w c + (if has_drift then rate k * entry (fst (drift k dim P)) c else 0) +
    (if fires then rate k * entry (fst (member k dim m0)) c else 0)).
  { intros c. unfold batch_step. transitivity (fold_right (fun x sum => (step R dim (example_of x) w c - w c) + sum) (w
    c) b).
    { clear. induction b as [|x b IH]; [reflexivity|]. cbn [map fold_right]. rewrite IH. reflexivity. }
    rewrite (total (fun x => step R dim (example_of x) w c - w c)).
    - cbn [example_of]. rewrite (drift_moves d p w c h above). f_equal. unfold fires.
      destruct has_member; [|reflexivity]. destruct m0 as [t u]. apply (member_moves d p w t u c h), in_members, im.
      reflexivity.
    - intros [[t u]|] i n1 n2; [|contradiction]. cbn [example_of].
      rewrite (member_moves d p w t u c h) by (apply in_members, i).
      assert (0 < level d p (t, u))%Z by (apply others; [exact i|congruence]).
      destruct (Z.leb_spec (level d p (t, u)) 0); [lia|reflexivity]. }
  assert (winner_in : fires = true -> In m0 (members P)).
  { intros f. apply andb_prop in f as [f _]. apply in_members, im, f. }
  destruct m0 as [t0 u0]. destruct h as [hd hp]. split.
  - intros c l. rewrite sum, drift_entry, hd by exact l. replace (dim <=? c)%nat with false by
      (symmetry; apply Nat.leb_gt, l). cbn [andb]. destruct fires.
    + rewrite member_at_data by (auto || exact l). unfold moved. cbn [snd]. rewrite num_add.
      destruct has_drift; ring.
    + destruct has_drift; ring.
  - intros t l. rewrite sum, drift_entry, hp by exact l.
    replace (dim <=? dim + t)%nat with true by (symmetry; apply Nat.leb_le; lia).
    replace (dim + t <? dim + T)%nat with true by (symmetry; apply Nat.ltb_lt; lia). cbn [andb fst].
    destruct clock_right as (_ & _ & _ & square).
    assert (back : grip k = #(Z.of_nat (period k)) / #q / grip k) by (rewrite <- square; field; nonzero_here).
    destruct fires; cbn [andb]; [rewrite member_at_clock by auto; destruct (t =? t0)%nat|].
    + rewrite back at 3. destruct has_drift; unfold fall, Z.sub;
        rewrite ?num_add, ?num_opp, ?num_mul; field; nonzero_here.
    + destruct has_drift; unfold fall, Z.sub; rewrite ?num_add, ?num_opp, ?num_mul; field; nonzero_here.
    + destruct has_drift; unfold fall, Z.sub; rewrite ?num_add, ?num_opp, ?num_mul; field; nonzero_here.
Qed.
(* Half a fall is what keeps margins off the kink: phases are odd and values even. *)
Lemma batch_off_kink d p w x : holds d p w -> In x kinds -> (0 < total p T)%Z ->
  (forall t, (t < T)%nat -> Z.odd (p t) = true) -> ~ on_kink R dim (example_of x) w.
Proof.
  intros h i above odd (j & kink & _).
  assert (at_threshold : dot (fst (example_of x)) w - threshold k = 0).
  { replace (snd (example_of x)) with (1 : F) in kink by (destruct x as [[t u]|]; reflexivity).
    unfold rule_of, threshold in *. destruct (hinged k), j as [|[|j]]; cbn in kink; try discriminate.
    all: injection kink as kink; set (d0 := dot _ w) in *; replace d0 with (1 * d0) by ring; rewrite <- kink; ring. }
  destruct x as [[t u]|]; cbn [example_of] in at_threshold.
  - apply in_inv in i as [e|i]; [discriminate|]. apply in_map_iff in i as (m & e & i). injection e as ->.
    rewrite (member_above d p w t u h i) in at_threshold.
    assert (zero : (#(level d p (t, u)) : F) = #0).
    { transitivity (#(level d p (t, u)) / (#(2 * q) / rate k) * (#(2 * q) / rate k) : F); [rewrite num_mul; field;
      nonzero_here|].
      rewrite at_threshold. cbn. ring. }
    apply (num_faithful F), Zeq_bool_eq in zero. apply members_in in i as [l _]. specialize (odd t l).
    assert (even : p t = (2 * (- (q * value u d)))%Z) by (unfold level in zero; lia).
    rewrite even, Z.odd_mul in odd. discriminate.
  - pose proof (drift_below d p w h above) as m. apply less_sub in m.
    replace (threshold k - _) with (- (dot (fst (drift k dim P)) w - threshold k)) in m by ring.
    rewrite at_threshold in m. apply (less_irrefl (0 : F)). replace (- (0) : F) with (0 : F) in m by ring. exact m.
Qed.
End Batches.
