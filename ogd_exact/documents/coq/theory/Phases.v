(* The phases of a pass, for any circuit: each takes what all coordinates hold from one stage to the next. *)
From Coq Require Import List Bool Arith Lia.
Require Export OGD.Situations.
Require Import OGD.Theorem OGD.Field OGD.Tables OGD.Frame OGD.Columns OGD.Calls OGD.Check OGD.Lift OGD.Instances.
Import ListNotations.

Section Phases.
Context {F : ordered_field} (R : rule F) (E : encoding F) (good : F -> Prop) (K : construction F) (C : circuit).
Variables (contracts : list (list (case F))) (Z : resting).
Variable allowed : F -> Prop.
Hypothesis ground : grounds R E good K contracts allowed.
Hypothesis fine : well_formed C.
Variable xs : list bool.
Hypothesis xs_size : length xs = inputs C.
Notation v := (dimension K C). Notation n := (inputs C). Notation m := (length (gates C)).
Notation carries := (carries R E good K C allowed).
Notation value := (signal_at C xs). Notation following := (following C xs). Notation situation := (situation K C Z xs).
Notation kinds_of := (kinds_of C). Notation between := (between C).
Notation turns_carries := (turns_carries R E good K C contracts Z allowed ground xs xs_size).

Variable yes_now : bool.    (* the answer of this pass *)
Hypothesis answer_now : value (answer C) = yes_now.
Notation quiet := (negb yes_now).
Definition said_at (s : stage) : bool := asked s && yes_now.
Lemma said_in s : In (said_at s) (saids s).
Proof. unfold said_at, saids. destruct (asked s), yes_now; cbn; auto. Qed.
Definition phase_carries (f : phase) (s s' : stage) : Prop :=
  carries quiet (flat_map (placed_calls K f) (instances K C (over f))) (situation (kinds_of s) (said_at s)) (situation
    (kinds_of s') (said_at s')).
Ltac cuts := unfold OGD.Situations.between, OGD.Situations.kinds_of; intros;
  repeat match goal with |- context [?a <? ?b] => destruct (Nat.ltb_spec a b); try lia end; auto.

Lemma inputs_carry f s s' : over f = Inputs -> of_inputs s = Loose \/ of_inputs s = Holds ->
  fills K contracts Z f s = true ->
  s' = {| of_inputs := Holds; of_gates := of_gates s; asked := asked s |} -> phase_carries f s s'.
Proof.
  intros o ki ok e. unfold phase_carries. rewrite o. cbn [instances].
  assert (said_same : said_at s' = said_at s) by (subst; reflexivity). rewrite said_same.
  apply (carries_weaken _ _ _ _ _ _ _ _ (situation (between s s' 0) (said_at s)) (situation (between s s' n) (said_at
    s))).
  { intros A. apply situation_ext. cuts. } { intros A. apply situation_ext. subst s'. cuts. }
  apply carries_each with (S := fun t => situation (between s s' t) (said_at s)); [rewrite map_length, seq_length;
    reflexivity|].
  intros t x nx. rewrite nth_error_map in nx. destruct (nth_error (seq 0 n) t) as [i|] eqn:ni; [|discriminate].
  injection nx as <-.
  apply nth_error_seq in ni as [-> lt]. cbn [Nat.add]. rewrite placed_calls_row. cbn [body].
  intros w A M lM gM sA bA sit. pose proof (proj2 (proj2 sit) t ltac:(lia)) as held_t.
  replace (between s s' t t) with (of_inputs s) in held_t by cuts.
  change ([signal K t]) with (map (signal K) [t]).
  refine (turns_carries true quiet (said_at s) (said_at s) (calls f) [A (signal K t)] [Bit (value t)] [t] (between s s'
    t)
    (between s s' (S t)) (fun _ => eq_refl) _ eq_refl (NoDup_one t) _ _ _ w A M lM gM sA bA (conj sit _)).
  - eapply every_in in ok; [|apply said_in]. eapply every_in in ok; [|apply in_bits].
    eapply every_in in ok; [exact ok|].
    destruct ki as [ki|ki]; rewrite ki in *; exact held_t.
  - intros j [<-|[]]. lia.
  - intros j lj nj. assert (j <> t) by (intros ->; apply nj; left; reflexivity). cuts.
  - intros [|i] li; [|cbn in li; lia]. cbn. replace (between s s' (S t) t) with Holds by (subst s'; cuts). left.
    reflexivity.
  - intros [|i] li; [reflexivity|cbn in li; lia].
Qed.

Lemma compute_carries f s s' : over f = Gates -> of_inputs s = Holds -> of_gates s = Blank \/ of_gates s = Stale ->
  computes K contracts Z f s = true ->
  s' = {| of_inputs := Holds; of_gates := Holds; asked := asked s |} -> phase_carries f s s'.
Proof.
  intros o ki kg ok e. unfold phase_carries. rewrite o.
  assert (said_same : said_at s' = said_at s) by (subst; reflexivity). rewrite said_same.
  apply (carries_weaken _ _ _ _ _ _ _ _ (situation (between s s' (n + 0)) (said_at s)) (situation (between s s' (n +
    m)) (said_at s))).
  { intros A. apply situation_ext. subst s'. cuts. } { intros A. apply situation_ext. cuts. }
  apply carries_each with (S := fun t => situation (between s s' (n + t)) (said_at s)); [apply instances_gates|].
  intros t x nx. apply (gates_at K C _ _ fine) in nx as (a & b & gate & lt & la & lb & ->). rewrite placed_calls_row.
  eapply every_in in ok; [|apply said_in].
  assert (new : between s s' (n + S t) (n + t) = Holds) by (subst s'; cuts).
  assert (old : between s s' (n + t) (n + t) = of_gates s) by cuts.
  assert (read : forall j, j < n + t -> between s s' (n + t) j = Holds) by (subst s'; cuts).
  assert (read' : forall j, j < n + t -> between s s' (n + S t) j = Holds) by (subst s'; cuts).
  intros w A M lM gM sA bA sit. pose proof sit as (_ & _ & hold).
  eapply every_in in ok; [|instantiate (1 := A (signal K (n + t))); specialize (hold (n + t) ltac:(lia));
    rewrite old in hold; destruct kg as [kg|kg]; rewrite kg in *; exact hold].
  assert (bit : forall j, j < n + t -> A (signal K j) = Bit (value j)).
  { intros j lj. specialize (hold j ltac:(lia)). rewrite (read j lj) in hold. destruct hold as [<-|[]]. reflexivity. }
  cbn [body map]. destruct (Nat.eqb_spec (signal K a) (signal K b)) as [ab|ab].
  - assert (a = b) by (unfold signal in ab; lia). subst b. rewrite placed_merged.
    change ([signal K (n + t); signal K a]) with (map (signal K) [n + t; a]).
    refine (turns_carries true quiet (said_at s) (said_at s) (merged K (calls_if_same f))
      [A (signal K (n + t)); Bit (value a)]
      [Bit (nand (value a) (value a)); Bit (value a)] [n + t;
        a] (between s s' (n + t)) (between s s' (n + S t)) (fun _ => eq_refl) _ eq_refl
      (NoDup_two _ _ _) _ _ _ w A M lM gM sA bA (conj sit _)); [|lia| | | |].
    + eapply every_in in ok; [|apply (in_bits (value a))]. apply andb_prop in ok as [_ ok]. exact ok.
    + intros j [<-|[<-|[]]]; lia.
    + intros j lj nj. assert (j <> n + t) by (intros ->; apply nj; left; reflexivity). cuts.
    + intros [|[|i]] li; [| |cbn in li; lia]; cbn; [rewrite new,
        (gate_signal C xs xs_size t a a fine gate)|rewrite read' by lia]; left; reflexivity.
    + intros [|[|i]] li; [reflexivity|apply bit, la|cbn in li; lia].
  - assert (a <> b) by (intros ->; auto).
    refine (turns_carries true quiet (said_at s) (said_at s) (calls f)
      [A (signal K (n + t)); Bit (value a); Bit (value b)]
      [Bit (nand (value a) (value b)); Bit (value a); Bit (value b)] [n + t; a;
        b] (between s s' (n + t)) (between s s' (n + S t))
      (fun _ => eq_refl) _ eq_refl (NoDup_three _ _ _ _ _ _) _ _ _ w A M lM gM sA bA (conj sit _));
        [|lia|lia|assumption| | | |].
    + eapply every_in in ok; [|apply (in_bits (value a))]. apply andb_prop in ok as [ok _].
      eapply every_in in ok; [|apply (in_bits (value b))]. exact ok.
    + intros j [<-|[<-|[<-|[]]]]; lia.
    + intros j lj nj. assert (j <> n + t) by (intros ->; apply nj; left; reflexivity). cuts.
    + intros [|[|[|i]]] li; [| | |cbn in li; lia]; cbn;
        [rewrite new, (gate_signal C xs xs_size t a b fine gate)|rewrite read' by lia|rewrite read' by
        lia]; left; reflexivity.
    + intros [|[|[|i]]] li; [reflexivity|apply bit, la|apply bit, lb|cbn in li; lia].
Qed.

Lemma clear_carries f s s' : over f = Gates -> of_gates s = Holds \/ of_gates s = Spent ->
  clears K contracts Z f s = true ->
  s' = {| of_inputs := of_inputs s; of_gates := Blank; asked := asked s |} -> phase_carries f s s'.
Proof.
  intros o kg ok e. unfold phase_carries. rewrite o.
  assert (said_same : said_at s' = said_at s) by (subst; reflexivity). rewrite said_same.
  apply (carries_weaken _ _ _ _ _ _ _ _ (situation (between s s' (n + 0)) (said_at s)) (situation (between s s' (n +
    m)) (said_at s))).
  { intros A. apply situation_ext. subst s'. cuts. } { intros A. apply situation_ext. cuts. }
  apply carries_each with (S := fun t => situation (between s s' (n + t)) (said_at s)); [apply instances_gates|].
  intros t x nx. apply (gates_at K C _ _ fine) in nx as (a & b & gate & lt & la & lb & ->). rewrite placed_calls_row.
  eapply every_in in ok; [|apply said_in]. eapply every_in in ok; [|apply (in_bits (value (n + t)))].
  intros w A M lM gM sA bA sit. pose proof (proj2 (proj2 sit) (n + t) ltac:(lia)) as held_t.
  replace (between s s' (n + t) (n + t)) with (of_gates s) in held_t by cuts.
  eapply every_in in ok; [|instantiate (1 := A (signal K (n + t))); destruct kg as [kg|kg]; rewrite kg in *;
    exact held_t].
  apply andb_prop in ok as [ok1 ok2].
  assert (both : forall calls, turns K contracts Z true (said_at s) (said_at s) calls [A (signal K (n + t))] [blank Z]
    = true ->
    exists A', situation (between s s' (n + S t)) (said_at s) A' /\
      safe R v (bound K allowed quiet) (examples_of R K C M (map (placed (seq 0 (special K) ++ map (signal K) [n + t;
        a; b])) calls)) w /\
      says E K C (run R v (examples_of R K C M (map (placed (seq 0 (special K) ++ map (signal K) [n + t; a;
        b])) calls)) w) A'
        (fold_left (after_call R K C) (map (placed (seq 0 (special K) ++ map (signal K) [n + t; a; b])) calls) M) /\
      Forall good (fold_left (after_call R K C) (map (placed (seq 0 (special K) ++ map (signal K) [n + t; a;
        b])) calls) M)).
  { intros calls ok. cbn [map]. rewrite placed_less.
    - change ([signal K (n + t)]) with (map (signal K) [n + t]).
      refine (turns_carries true quiet (said_at s) (said_at s) calls [A (signal K (n + t))] [blank Z] [n + t] (between
        s s' (n + t))
        (between s s' (n + S t)) (fun _ => eq_refl) ok eq_refl (NoDup_one _) _ _ _ w A M lM gM sA bA (conj sit _)).
      + intros j [<-|[]]. lia.
      + intros j lj nj. assert (j <> n + t) by (intros ->; apply nj; left; reflexivity). cuts.
      + intros [|i] li; [|cbn in li; lia]. cbn. replace (between s s' (n + S t) (n + t)) with Blank by (subst s';
          cuts). left. reflexivity.
      + intros [|i] li; [reflexivity|cbn in li; lia].
    - unfold turns in ok. destruct (tried _ _ _ _ _ _) eqn:tr; [|discriminate]. eapply tried_names, tr. }
  cbn [body map]. destruct (signal K a =? signal K b); apply both; assumption.
Qed.

Lemma question_carries f s s' left k : over f = Question -> of_gates s = Holds -> asked s = false ->
  answers K contracts Z f left = true -> (forall x y, In (left x) (may_hold Z k x y)) -> k = Holds \/ k = Spent ->
  s' = {| of_inputs := of_inputs s; of_gates := k; asked := true |} -> phase_carries f s s'.
Proof.
  intros o kg na ok left_ok kk e. unfold phase_carries. rewrite o. cbn [instances flat_map].
  rewrite app_nil_r, placed_calls_row. cbn [body].
  assert (in_range : n <= answer C < n + m) by (destruct fine as (_ & _ & r); apply r; left; reflexivity).
  assert (s0 : said_at s = false) by (unfold said_at; rewrite na; reflexivity).
  assert (s1 : said_at s' = yes_now) by (subst s'; reflexivity). rewrite s0, s1.
  apply (carries_weaken _ _ _ _ _ _ _ _ (situation (kinds_of s) false) (situation (fun j => if j =? answer C then k
    else kinds_of s j) yes_now)).
  { auto. }
  { intros A (a1 & a2 & a3). split; [exact a1|]. split; [exact a2|]. intros j lj. specialize (a3 j lj).
    destruct (Nat.eqb_spec j (answer C)) as [ej|ne]; [replace (kinds_of s' j) with k by (subst s'; cuts); exact a3|].
    unfold OGD.Situations.kinds_of in *. subst s'. cbn [of_inputs of_gates]. destruct (j <? n); [exact a3|].
    rewrite kg in a3.
    destruct kk as [->| ->]; [exact a3|]. destruct a3 as [<-|[]]. left. reflexivity. }
  intros w A M lM gM sA bA sit. pose proof (proj2 (proj2 sit) (answer C) ltac:(lia)) as held_q.
  replace (kinds_of s (answer C)) with Holds in held_q by cuts. destruct held_q as [held_q|[]].
  change ([signal K (answer C)]) with (map (signal K) [answer C]).
  refine (turns_carries (negb yes_now) quiet false yes_now (calls f) [Bit (value (answer C))] [left (value (answer C))]
    [answer C] (kinds_of s)
    (fun j => if j =? answer C then k else kinds_of s j) (fun h => h) _ eq_refl (NoDup_one _) _ _ _ w A M lM gM sA bA
      (conj sit _)).
  - eapply every_in in ok; [|apply (in_bits (value (answer C)))]. cbv beta in ok. rewrite answer_now in *. exact ok.
  - intros j [<-|[]]. lia.
  - intros j lj nj. destruct (Nat.eqb_spec j (answer C)) as [ej|]; [elim nj; left; auto|reflexivity].
  - intros [|i] li; [|cbn in li; lia]. cbn. rewrite Nat.eqb_refl. apply left_ok.
  - intros [|i] li; [symmetry; exact held_q|cbn in li; lia].
Qed.

Lemma outputs_carry f s s' : over f = Outputs -> of_inputs s = Loose \/ of_inputs s = Holds -> of_gates s = Holds ->
  advances K contracts Z f s = true -> s' = {| of_inputs := Next; of_gates := Holds; asked := asked s |} ->
    phase_carries f s s'.
Proof.
  intros o ki kg ok e. unfold phase_carries. rewrite o. cbn [instances].
  assert (said_same : said_at s' = said_at s) by (subst; reflexivity). rewrite said_same.
  destruct fine as (_ & out_size & range).
  apply (carries_weaken _ _ _ _ _ _ _ _ (situation (between s s' 0) (said_at s)) (situation (between s s' n) (said_at
    s))).
  { intros A. apply situation_ext. cuts. } { intros A. apply situation_ext. subst s'. cuts. }
  apply carries_each with (S := fun t => situation (between s s' t) (said_at s));
    [rewrite map_length, combine_length, seq_length, out_size; apply Nat.min_id|].
  intros t x nx. rewrite nth_error_map in nx. destruct (nth_error (combine _ _) t) as [[i o']|] eqn:ni;
    [|discriminate]. injection nx as <-.
  apply nth_error_combine in ni as [ni no]. apply nth_error_seq in ni as [-> lt]. cbn [Nat.add].
  rewrite placed_calls_row. cbn [body].
  pose proof (range o' (or_intror (nth_error_In _ _ no))) as ro.
  intros w A M lM gM sA bA sit. pose proof (proj2 (proj2 sit) t ltac:(lia)) as held_t.
  replace (between s s' t t) with (of_inputs s) in held_t by cuts.
  pose proof (proj2 (proj2 sit) o' ltac:(lia)) as held_o.
  replace (between s s' t o') with Holds in held_o by (subst s'; cuts). destruct held_o as [held_o|[]].
  change ([signal K t; signal K o']) with (map (signal K) [t; o']).
  refine (turns_carries true quiet (said_at s) (said_at s) (calls f) [A (signal K t); Bit (value o')] [Bit (value o');
    Bit (value o')] [t; o'] (between s s' t)
    (between s s' (S t)) (fun _ => eq_refl) _ eq_refl (NoDup_two _ _ _) _ _ _ w A M lM gM sA bA (conj sit _));
      [|lia| | | |].
  - eapply every_in in ok; [|apply said_in]. eapply every_in in ok; [|apply (in_bits (value t))].
    eapply every_in in ok; [|instantiate (1 := A (signal K t)); destruct ki as [ki|ki]; rewrite ki in *; exact held_t].
    eapply every_in in ok; [exact ok|apply in_bits].
  - intros j [<-|[<-|[]]]; lia.
  - intros j lj nj. assert (j <> t) by (intros ->; apply nj; left; reflexivity). cuts.
  - intros [|[|i]] li; [| |cbn in li; lia]; cbn.
    + replace (between s s' (S t) t) with Next by (subst s'; cuts). rewrite <- (following_output C xs t o' no). left.
      reflexivity.
    + replace (between s s' (S t) o') with Holds by (subst s'; cuts). left. reflexivity.
  - intros [|[|i]] li; [reflexivity|symmetry; exact held_o|cbn in li; lia].
Qed.

Lemma phase_sound f s s' : phase_turns K contracts Z f s = Some s' -> phase_carries f s s'.
Proof.
  unfold phase_turns. intros t. destruct (over f) eqn:o, (of_inputs s) eqn:ki, (of_gates s) eqn:kg; try discriminate t.
  all: try (destruct (fills K contracts Z f s) eqn:ok; [|discriminate]; injection t as <-; apply inputs_carry; auto;
    rewrite kg; reflexivity).
  all: try (destruct (computes K contracts Z f s) eqn:ok; [|discriminate]; injection t as <-; apply compute_carries;
    auto).
  all: try (destruct (clears K contracts Z f s) eqn:ok; [|discriminate]; injection t as <-; apply clear_carries; auto;
    rewrite ki; reflexivity).
  all: try (destruct (advances K contracts Z f s) eqn:ok; [|discriminate]; injection t as <-; apply outputs_carry;
    auto).
  all: destruct (asked s) eqn:na; [discriminate|];
    destruct (answers K contracts Z f Bit) eqn:ok; [injection t as <-; apply (question_carries f s _ Bit Holds); auto;
      [intros; left; reflexivity|rewrite ki; reflexivity]|];
    destruct (answers K contracts Z f (fun _ => blank Z)) eqn:ok'; [|discriminate]; injection t as <-;
    apply (question_carries f s _ (fun _ => blank Z) Spent); auto; [intros; right; left; reflexivity|rewrite ki;
      reflexivity].
Qed.
Theorem pass_carries last : last_stage K contracts Z = Some last ->
  carries quiet (program K C) (situation (kinds_of (first_stage Z)) false) (situation (kinds_of last) (said_at last)).
Proof.
  unfold last_stage, program. replace false with (said_at (first_stage Z)) by reflexivity.
  generalize (first_stage Z) as s.
  induction (phases K) as [|f fs IH]; intros s e; cbn [fold_left flat_map] in *.
  - injection e as <-. apply carries_nothing.
  - destruct (phase_turns K contracts Z f s) as [s'|] eqn:t.
    + eapply carries_app; [apply phase_sound, t|apply IH, e].
    + exfalso. revert e. clear. induction fs; cbn; [discriminate|exact IHfs].
Qed.
End Phases.
