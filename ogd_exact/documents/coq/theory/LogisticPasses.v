(* What weights hold through the calls of a pass: values that agree with the circuit, and enough of them. *)
From Coq Require Import List Bool Arith ZArith QArith Reals Qreals Lra Lia.
Require Import OGD.Theorem OGD.Signals OGD.LogisticTheorem OGD.Sigmoid OGD.LogisticGadgets OGD.LogisticCalls.
Import ListNotations.
Local Open Scope R_scope.

Section Circuits.
Variables (L : logistic_level) (T : logistic_tables) (C : circuit).
Hypothesis good : level_holds L T = true.
Hypothesis fine : well_formed C.
Hypothesis few : fan_out_at_most (reads_most L) C.
Local Notation rate := (Q2R (level_rate L)).
Local Notation keeps := (keeps L).
Definition run_all (u : nat -> R) (calls : list placed) : nat -> R := fold_left (run L T) calls u.
Definition values (v : nat -> held) (calls : list placed) : nat -> held := fold_left update calls v.
Definition ready_at (v : nat -> held) (p : placed) : Prop := ready (fst p) (map v (snd (snd p))).
Fixpoint all_ready (v : nat -> held) (calls : list placed) : Prop := match calls with
  | [] => True
  | p :: calls => ready_at v p /\ all_ready (update v p) calls end.
Lemma all_ready_app v l l' : all_ready v l -> all_ready (values v l) l' -> all_ready v (l ++ l').
Proof. revert v. induction l as [|p l IH]; cbn; intros v; [auto|]. intros [r rs] h. split; [exact r|apply IH; auto].
  Qed.

Lemma calls_keep rest : forall l before tail v u, before ++ l ++ rest = tail -> keeps v u (l ++ rest ++ tail) ->
  all_ready v l -> Forall shaped l -> (forall c, (Z.of_nat (reads_of c tail) <= reads_most L)%Z) ->
  keeps (values v l) (run_all u l) (rest ++ tail).
Proof.
  induction l as [|[o [t rs]] l IH]; intros before tail v u e k r s paid; [exact k|]. destruct r as [r more].
  inversion s as [|? ? sp ss]; subst. cbn [values run_all fold_left].
  apply (IH (before ++ [(o, (t, rs))])); [rewrite <- app_assoc; reflexivity| |exact more|exact ss|exact paid].
  apply (call_keeps L T good); [exact k|exact sp|exact r|].
  apply Z.le_trans with (2 := paid t). apply Nat2Z.inj_le. rewrite app_assoc. apply (reads_round t before (l ++ rest)).
Qed.

(* What the signals are after the calls for gates, and then for outputs. *)
Variable xs : list bool.
Hypothesis size : length xs = inputs C.
Definition agree (n : nat) (v : nat -> held) : Prop := forall j, (j < n)%nat ->
  as_bool (v (S j)) = signal_at C xs j /\ ((inputs C <= j)%nat -> v (S j) <> None).
Lemma gate_calls_agree gs : forall before v, gates C = before ++ gs -> agree (inputs C + length before) v ->
  all_ready v (gate_calls (inputs C + length before) gs) /\
  agree (inputs C + length (before ++ gs)) (values v (gate_calls (inputs C + length before) gs)).
Proof.
  induction gs as [|[a b] gs IH]; intros before v e h; [rewrite app_nil_r; split; [exact I|exact h]|].
  set (g := (inputs C + length before)%nat) in *.
  assert (nth_error (gates C) (length before) = Some (a, b)) as here.
  { rewrite e, nth_error_app2, Nat.sub_diag by lia. reflexivity. }
  destruct (proj1 fine _ _ _ here) as [la lb]. fold g in la, lb.
  pose proof (gate_signal C xs size _ _ _ fine here) as value. fold g in value.
  assert (next_ : agree (inputs C + length (before ++ [(a, b)])) (update v (gate_call g (a, b)))).
  { rewrite app_length. cbn [length]. intros j lj.
    destruct (Nat.eq_dec j g) as [->|ne].
    - split; [|intros _]; unfold gate_call; destruct (Nat.eqb_spec a b) as [<-|ab]; cbn [update];
        rewrite Nat.eqb_refl; try discriminate; cbn [as_bool map result].
      + rewrite value, (proj1 (h a la)). destruct (signal_at C xs a); reflexivity.
      + rewrite value, (proj1 (h a la)), (proj1 (h b lb)). reflexivity.
    - assert (update v (gate_call g (a, b)) (S j) = v (S j)) as ->.
      { unfold gate_call. destruct (a =? b); cbn [update]; rewrite (proj2 (Nat.eqb_neq (S j) (S g))) by lia;
        reflexivity. }
      apply h. lia. }
  specialize (IH (before ++ [(a, b)]) (update v (gate_call g (a, b)))).
  rewrite <- app_assoc in IH. specialize (IH e next_). rewrite app_length in IH. cbn [length] in IH.
  replace (inputs C + (length before + 1))%nat with (S g) in IH by (unfold g; lia).
  change (gate_calls g ((a, b) :: gs)) with (gate_call g (a, b) :: gate_calls (S g) gs). destruct IH as [r n].
  split; [split; [|exact r]|exact n].
  unfold ready_at, gate_call. destruct (a =? b); cbn; repeat split; discriminate.
Qed.
Lemma copy_calls_agree os : forall i v, (i + length os = inputs C)%nat ->
  (forall o, In o os -> (inputs C <= o < inputs C + length (gates C))%nat) ->
  (forall j, (inputs C <= j < inputs C + length (gates C))%nat -> as_bool (v (S j)) = signal_at C xs j /\ v (S j) <>
    None) ->
  let v' := values v (copy_calls i os) in all_ready v (copy_calls i os) /\
  (forall j, (j < i)%nat \/ (inputs C <= j)%nat -> v' (S j) = v (S j)) /\
  forall k o, nth_error os k = Some o -> v' (S (i + k)) = Some (signal_at C xs o).
