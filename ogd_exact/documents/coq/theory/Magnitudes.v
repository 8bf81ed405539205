(* The magnitudes at the start of a pass come back at its end: those that inputs, and gates if these last, are left with
   depend on none before; and those of special coordinates are what the last call restores. *)
From Coq Require Import List Bool Arith ZArith Lia.
Require Import OGD.Theorem OGD.Field OGD.Tables OGD.Frame OGD.Columns OGD.Calls OGD.Check OGD.Lift OGD.Instances.
Import ListNotations.

Section Magnitudes.
Context {F : ordered_field} (R : rule F) (E : encoding F) (good : F -> Prop) (K : construction F) (C : circuit).
Variables (contracts : list (list (case F))).
Hypothesis kept : Forall2 (keeps_contract R good E) (gadgets K) contracts.
Hypothesis accept_special : accept K < special K.
Hypothesis sized : Forall (fun g => forall m, length (examples g m) = length (examples g [])) (gadgets K).
Hypothesis fine : well_formed C.
Notation v := (dimension K C). Notation n := (inputs C). Notation m := (length (gates C)).
Notation track := (fold_left (after_call R K C)).
Notation at_place p M := (nth p M one).

Lemma sized_call call m : length (examples (gadget_of K call) m) = length (examples (gadget_of K call) []).
Proof.
  unfold gadget_of. destruct (nth_in_or_default (fst call) (gadgets K) {| width := 0; examples := fun _ => [];
    leaves := [] |}) as [i|e].
  - rewrite Forall_forall in sized. apply sized, i.
  - rewrite e. reflexivity.
Qed.
Lemma track_length calls M : length (track calls M) = length M.
Proof. revert M. induction calls as [|c cs IH]; intros M; [reflexivity|]. cbn. rewrite IH. apply after_call_length. Qed.

