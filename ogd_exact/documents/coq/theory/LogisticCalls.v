(* The calls of a pass for a circuit, and what each does among all weights, in units of the rate. *)
From Coq Require Import List Bool Arith ZArith QArith Reals Qreals Lra Lia.
Require Import OGD.Theorem OGD.Signals OGD.LogisticTheorem OGD.Sigmoid OGD.LogisticGadgets.
Import ListNotations.
Local Open Scope R_scope.

Inductive operation := Nands | Negates | Copies | Asks.
Definition placed := (operation * (nat * list nat))%type.          (* what it does, where it writes, and what it reads
  *)
Definition arity (o : operation) : nat := match o with Nands => 2 | _ => 1 end.
Definition result (o : operation) (bits : list bool) : bool := match o, bits with
  | Nands, [a; b] => nand a b | Negates, [a] => negb a | Copies, [a] => a | _, _ => false end.
Definition gate_call (g : nat) '((a, b) : nat * nat) : placed :=
  if a =? b then (Negates, (S g, [S a])) else (Nands, (S g, [S a; S b])).
Definition gate_calls (first : nat) (gs : list (nat * nat)) : list placed :=
  map (fun '(g, ab) => gate_call g ab) (combine (seq first (length gs)) gs).
Definition copy_calls (first : nat) (os : list nat) : list placed :=
  map (fun '(i, o) => (Copies, (S i, [S o]))) (combine (seq first (length os)) os).
Definition writing_calls (C : circuit) : list placed := gate_calls (inputs C) (gates C) ++ copy_calls 0 (outputs C).
Definition question (C : circuit) : placed := (Asks, (O, [S (answer C)])).
Definition pass_calls (C : circuit) : list placed := writing_calls C ++ [question C].

(* How often a weight is read before it is written, and how often in all. *)
Fixpoint reads_until (c : nat) (calls : list placed) : nat := match calls with
  | [] => O
  | (_, (t, rs)) :: calls => count_occ Nat.eq_dec rs c + if t =? c then 0 else reads_until c calls end.
Definition all_reads (calls : list placed) : list nat := flat_map (fun p => snd (snd p)) calls.
Definition reads_of (c : nat) (calls : list placed) : nat := count_occ Nat.eq_dec (all_reads calls) c.
Lemma reads_until_app c l l' : (reads_until c (l ++ l') <= reads_of c l + reads_until c l')%nat.
Proof.
  unfold reads_of. induction l as [|[o [t rs]] l IH]; cbn; [lia|]. rewrite count_occ_app. fold (all_reads l).
  destruct (t =? c); lia.
Qed.
Lemma reads_until_all c l : (reads_until c l <= reads_of c l)%nat.
Proof. pose proof (reads_until_app c l []) as le. rewrite app_nil_r in le. change (reads_until c []) with O in le.
  lia. Qed.
Lemma reads_of_app c l l' : reads_of c (l ++ l') = (reads_of c l + reads_of c l')%nat.
Proof. unfold reads_of, all_reads. rewrite flat_map_app. apply count_occ_app. Qed.
Lemma reads_of_cons c o t rs (l : list placed) : reads_of c ((o, (t, rs)) :: l) = (count_occ Nat.eq_dec rs c +
  reads_of c l)%nat.
Proof. apply count_occ_app. Qed.
Lemma reads_round c (l l' : list placed) o rs : (reads_until c (l' ++ l ++ (o, (c, rs)) :: l') <= reads_of c (l ++ (o,
  (c, rs)) :: l'))%nat.
Proof.
  pose proof (reads_until_app c l' (l ++ (o, (c, rs)) :: l')) as first.
  pose proof (reads_until_app c l ((o, (c, rs)) :: l')) as then_. cbn [reads_until] in then_.
  rewrite Nat.eqb_refl in then_. rewrite reads_of_app, reads_of_cons. lia.
Qed.

Section Passes.
Variables (L : logistic_level) (T : logistic_tables).
Local Notation rate := (Q2R (level_rate L)).
Local Notation moves := (Q2R (read_moves L)).
Local Notation error := (Q2R (bit_error L)).
Hypothesis good : level_holds L T = true.
Definition table_of (o : operation) : list (list Q) := match o with
  | Nands => nand_table T | Negates => not_table T | Copies => copy_table T | Asks => ask_table T end.
Definition points_of (p : placed) : list point := let '(o, (t, rs)) := p in called_on (table_of o) (t :: rs).

Lemma numbers_hold : 0 < rate /\ 0 <= moves /\ Q2R (spread L) <= error /\ error < 1 /\ 0 <= Q2R (rest_depth L).
Proof.
  pose proof good as g. unfold level_holds, level_numbers_hold in g. rewrite !andb_true_iff, !negb_true_iff in g.
  destruct g as (((((((((p & z) & m) & s) & o) & r) & _) & _) & _) & _).
  apply Q2R_le in p, m, s, r. rewrite Q2R_none in p, m, r. apply Q2R_lt in o. rewrite Q2R_one in o.
  repeat split; try assumption. destruct p as [p|p]; [exact p|]. exfalso.
  apply eq_true_false_abs with (2 := z). apply Qeq_bool_iff, eqR_Qeq. rewrite Q2R_none. symmetry. exact p.
Qed.
Lemma spread_is : Q2R (spread L) = IZR (reads_most L) * moves.
Proof. unfold spread. rewrite Q2R_mult, Q2R_whole. reflexivity. Qed.
Definition ready (o : operation) (vs : list held) : Prop :=
  length vs = arity o /\ o <> Asks /\ (o = Copies -> forall v, In v vs -> v <> None).
Lemma gadgets_hold o c vs : ready o vs -> gadget_holds L (table_of o) c vs (result o (map as_bool vs)) = true.
Proof.
  intros (size & no & set_). pose proof good as g. unfold level_holds in g. rewrite !andb_true_iff in g.
  destruct g as ((((_ & nands) & nots) & copies) & _). rewrite forallb_forall in nands, nots, copies.
  destruct o; cbn in size; try contradiction.
  - destruct vs as [|a [|b [|]]]; try discriminate. specialize (nands c (every_held c)).
    rewrite forallb_forall in nands.
    specialize (nands a (every_held a)). rewrite forallb_forall in nands. apply nands, every_held.
  - destruct vs as [|a [|]]; try discriminate. specialize (nots c (every_held c)). rewrite forallb_forall in nots.
    apply nots, every_held.
  - destruct vs as [|a [|]]; try discriminate. specialize (copies c (every_held c)). rewrite forallb_forall in copies.
    apply copies. specialize (set_ eq_refl a (or_introl eq_refl)). destruct a as [[]|]; cbn; tauto.
Qed.
Lemma answers_hold b : answer_holds L (ask_table T) b = true.
Proof.
  pose proof good as g. unfold level_holds in g. rewrite !andb_true_iff in g. destruct g as (_ & g).
  rewrite forallb_forall in g.
  apply g. destruct b; cbn; auto.
Qed.

(* Weights in units of the rate. *)
Definition unit_step (u : nat -> R) (x : point) : nat -> R := fun c => u c + along x c * fires (rate * score_at x u).
Definition scaled (u w : nat -> R) : Prop := forall c, w c = rate * u c.
Lemma score_scaled u w x : scaled u w -> score_at x w = rate * score_at x u.
Proof.
  intros s. unfold score_at. induction x as [|[c q] x IH]; cbn; [ring|]. rewrite IH, s. ring.
Qed.
Lemma run_scaled xs : forall u w, scaled u w ->
  scaled (fold_left unit_step xs u) (fold_left (fun w x => descend (level_rate L) x w) xs w).
Proof.
  induction xs as [|x xs IH]; intros u w s; [exact s|]. cbn. apply IH. intros c. unfold descend, unit_step.
  rewrite (score_scaled u w x s), s. unfold fires, Rdiv. ring.
Qed.

(* A call works on its own places as its rows do, and nowhere else. *)
Lemma score_on row : forall on u, score_at (combine on row) u = score_of row (map u on).
Proof.
  unfold score_at, score_of. induction row as [|q row IH]; intros [|p on] u; try reflexivity. cbn. rewrite IH.
  reflexivity.
Qed.
Lemma along_off on c : ~ In c on -> forall row, along (combine on row) c = 0.
Proof.
  unfold along. induction on as [|p on IH]; intros out [|q row]; try reflexivity. cbn in *.
  destruct (Nat.eqb_spec c p) as [->|_]; [tauto|]. apply IH. tauto.
Qed.
Lemma along_on y u on : NoDup on -> forall row, length row = length on ->
  map (fun c => u c + along (combine on row) c * y) on = map (fun '(q, v) => v + Q2R q * y) (combine row (map u on)).
Proof.
  induction 1 as [|p on out nd IH]; intros [|q row] l; try discriminate; [reflexivity|]. injection l as l.
  cbn [combine map].
  f_equal.
  - unfold along. cbn. rewrite Nat.eqb_refl. fold (along (combine on row) p). rewrite (along_off on p out). ring.
  - rewrite <- (IH row l). apply map_ext_in. intros c i. unfold along. cbn.
    destruct (Nat.eqb_spec c p) as [->|_]; [contradiction|reflexivity].
Qed.
Lemma call_on on : NoDup on -> forall rows u, forallb (fun row => length row =? length on)%nat rows = true ->
  map (fold_left unit_step (called_on rows on) u) on = fold_left (row_step L) rows (map u on).
Proof.
  intros nd. induction rows as [|row rows IH]; intros u f; [reflexivity|]. cbn in *. apply andb_prop in f as [l f].
  apply Nat.eqb_eq in l. rewrite (IH _ f). f_equal. unfold row_step, adds, unit_step. rewrite <- (score_on row on u).
  apply along_on; assumption.
Qed.
Lemma untouched c xs : (forall x, In x xs -> ~ In c (map fst x)) -> forall u, fold_left unit_step xs u c = u c.
Proof.
  induction xs as [|x xs IH]; intros out u; [reflexivity|]. cbn [fold_left]. rewrite IH by (intros; apply out; right;
    assumption).
  unfold unit_step. replace (along x c) with 0; [ring|]. specialize (out x (or_introl eq_refl)). symmetry.
  unfold along. induction x as [|[p q] x IHx]; [reflexivity|]. cbn in *. destruct (Nat.eqb_spec c p) as [->|_];
    [tauto|].
  apply IHx; tauto.
Qed.
Lemma off_call c on rows x : ~ In c on -> In x (called_on rows on) -> ~ In c (map fst x).
Proof.
  intros out i. apply in_map_iff in i as (row & <- & _). intros j. apply out. apply in_map_iff in j as ([p q] & <- & j).
  apply in_combine_l in j. exact j.
Qed.

(* What weights hold, with so many reads to come. *)
Definition keeps (v : nat -> held) (u : nat -> R) (to_come : list placed) : Prop := forall c, c <> O ->
  holds_by (most L (v c) - moves * INR (reads_until c to_come)) (u c) (v c).
Definition update (v : nat -> held) (p : placed) : nat -> held := let '(o, (t, rs)) := p in
  fun c => if c =? t then Some (result o (map (fun r => as_bool (v r)) rs)) else v c.
Definition run (u : nat -> R) (p : placed) : nat -> R := fold_left unit_step (points_of p) u.
Definition shaped (p : placed) : Prop := let '(o, (t, rs)) := p in NoDup (t :: rs) /\ ~ In O (t :: rs).
Lemma near_in e (f g : nat -> R) rs : Forall2 (near_by e) (map f rs) (map g rs) -> forall c, In c rs -> near_by e (f
  c) (g c).
Proof.
  induction rs as [|r rs IH]; cbn; intros n c i; [tauto|]. inversion n; subst. destruct i as [<-|i]; auto.
Qed.
Lemma enough v u calls c : keeps v u calls -> c <> O -> holds_by (most L (v c)) (u c) (v c).
Proof.
  intros k n. specialize (k c n). unfold holds_by in *. destruct numbers_hold as (_ & m & _).
  pose proof (Rmult_le_pos _ _ m (pos_INR (reads_until c calls))). lra.
Qed.
Lemma all_enough v u calls rs : keeps v u calls -> ~ In O rs ->
  Forall2 (fun u v => holds_by (most L v) u v) (map u rs) (map v rs).
Proof.
  intros k. induction rs as [|r rs IH]; cbn; intros n; constructor; [|apply IH; tauto].
  apply (enough v u calls); [exact k|]. intros ->. tauto.
Qed.
Lemma once rs c : NoDup rs -> In c rs -> count_occ Nat.eq_dec rs c = 1%nat.
Proof. intros nd. apply NoDup_count_occ'. exact nd. Qed.

Lemma call_keeps o t rs v u calls : keeps v u ((o, (t, rs)) :: calls) -> shaped (o, (t, rs)) -> ready o (map v rs) ->
  (Z.of_nat (reads_until t calls) <= reads_most L)%Z -> keeps (update v (o, (t, rs))) (run u (o, (t, rs))) calls.
Proof.
  intros k [nd out] r paid. pose proof (gadgets_hold o (v t) (map v rs) r) as ok.
  destruct numbers_hold as (pos & m & _). cbn in out.
  assert (fit : forallb (fun row => length row =? length (t :: rs))%nat (table_of o) = true).
  { apply andb_prop in ok as [fit _]. unfold rows_fit in fit. rewrite map_length in fit. exact fit. }
  destruct (gadget_sound L pos _ _ _ _ (u t) (map u rs) ok) as (u' & us' & e & w & near).
  { apply (enough v u _ t k). intros ->. tauto. }
  { apply (all_enough v u _ rs k). tauto. }
  change (u t :: map u rs) with (map u (t :: rs)) in e. rewrite <- (call_on _ nd _ u fit) in e.
  injection e as et es. fold (points_of (o, (t, rs))) in et, es.
  intros c nz. unfold update, run. destruct (Nat.eqb_spec c t) as [->|other].
  - rewrite et. rewrite map_map in w. rewrite spread_is in w. unfold most, slack, holds_by in *.
    apply IZR_le in paid. rewrite <- INR_IZR_INZ in paid. nra.
  - pose proof (k c nz) as h. cbn [reads_until] in h. rewrite (proj2 (Nat.eqb_neq t c)) in h by congruence.
    destruct (in_dec Nat.eq_dec c rs) as [i|ni].
    + inversion nd; subst. rewrite (once rs c) in h by assumption.
      pose proof (near_in _ _ _ rs near c i) as n. unfold near_by, holds_by in *.
      rewrite plus_INR in h. cbn [INR] in h. lra.
    + rewrite (proj1 (count_occ_not_In Nat.eq_dec rs c) ni) in h. cbn [Nat.add] in h. cbn [points_of].
      rewrite untouched; [exact h|]. intros x. apply off_call. cbn. intuition congruence.
Qed.
End Passes.