Proof.
  induction os as [|o os IH]; intros i v l r h v'.
  { split; [exact I|]. split; [reflexivity|]. intros [|k] o; discriminate. }
  cbn [length] in l. destruct (h o (r o (or_introl eq_refl))) as [is_ some].
  set (p := (Copies, (S i, [S o])) : placed). assert (lo := r o (or_introl eq_refl)).
  assert (off : forall j, j <> i -> update v p (S j) = v (S j)).
  { intros j ne. cbn [update p]. rewrite (proj2 (Nat.eqb_neq (S j) (S i))) by lia. reflexivity. }
  destruct (IH (S i) (update v p)) as (ready_ & far & near); [lia|intros; apply r; right; assumption| |].
  { intros j lj. rewrite off by lia. apply h, lj. }
  assert (v' = values (update v p) (copy_calls (S i) os)) as same by reflexivity.
  split; [split; [|exact ready_]|split].
  - cbn. repeat split; [discriminate|]. intros _ x [<-|[]]. exact some.
  - intros j lj. rewrite same, far by lia. apply off. lia.
  - intros [|k] o' e; cbn in e; rewrite same.
    + injection e as <-. rewrite Nat.add_0_r, far by lia. cbn [update p map result].
      rewrite Nat.eqb_refl, is_. reflexivity.
    + rewrite <- Nat.add_succ_comm. apply near, e.
Qed.
Definition matches (v : nat -> held) (bits : list bool) : Prop := forall i, (i < inputs C)%nat ->
  as_bool (v (S i)) = nth i bits false.
Lemma pass_values v : matches v xs -> all_ready v (writing_calls C) /\
  let v' := values v (writing_calls C) in
  (forall i, (i < inputs C)%nat -> v' (S i) = Some (nth i (next C xs) false)) /\
  v' (S (answer C)) = Some (signal_at C xs (answer C)).
Proof.
  intros m. unfold writing_calls. destruct (gate_calls_agree (gates C) [] v eq_refl) as [r a].
  { intros j lj. cbn in lj. rewrite Nat.add_0_r in lj. split; [|lia]. rewrite (input_signal C xs size j lj).
    apply m, lj. }
  cbn [length app] in r, a. rewrite Nat.add_0_r in r, a. set (v1 := values v (gate_calls (inputs C) (gates C))) in *.
  destruct fine as (_ & lo & ins).
  destruct (copy_calls_agree (outputs C) 0 v1) as (r' & far & near); [exact lo|intros o i; apply ins; right;
    exact i| |].
  { intros j lj. destruct (a j) as [b c]; [lia|]. split; [exact b|]. apply c. lia. }
  split; [apply all_ready_app; assumption|]. cbn zeta. unfold values. rewrite fold_left_app.
  fold (values v (gate_calls (inputs C) (gates C))).
  fold v1. fold (values v1 (copy_calls 0 (outputs C))). split.
  - intros i li. unfold next. destruct (nth_error (outputs C) i) as [o|] eqn:e.
    2: { apply nth_error_None in e. lia. }
    pose proof (near i o e) as here. cbn [Nat.add] in here. rewrite here. f_equal. symmetry. apply nth_error_nth.
    rewrite nth_error_map, e. reflexivity.
  - assert (la := ins (answer C) (or_introl eq_refl)). rewrite far by lia. destruct (a (answer C)) as [b c]; [lia|].
    destruct (v1 (S (answer C))) as [x|]; [cbn in b; rewrite b; reflexivity|]. exfalso. apply c; [lia|reflexivity].
Qed.
End Circuits.