(* Two runs of one instance, from M and M'. *)
Section Instance.
Variables (k : nat) (row : list nat).
Hypothesis size : length row = k.
Hypothesis no_repeat : NoDup (row ++ [v]).
Hypothesis below : forall p, In p row -> p < v.
Hypothesis accept_first : accept K < k /\ nth (accept K) (row ++ [v]) 0 = accept K.
Variable equal_at : nat -> Prop.     (* whether both had the same magnitude at this name, at first *)
Definition source_holds (s : option nat) : Prop := match s with None => True | Some q => equal_at q end.
Definition agree (known : list (option nat)) (M M' : list F) : Prop :=
  (forall i, i <= k -> source_holds (nth i known None) ->
    at_place (at_row K C row i) M = at_place (at_row K C row i) M').

Lemma call_agrees call known M M' : allowed_call K k call = true -> length M = v -> length M' = v ->
  agree known M M' ->
  agree (map (source_after K k known call) (seq 0 (S k))) (after_call R K C M (placed row call)) (after_call R K C M'
    (placed row call)) /\
  forall p, p <= v -> ~ In p (row ++ [v]) -> at_place p M = at_place p M' ->
    at_place p (after_call R K C M (placed row call)) = at_place p (after_call R K C M' (placed row call)).
Proof.
  intros ok lM lM' ag. pose proof (placed_places K C k row size accept_first call ok) as pl.
  unfold allowed_call in ok. apply andb_prop in ok as [ok width_ok]. apply andb_prop in ok as [d le].
  apply Nat.eqb_eq in width_ok. set (r := snd call ++ [k]) in *. rewrite forallb_forall in le.
  assert (le' : forall i, In i r -> i <= k).
  { intros i im. apply in_app_or in im as [im|[<-|[]]]; [specialize (le i im); apply Nat.ltb_lt in le; lia|lia]. }
  assert (r_size : length r = S (width (gadget_of K call))) by (unfold r; rewrite app_length; cbn; lia).
  assert (at_last : at_row K C row k = v) by (unfold at_row; rewrite app_nth2, size, Nat.sub_diag by lia; reflexivity).
  assert (fd : forall (N : list F) j, length N = v -> j < length r ->
    at_place j (found N (placed row call)) = at_place (at_row K C row (nth j r 0)) N).
  { intros N j lN lj. transitivity (at_place j (map (fun p => at_place p N) (places K C (placed row call)))).
    { unfold places. rewrite map_app. change (map _ (snd (placed row call))) with (found N (placed row call)).
      destruct (lt_dec j (length (found N (placed row call)))) as [l|l]; [rewrite app_nth1 by exact l; reflexivity|].
      rewrite app_nth2, nth_overflow by lia. destruct (j - _) as [|[|q]]; cbn; [|reflexivity..].
      symmetry. apply nth_overflow. lia. }
    rewrite pl, map_map.
    rewrite (nth_indep _ one ((fun x => nth (at_row K C row x) N one) 0)) by (rewrite map_length; exact lj).
    rewrite (map_nth (fun x => nth (at_row K C row x) N one)). reflexivity. }
  assert (sz : forall N : list F, length (examples (gadget_of K call) (found N (placed row call))) = length (examples
    (gadget_of K call) []))
    by (intros; apply sized_call).
  split.
  - intros i li. rewrite nth_map_seq by lia. intros s.
    unfold after_call. destruct (Nat.eq_dec i k) as [->|ni].
    { rewrite at_last, !nth_overflow by (rewrite map_length, seq_length; lia). reflexivity. }
    assert (at_row K C row i < v) by (apply below; unfold at_row; rewrite app_nth1 by lia; apply nth_In; lia).
    rewrite !nth_map_seq by lia.
    rewrite pl, position_map.
    2:{ intros j jm e. apply (at_row_inj K C k row size no_repeat accept_first) in e;
      [exact e|exact li|apply le', jm]. }
    unfold source_after in s. fold r in s. change (gadget_of K (placed row call)) with (gadget_of K call).
    destruct (position i r) as [j|] eqn:pos.
    + apply position_some in pos as [lj ej]. unfold left_at, decayed. rewrite !sz.
      destruct (nth_in_or_default j (leaves (gadget_of K call)) Kept) as [inl|dl].
      * pose proof (gadget_good R E good K contracts kept call) as lg. unfold leaves_good in lg.
        rewrite Forall_forall in lg.
        specialize (lg _ inl). destruct (nth j (leaves (gadget_of K call)) Kept) as [c|j' f|]; [reflexivity| |].
        -- destruct lg as [lg _]. apply Nat.ltb_lt in lg. rewrite !fd by lia. f_equal.
           apply ag; [apply le', nth_In; lia|exact s].
        -- rewrite !fd, ej by lia. f_equal. apply ag; assumption.
      * rewrite dl in *. rewrite !fd, ej by lia. f_equal. apply ag; assumption.
    + unfold decayed. rewrite !sz. f_equal. apply ag; assumption.
  - intros p lp np e. assert (p <> v) by (intros ->; apply np, in_or_app; right; left; reflexivity).
    unfold after_call. rewrite !nth_map_seq by lia.
    replace (position p (places K C (placed row call))) with (@None nat).
    + change (gadget_of K (placed row call)) with (gadget_of K call). unfold decayed. rewrite !sz, e. reflexivity.
    + symmetry. apply position_none. rewrite pl. intros i. apply in_map_iff in i as (j & <- & i). apply np, nth_In.
      rewrite app_length. cbn. specialize (le' j i). lia.
Qed.
Lemma body_agrees body : Forall (fun call => allowed_call K k call = true) body -> forall known M M',
  length M = v -> length M' = v -> agree known M M' ->
  agree (sources K k body known) (track (map (placed row) body) M) (track (map (placed row) body) M') /\
  forall p, p <= v -> ~ In p (row ++ [v]) -> at_place p M = at_place p M' ->
    at_place p (track (map (placed row) body) M) = at_place p (track (map (placed row) body) M').
Proof.
  induction 1 as [|call body ok _ IH]; intros known M M' lM lM' ag; [cbn; auto|]. cbn [map fold_left sources].
  destruct (call_agrees call known M M' ok lM lM' ag) as [ag' o].
  destruct (IH _ _ _ (eq_trans (after_call_length R K C _ _) lM) (eq_trans (after_call_length R K C _ _) lM') ag')
    as [ag2 o2].
  split; [exact ag2|]. intros p lp np e. apply o2, o; assumption.
Qed.
End Instance.

(* Calls after which equal magnitudes are equal again, and those at `fresh` are equal in any case. *)
Definition settles (calls : list (nat * list nat)) (fresh : nat -> Prop) : Prop := forall M M' p, length M = v ->
  length M' = v -> p <= v ->
  at_place p M = at_place p M' \/ fresh p -> at_place p (track calls M) = at_place p (track calls M').
Lemma settles_app c1 c2 f1 f2 : settles c1 f1 -> settles c2 f2 -> settles (c1 ++ c2) (fun p => f1 p \/ f2 p).
Proof.
  intros h1 h2 M M' p lM lM' lp o. rewrite !fold_left_app. apply h2; rewrite ?track_length; auto.
  destruct o as [o|[o|o]]; [left; apply h1; auto|left; apply h1; auto|right; exact o].
Qed.
Lemma settles_less calls (f f' : nat -> Prop) : (forall p, p <= v -> f' p -> f p) -> settles calls f ->
  settles calls f'.
Proof. intros i h M M' p lM lM' lp o. apply h; auto. destruct o; auto. Qed.
Lemma settles_each {X} (f : X -> list (nat * list nat)) (fresh : X -> nat -> Prop) l :
  (forall x, In x l -> settles (f x) (fresh x)) -> settles (flat_map f l) (fun p => exists x, In x l /\ fresh x p).
Proof.
  induction l as [|x l IH]; intros h.
  - intros M M' p _ _ _ [e|(x & [] & _)]. exact e.
  - cbn [flat_map]. eapply settles_less; [|apply settles_app; [apply h; left; reflexivity|apply IH; intros y i;
      apply h; right; exact i]].
    intros p _ (y & [<-|i] & fy); [left; exact fy|right; exists y; auto].
Qed.

Lemma own_settles js body fresh : NoDup js -> (forall j, In j js -> j < n + m) ->
  own_sources K (special K + length js) body fresh = true ->
  settles (map (placed (seq 0 (special K) ++ map (signal K) js)) body)
    (fun p => exists i, i <= special K + length js /\ In i fresh /\ p = at_row K C (seq 0 (special K) ++
      map (signal K) js) i).
Proof.
  intros d b ok. unfold own_sources in ok. apply andb_prop in ok as [ok1 ok2]. rewrite forallb_forall in ok1, ok2.
  set (row := seq 0 (special K) ++ map (signal K) js). set (k := special K + length js) in *.
  assert (size : length row = k) by (unfold row; rewrite app_length, seq_length, map_length; lia).
  pose proof (row_distinct K C js d b) as nd. pose proof (row_below K C js b) as bl. fold row in nd, bl.
  assert (af : accept K < k /\ nth (accept K) (row ++ [v]) 0 = accept K).
  { split; [lia|]. unfold row. rewrite <- app_assoc, app_nth1 by (rewrite seq_length; exact accept_special).
    apply seq_nth, accept_special. }
  intros M M' p lM lM' lp o.
  destruct (body_agrees k row size nd bl af (fun q => at_place (at_row K C row q) M = at_place (at_row K C row q) M')
    body)
    with (known := map Some (seq 0 (S k))) (M := M) (M' := M') as [ag out]; auto.
  { rewrite Forall_forall. exact ok1. }
  { intros i li. rewrite nth_map_seq by lia. auto. }
  destruct (in_dec Nat.eq_dec p (row ++ [v])) as [i|i].
  - apply (In_nth _ _ 0) in i as (i & li & <-). rewrite app_length, size in li. cbn in li. apply ag; [lia|].
    set (src := sources K k body (map Some (seq 0 (S k)))) in *.
    assert (src_size : length src = S k).
    { unfold src. assert (g : forall body known, length known = S k -> length (sources K k body known) = S k).
      { clear. induction body as [|c body IH]; intros known l; [exact l|]. cbn [sources]. apply IH.
        rewrite map_length, seq_length. reflexivity. }
      apply g. rewrite map_length, seq_length. reflexivity. }
    assert (ic : In (i, nth i src None) (combine (seq 0 (S k)) src)).
    { rewrite <- (seq_nth (len := S k) 0 (n := i) 0) at 1 by lia. rewrite <- combine_nth by (rewrite seq_length; lia).
      apply nth_In. rewrite combine_length, seq_length. lia. }
    specialize (ok2 _ ic). cbv beta iota in ok2. destruct (nth i src None) as [q|]; [|exact I].
    apply andb_prop in ok2 as [q1 q2]. apply Nat.eqb_eq in q1. subst q.
    destruct o as [o|(i' & li' & fi & e)]; [exact o|].
    fold (at_row K C row i) in e. apply (at_row_inj K C k row size nd af) in e; [|lia|exact li'].
    subst i'.
    apply negb_true_iff in q2. assert (existsb (Nat.eqb i) fresh = true) by (apply existsb_exists; exists i;
      auto using Nat.eqb_refl). congruence.
  - apply out; auto. destruct o as [o|(i' & li' & fi & e)]; [exact o|]. elim i. rewrite e. apply nth_In.
    rewrite app_length, size. cbn. lia.
Qed.

Definition is_input (p : nat) : Prop := special K <= p < special K + n.
Lemma phase_settles f : phase_sources K f = true ->
  settles (flat_map (placed_calls K f) (instances K C (over f))) (fun p => over f = Outputs /\ is_input p).
Proof.
  intros ok. unfold phase_sources in ok. destruct fine as (_ & out_size & range).
  destruct (over f) eqn:o.
  - eapply settles_less; [|apply (settles_each _ (fun _ _ => False))]; [intros p _ [e _]; discriminate|].
    intros x ix. cbn [instances] in ix. apply in_map_iff in ix as (i & <- & ii). apply in_seq in ii.
    rewrite placed_calls_row. cbn [body]. change ([signal K i]) with (map (signal K) [i]).
    eapply settles_less; [|apply own_settles; [apply NoDup_one| |exact ok]]; [intros p _ []|]. intros j [<-|[]]. lia.
  - eapply settles_less; [|apply (settles_each _ (fun _ _ => False))]; [intros p _ [e _]; discriminate|].
    intros x ix. apply In_nth_error in ix as [t nx]. apply (gates_at K C _ _ fine) in nx
      as (a & b & gate & lt & la & lb & ->).
    apply andb_prop in ok as [ok1 ok2]. rewrite placed_calls_row. cbn [body map].
    destruct (Nat.eqb_spec (signal K a) (signal K b)) as [ab|ab].
    + assert (a = b) by (unfold signal in ab; lia). subst b. rewrite placed_merged.
      change ([signal K (n + t); signal K a]) with (map (signal K) [n + t; a]).
      eapply settles_less; [|apply own_settles; [apply NoDup_two; lia| |exact ok2]]; [intros p _ []|].
      intros j [<-|[<-|[]]]; lia.
    + assert (a <> b) by (intros ->; auto).
      change ([signal K (n + t); signal K a; signal K b]) with (map (signal K) [n + t; a; b]).
      eapply settles_less; [|apply own_settles; [apply NoDup_three; lia| |exact ok1]]; [intros p _ []|].
      intros j [<-|[<-|[<-|[]]]]; lia.
  - eapply settles_less; [|apply (settles_each _ (fun _ _ => False))]; [intros p _ [e _]; discriminate|].
    intros x [<-|[]]. rewrite placed_calls_row. cbn [body]. change ([signal K (answer C)]) with (map (signal K) [answer
      C]).
    pose proof (range (answer C) (or_introl eq_refl)).
    eapply settles_less; [|apply own_settles; [apply NoDup_one| |exact ok]]; [intros p _ []|]. intros j [<-|[]]. lia.
  - eapply settles_less; [|apply (settles_each _ (fun x p => nth 0 x 0 = p))].
    + intros p _ [_ [p1 p2]]. exists [p; signal K (nth (p - special K) (outputs C) 0)]. split; [|reflexivity].
      cbn [instances]. apply in_map_iff. exists (p - special K, nth (p - special K) (outputs C) 0).
      split; [unfold signal at 1; do 2 f_equal; lia|].
      replace (p - special K) with (nth (p - special K) (seq 0 n) 0) at 1 by (rewrite seq_nth; lia).
      rewrite <- combine_nth by (rewrite seq_length; lia). apply nth_In. rewrite combine_length, seq_length. lia.
    + intros x ix. cbn [instances] in ix. apply in_map_iff in ix as ([i o'] & <- & ii).
      pose proof (in_combine_l _ _ _ _ ii) as i1. pose proof (in_combine_r _ _ _ _ ii) as i2. apply in_seq in i1.
      pose proof (range o' (or_intror i2)). rewrite placed_calls_row. cbn [body].
      change ([signal K i; signal K o']) with (map (signal K) [i; o']).
      eapply settles_less; [|apply own_settles; [apply NoDup_two; lia| |exact ok]].
      * intros p _ e. exists (special K). split; [cbn; lia|]. split; [left; reflexivity|]. cbn in e. subst p.
        unfold at_row. rewrite <- app_assoc, app_nth2; rewrite seq_length; [|lia]. rewrite Nat.sub_diag. reflexivity.
      * intros j [<-|[<-|[]]]; lia.
Qed.
Lemma program_settles : forallb (phase_sources K) (phases K) = true ->
  existsb (fun f => match over f with Outputs => true | _ => false end) (phases K) = true ->
    settles (program K C) is_input.
Proof.
  intros ok ex. rewrite forallb_forall in ok. apply existsb_exists in ex as (f & f1 & f2).
  eapply settles_less; [|apply (settles_each _ (fun f p => over f = Outputs /\ is_input p))].
  - intros p _ i. exists f. split; [exact f1|]. split; [|exact i]. destruct (over f); congruence.
  - intros g ig. apply phase_settles, ok, ig.
Qed.
Definition is_gate (p : nat) : Prop := special K + n <= p < v.
Lemma phase_settles_gates f : renews_gates K f = true ->
  settles (flat_map (placed_calls K f) (instances K C (over f))) is_gate.
Proof.
  intros ok. unfold renews_gates in ok. destruct (over f); try discriminate. apply andb_prop in ok as [ok1 ok2].
  eapply settles_less; [|apply (settles_each _ (fun x p => nth 0 x 0 = p))].
  - intros p _ [p1 p2]. set (t := p - special K - n). assert (lt : t < m) by (unfold dimension in p2; lia).
    destruct (nth t (gates C) (0, 0)) as [a b] eqn:e. exists [signal K (n + t); signal K a; signal K b].
    split; [|cbn; unfold signal; lia]. cbn [instances]. apply in_map_iff. exists (n + t, (a, b)). split; [reflexivity|].
    rewrite <- e. rewrite <- (seq_nth (len := m) n (n := t) 0) by exact lt.
    rewrite <- combine_nth by (rewrite seq_length; reflexivity). apply nth_In.
    rewrite combine_length, seq_length. lia.
  - assert (first : forall js p, nth 0 (map (signal K) js) 0 = p -> js <> [] -> exists i, i <= special K + length js /\
      In i [special K] /\ p = at_row K C (seq 0 (special K) ++ map (signal K) js) i).
    { intros [|j js] p e some; [elim some; reflexivity|]. exists (special K). split; [cbn; lia|]. split; [left; reflexivity|].
      cbn in e. subst p. unfold at_row. rewrite <- app_assoc, app_nth2; rewrite seq_length; [|lia]. rewrite Nat.sub_diag.
      reflexivity. }
    intros x ix. apply In_nth_error in ix as [t nx]. apply (gates_at K C _ _ fine) in nx
      as (a & b & gate & lt & la & lb & ->).
    rewrite placed_calls_row. cbn [body map].
    destruct (Nat.eqb_spec (signal K a) (signal K b)) as [ab|ab].
    + assert (a = b) by (unfold signal in ab; lia). subst b. rewrite placed_merged.
      change ([signal K (n + t); signal K a]) with (map (signal K) [n + t; a]).
      eapply settles_less; [|apply own_settles; [apply NoDup_two; lia| |exact ok2]].
      * intros p _ e. apply first; [exact e|discriminate].
      * intros j [<-|[<-|[]]]; lia.
    + assert (a <> b) by (intros ->; auto).
      change ([signal K (n + t); signal K a; signal K b]) with (map (signal K) [n + t; a; b]).
      eapply settles_less; [|apply own_settles; [apply NoDup_three; lia| |exact ok1]].
      * intros p _ e. apply first; [exact e|discriminate].
      * intros j [<-|[<-|[<-|[]]]]; lia.
Qed.
Lemma program_settles_gates : forallb (phase_sources K) (phases K) = true ->
  existsb (renews_gates K) (phases K) = true -> settles (program K C) is_gate.
Proof.
  intros ok ex. rewrite forallb_forall in ok. apply existsb_exists in ex as (f & f1 & f2).
  eapply settles_less; [|apply (settles_each _ (fun f p => renews_gates K f = true /\ is_gate p))].
  - intros p _ i. exists f. auto.
  - intros g ig. destruct (renews_gates K g) eqn:e.
    + eapply settles_less; [|apply phase_settles_gates, e]. tauto.
    + eapply settles_less; [|apply phase_settles, ok, ig]. intros p _ [c _]. discriminate.
Qed.

Lemma position_app k l l' i : position k l = Some i -> position k (l ++ l') = Some i.
Proof.
  revert i. induction l as [|q l IH]; intros i; cbn; [discriminate|]. destruct (k =? q); [auto|].
  destruct (position k l) as [j|]; [|discriminate]. intros e. rewrite (IH j eq_refl). exact e.
Qed.
Lemma restored_at k x M : k < special K -> restored K k = Some x -> length M = v ->
  at_place k (track (program K C) M) = x.
Proof.
  intros lk. unfold restored. destruct (rev (phases K)) as [|f fs] eqn:ep; [discriminate|].
  destruct (over f) eqn:o; try discriminate. destruct (rev (calls f)) as [|call cs] eqn:ec; [discriminate|].
  destruct (forallb _ (snd call)) eqn:names; [|discriminate]. destruct (position k (snd call)) as [i|] eqn:pos; [|discriminate].
  destruct (nth i (leaves (gadget_of K call)) Kept) as [y| |] eqn:le; try discriminate. intros [= ->] lM.
  apply (f_equal (@rev _)) in ep, ec. rewrite rev_involutive in ep, ec. cbn [rev] in ep, ec.
  unfold program. rewrite ep, flat_map_app. cbn [flat_map]. rewrite o. cbn [instances flat_map].
  rewrite !app_nil_r, placed_calls_row. cbn [body]. rewrite ec, map_app. cbn [map].
  rewrite app_assoc, fold_left_app. cbn [fold_left]. set (g := placed _ call).
  match goal with |- nth k (after_call R K C ?all g) one = x => set (N := all) end. assert (lN : length N = v) by (unfold N; rewrite track_length; exact lM).
  unfold after_call. rewrite nth_map_seq by (rewrite lN; unfold dimension; lia).
  replace (position k (places K C g)) with (Some i); [unfold left_at; change (gadget_of K g) with (gadget_of K call);
    rewrite le; reflexivity|].
  symmetry. apply position_app. cbn [g placed snd].
  assert (at_k : k = nth k (seq 0 (special K) ++ [signal K (answer C)]) 0)
    by (rewrite app_nth1 by (rewrite seq_length; exact lk); symmetry; apply seq_nth, lk).
  pose proof (position_map (fun name => nth name (seq 0 (special K) ++ [signal K (answer C)]) 0) k (snd call)) as there.
  cbv beta in there. rewrite <- at_k in there. rewrite there; [exact pos|]. intros j ij e.
  rewrite forallb_forall in names. specialize (names j ij). apply Nat.leb_le in names.
  destruct (lt_dec j (special K)) as [lj|lj].
  - rewrite app_nth1, seq_nth in e by (rewrite ?seq_length; exact lj). exact e.
  - rewrite app_nth2, seq_length in e by (rewrite seq_length; lia). replace (j - special K) with 0 in e by lia.
    cbn in e. unfold signal in e. lia.
Qed.
Theorem magnitudes_come_back fresh : settles (program K C) fresh -> (forall p, fresh p -> special K <= p < v) ->
  forall p, fresh p -> at_place p (track (program K C) (pass_magnitudes R K C)) = at_place p (pass_magnitudes R K C).
Proof.
  intros h inside p i. pose proof (inside p i).
  transitivity (at_place p (track (program K C) (repeat (first_magnitude K) v))).
  - apply h; [unfold pass_magnitudes; rewrite map_length, seq_length; reflexivity|apply repeat_length|lia|right;
      exact i].
  - unfold pass_magnitudes. rewrite nth_map_seq by lia.
    destruct (Nat.ltb_spec p (special K)); [lia|reflexivity].
Qed.
End Magnitudes.
