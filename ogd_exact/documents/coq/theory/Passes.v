(* One pass of a model: it takes the weights from one iterate of the circuit to the next, or says yes. *)
From Coq Require Import List Bool Arith ZArith Lia Ring Field InitialRing.
Require Import OGD.Theorem OGD.Field OGD.Tables OGD.Frame OGD.Columns OGD.Calls OGD.Check OGD.Lift OGD.Instances.
Require Import OGD.Phases OGD.Magnitudes.
Import ListNotations.

(* What is asked of a model: magnitudes that are good stay so, are positive, and are enough for every gadget;
   weights start as a pass
   begins; and the checks compute to true. *)
Record sound {F : ordered_field} (R : rule F) (E : encoding F) (good : F -> Prop) (K : construction F)
    (contracts : list (list (case F))) (Z : resting) : Prop := {
  contracts_kept : Forall2 (keeps_contract R good E) (gadgets K) contracts;
  sizes_fixed : Forall (fun g => forall m, length (examples g m) = length (examples g [])) (gadgets K);
  good_decays : forall m, good m -> good (decay R * m)%F;
  good_positive : forall m, good m -> (0 < m)%F;
  good_first : good (first_magnitude K);
  yes_positive : (0 < yes E)%F;
  blank_zero : weight E (blank Z) = 0%F;
  rest_steady : Forall (fun k => let rest := weight E (held_at (special_rest Z) k) in
    (forall m, good m -> (rest * m)%F = rest) \/ first_magnitude K = 1%F /\ restored K k = Some 1%F) (seq 0 (special K));
  start_rests : map (weight E) (special_rest Z) = start_special K /\ length (special_rest Z) = special K;
  start_second_rests : weight E (second_rest Z) = start_second K;
  checked : construction_ok K contracts Z = true }.

Section Passes.
Context {F : ordered_field} {R : rule F} {E : encoding F} {good : F -> Prop} {K : construction F}
  {contracts : list (list (case F))} {Z : resting}.
Hypothesis model : sound R E good K contracts Z.
Add Field numbers : (field_of F) (morphism (num_morphism F), completeness (num_faithful F),
  constants [numeral], power_tac (power_of F) [exponent]).

Lemma checks : (exists last, last_stage K contracts Z = Some last /\ of_inputs last = Next /\
  may_last Z (of_gates last) = true /\ asked last = true) /\
  (forallb (phase_sources K) (phases K) = true /\
   (gates_last Z = true -> existsb (renews_gates K) (phases K) = true)) /\ accept K < special K /\
    held_at (special_rest Z) (accept K) = blank Z /\
  existsb (fun f => match over f with Outputs => true | _ => false end) (phases K) = true /\
  existsb (fun f => match over f with Question => 0 <? examples_in K (calls f) | _ => false end) (phases K) = true.
Proof.
  pose proof (checked _ _ _ _ _ _ model) as c. unfold construction_ok in c.
  apply andb_prop in c as [c q]. apply andb_prop in c as [c o]. apply andb_prop in c as [c b].
  apply andb_prop in c as [c a].
  apply andb_prop in c as [c r]. apply andb_prop in c as [c s].
  split; [|repeat split; auto; [intros l; rewrite l in r; exact r|apply Nat.ltb_lt, a|apply held_eqb_eq, b]].
  destruct (last_stage K contracts Z) as [[[| | | | |] k []]|]; try discriminate. eexists. repeat split. exact c.
Qed.
Lemma accept_special : accept K < special K.
Proof. apply checks. Qed.
Lemma accept_small C : accept K <= dimension K C.
Proof. pose proof accept_special. unfold dimension. lia. Qed.

(* What gates hold at the end of a pass, they may hold at the start of one. *)
Lemma lasts k x y x' y' h : may_last Z k = true -> In h (may_hold Z k x y) ->
  In h (may_hold Z (of_gates (first_stage Z)) x' y').
Proof.
  cbn [first_stage of_gates]. destruct k; cbn; try discriminate.
  - destruct (gates_last Z); cbn; tauto.
  - intros -> [<-|[]]. destruct x; cbn; auto.
  - intros -> [<-|[<-|[]]]; [destruct x|]; cbn; auto.
  - intros ->. auto.
Qed.

Section Circuit.
Variable C : circuit.
Hypothesis fine : well_formed C.
Notation v := (dimension K C). Notation n := (inputs C). Notation m := (length (gates C)).
Notation train := (train R K C). Notation M := (pass_magnitudes R K C).
Notation after := (fold_left (after_call R K C) (program K C)).

Lemma iterate_length k : length (iterate C k) = n.
Proof.
  destruct k; unfold iterate; cbn [Nat.iter nat_rect]; [apply repeat_length|]. unfold next at 1. rewrite map_length.
  apply fine.
Qed.
(* A special coordinate is at rest with every good magnitude, or with 1. *)
Lemma steady k x : k < special K -> good x -> (first_magnitude K = 1%F -> restored K k = Some 1%F -> x = 1%F) ->
  (weight E (held_at (special_rest Z) k) * x)%F = weight E (held_at (special_rest Z) k).
Proof.
  intros l g one. pose proof (rest_steady _ _ _ _ _ _ model) as r. rewrite Forall_forall in r.
  destruct (r k) as [s|[f s]]; [apply in_seq; lia|exact (s x g)|]. rewrite (one f s). ring.
Qed.
Lemma special_in k : k < special K -> In (held_at (special_rest Z) k) (second_rest Z :: special_rest Z).
Proof. intros l. right. apply nth_In. rewrite (proj2 (start_rests _ _ _ _ _ _ model)). exact l. Qed.
Lemma special_weight k : k < special K -> nth k (start_special K) 0%F = weight E (held_at (special_rest Z) k).
Proof.
  intros l. destruct (start_rests _ _ _ _ _ _ model) as [e s]. rewrite <- e.
  rewrite (nth_indep _ 0%F (weight E Unset)) by (rewrite map_length; lia). apply map_nth.
Qed.

(* Weights that say A, a pass being about to begin in state xs. *)
Definition begins (xs : list bool) (A : nat -> held) : Prop := situation K C Z xs (kinds_of C (first_stage Z)) false A.
Definition first_held (p : nat) : held :=
  if p <? special K then held_at (special_rest Z) p else if p =? v then second_rest Z else blank Z.
Lemma first_begins : begins (iterate C 0) first_held.
Proof.
  unfold first_held. split; [|split].
  - intros k l. apply Nat.ltb_lt in l. rewrite l. reflexivity.
  - unfold dimension. destruct (Nat.ltb_spec (special K + n + m) (special K)); [lia|]. rewrite Nat.eqb_refl.
    reflexivity.
  - intros j l. unfold signal, dimension. destruct (Nat.ltb_spec (special K + j) (special K)); [lia|].
    destruct (Nat.eqb_spec (special K + j) (special K + n + m)) as [e|e]; [lia|]. unfold kinds_of.
    destruct (Nat.ltb_spec j n) as [lj|lj]; [|cbn; destruct (gates_last Z); left; reflexivity].
    rewrite input_signal by (apply iterate_length || exact lj). cbn [iterate Nat.iter nat_rect].
    rewrite nth_repeat. cbn [first_stage of_inputs]. destruct (held_eqb (blank Z) (Bit false)) eqn:b; cbn.
    + left. symmetry. apply held_eqb_eq, b.
    + right. left. reflexivity.
Qed.
Lemma says_first N : length N = v -> Forall good N ->
  (forall k, k < special K -> nth k N 1%F = first_magnitude K) -> says E K C (start K C) first_held N.
Proof.
  intros l g first p lp. rewrite Forall_forall in g.
  unfold start, first_held. destruct (Nat.ltb_spec p (special K)) as [s|s].
  - assert (p < v) by (unfold dimension; lia). destruct (Nat.eqb_spec p v); [lia|].
    rewrite steady; [apply special_weight, s|exact s|apply g, nth_In; lia|rewrite first by exact s; auto].
  - destruct (Nat.eqb_spec p v) as [e|e].
    + rewrite nth_overflow by lia. rewrite <- (start_second_rests _ _ _ _ _ _ model). ring.
    + rewrite (blank_zero _ _ _ _ _ _ model). rewrite nth_overflow; [ring|].
      destruct (start_rests _ _ _ _ _ _ model) as [<- s']. rewrite map_length. lia.
Qed.

Lemma grounded (allowed : F -> Prop) : (forall x, allowed x -> allowed (decay R * x)%F) -> allowed 0%F ->
  (forall g c m row x, In c (nth g contracts []) -> Forall good m -> In row (rows c m) -> In x row -> allowed x) ->
  grounds R E good K contracts allowed.
Proof.
  intros. constructor; [apply (contracts_kept _ _ _ _ _ _ model)|apply (good_decays _ _ _ _ _ _ model)| |
    exact accept_special|assumption..].
  pose proof (good_first _ _ _ _ _ _ model) as first. pose proof (good_positive _ _ _ _ _ _ model _ first) as p.
  pose proof (good_positive _ _ _ _ _ _ model _ (good_decays _ _ _ _ _ _ model _ first)) as q.
  replace (decay R) with (decay R * first_magnitude K / first_magnitude K)%F by (field; apply positive_nonzero, p).
  apply positive_div; assumption.
Qed.

Variable allowed : F -> Prop.
Hypothesis allowed_decay : forall x, allowed x -> allowed (decay R * x)%F.
Hypothesis allowed_zero : allowed 0%F.
Hypothesis allowed_rows : forall g c m row x, In c (nth g contracts []) -> Forall good m -> In row (rows c m) ->
  In x row -> allowed x.
Hypothesis allowed_rest : forall h, In h (second_rest Z :: special_rest Z) -> allowed (weight E h).

Lemma accept_zero w A xs N : begins xs A -> says E K C w A N -> w (accept K) = 0%F.
Proof.
  intros (sp & _) s. rewrite s by apply accept_small. rewrite sp by exact accept_special. unfold rest_at. cbn [andb].
  rewrite (proj1 (proj2 (proj2 (proj2 checks)))), (blank_zero _ _ _ _ _ _ model). ring.
Qed.
Lemma one_pass xs yes_now w A N : length xs = n -> signal_at C xs (answer C) = yes_now -> begins xs A ->
  length N = v -> Forall good N -> says E K C w A N -> (forall p, p <= v -> allowed (w p)) ->
  exists k A', may_last Z k = true /\ situation K C Z xs (fun j => if j <? n then Next else k) yes_now A' /\
    safe R v (bound K allowed (negb yes_now)) (examples_of R K C N (program K C)) w /\
    says E K C (run R v (examples_of R K C N (program K C)) w) A' (after N) /\ Forall good (after N).
Proof.
  intros lx an b lN gN s al. destruct checks as ((last & e & ki & kg & ka) & _).
  destruct (pass_carries R E good K C contracts Z allowed (grounded _ allowed_decay allowed_zero allowed_rows) fine xs
    lx yes_now an last e w A N lN gN s) as (A' & a & rest); [|exact b|].
  - intros p lp. split; [|apply al, lp]. intros _ at_accept. rewrite at_accept. apply not_positive_zero.
    eapply accept_zero; eassumption.
  - exists (of_gates last), A'. split; [exact kg|]. split; [|exact rest]. unfold said_at in a. rewrite ka in a.
    eapply situation_ext; [|exact a]. intros j lj. unfold kinds_of. rewrite ki. reflexivity.
Qed.

Lemma pass_good : Forall good M.
Proof.
  assert (g0 : Forall good (repeat (first_magnitude K) v)).
  { apply Forall_forall. intros x i. apply repeat_spec in i. subst. apply (good_first _ _ _ _ _ _ model). }
  assert (first : forall k, k < special K -> nth k (repeat (first_magnitude K) v) 1%F = first_magnitude K).
  { intros k l. rewrite (nth_indep _ 1%F (first_magnitude K)) by (rewrite repeat_length; unfold dimension; lia).
    apply nth_repeat. }
  assert (g1 : Forall good (after (repeat (first_magnitude K) v))).
  { destruct checks as ((last & e & _) & _).
    destruct (pass_carries R E good K C contracts Z (fun _ => True) (grounded _ (fun _ _ => I) I (fun _ _ _ _ _ _ _ _ _
      => I)) fine (iterate C 0) (iterate_length 0) _ eq_refl last e
      (start K C) first_held (repeat (first_magnitude K) v) (repeat_length _ _) g0 (says_first _ (repeat_length _
        _) g0 first)) as (A' & _ & _ & _ & g);
      [|apply first_begins|exact g].
    intros p lp. split; [|exact I]. intros _ at_accept. rewrite at_accept. apply not_positive_zero.
    eapply accept_zero; [apply first_begins|apply says_first; [apply repeat_length|exact g0|exact first]]. }
  unfold pass_magnitudes. apply Forall_forall. intros x i. apply in_map_iff in i as (p & <- & i). apply in_seq in i.
  destruct (p <? special K); [apply (good_first _ _ _ _ _ _ model)|].
  rewrite Forall_forall in g1. apply g1, nth_In. rewrite fold_length, repeat_length. lia.
Qed.
Lemma magnitudes_size : length M = v.
Proof. unfold pass_magnitudes. rewrite map_length, seq_length. reflexivity. Qed.
Lemma special_first k : k < special K -> nth k M 1%F = first_magnitude K.
Proof.
  intros l. unfold pass_magnitudes. rewrite nth_map_seq by (unfold dimension; lia).
  destruct (Nat.ltb_spec k (special K)); [reflexivity|lia].
Qed.

(* Weights with which pass k begins. *)
Definition ready (k : nat) (w : weights F) : Prop :=
  (exists A, begins (iterate C k) A /\ says E K C w A M) /\ forall p, p <= v -> allowed (w p).
Lemma first_ready : ready 0 (start K C).
Proof.
  pose proof (says_first M magnitudes_size pass_good special_first) as s.
  split; [exists first_held; auto using first_begins|]. intros p lp. unfold start.
  destruct (p =? v); [rewrite <- (start_second_rests _ _ _ _ _ _ model); apply allowed_rest; left; reflexivity|].
  destruct (lt_dec p (special K)) as [l|l]; [rewrite special_weight by exact l; apply allowed_rest, special_in, l|].
  rewrite nth_overflow; [exact allowed_zero|]. destruct (start_rests _ _ _ _ _ _ model) as [<- s']. rewrite map_length.
  lia.
Qed.
Lemma pass_answers k w : ready k w -> exists yes_now, (yes_now = true <-> says_yes C k) /\
  safe R v (bound K allowed (negb yes_now)) train w /\
  if yes_now then (0 < run R v train w (accept K))%F else ready (S k) (run R v train w).
Proof.
  intros [(A & b & s) al]. set (yes_now := signal_at C (iterate C k) (answer C)).
  destruct (one_pass (iterate C k) yes_now w A M (iterate_length k) eq_refl b magnitudes_size pass_good s al)
    as (kind & A' & kl & (sp & se & sg) & sf & s' & g).
  exists yes_now. split; [reflexivity|]. split; [exact sf|]. fold train in sf, s'. rewrite Forall_forall in g.
  assert (gp : forall p, p < v -> good (nth p (after M) 1%F)) by (intros p lp; apply g, nth_In;
    rewrite fold_length, magnitudes_size; lia).
  assert (low : forall p, p <= v -> allowed (run R v train w p)).
  { intros p lp. refine (proj2 (safe_end R v (bound K allowed (negb yes_now)) train w _ sf p lp)).
    intros q lq. split; [|apply al, lq]. intros _ at_accept. rewrite at_accept. apply not_positive_zero.
    eapply accept_zero; eassumption. }
  destruct yes_now eqn:y.
  - rewrite s' by apply accept_small. rewrite sp by exact accept_special. unfold rest_at. rewrite Nat.eqb_refl.
    cbn [andb weight].
    apply less_mul; [apply (yes_positive _ _ _ _ _ _ model)|]. apply (good_positive _ _ _ _ _ _ model), gp.
    pose proof accept_special. unfold dimension. lia.
  - split; [|exact low]. exists A'. split.
    + split; [exact sp|]. split; [exact se|]. intros j lj. specialize (sg j lj). unfold kinds_of.
      destruct (Nat.ltb_spec j n) as [l|l]; [|exact (lasts _ _ _ _ _ _ kl sg)]. rewrite input_signal by (apply iterate_length || exact l).
      destruct sg as [sg|[]]. rewrite <- sg. change (nth j (iterate C (S k)) false) with (following C (iterate C k) j).
      cbn [first_stage of_inputs]. destruct (held_eqb _ _); left; reflexivity.
    + intros p lp. rewrite s' by exact lp. destruct (lt_dec p (special K)) as [l|l].
      * assert (p < v) by (unfold dimension; lia).
        rewrite sp by exact l. unfold rest_at. cbn [andb]. rewrite !steady; auto.
        -- pose proof pass_good as pg. rewrite Forall_forall in pg. apply pg, nth_In. rewrite magnitudes_size. lia.
        -- rewrite special_first by exact l. auto.
        -- intros _ r. apply (restored_at R K C); auto using accept_special, magnitudes_size.
      * destruct (Nat.eq_dec p v) as [->|nv].
        -- rewrite !nth_overflow by (rewrite ?fold_length, magnitudes_size; lia). reflexivity.
        -- assert (lj : p - special K < n + m) by (unfold dimension in *; lia).
           destruct (lt_dec (p - special K) n) as [li|li].
           ++ rewrite (magnitudes_come_back R K C accept_special (is_input K C)); [reflexivity| | |unfold is_input; lia].
              ** apply (program_settles R E good K C contracts (contracts_kept _ _ _ _ _ _ model) accept_special
                   (sizes_fixed _ _ _ _ _ _ model) fine); apply checks.
              ** unfold is_input, dimension. lia.
           ++ specialize (sg (p - special K) lj). destruct (Nat.ltb_spec (p - special K) n); [lia|].
              replace (signal K (p - special K)) with p in sg by (unfold signal; lia).
              destruct (gates_last Z) eqn:gl.
              ** rewrite (magnitudes_come_back R K C accept_special (is_gate K C)); [reflexivity| | |unfold is_gate, dimension in *; lia].
                 --- apply (program_settles_gates R E good K C contracts (contracts_kept _ _ _ _ _ _ model) accept_special
                       (sizes_fixed _ _ _ _ _ _ model) fine); [apply checks|apply checks, gl].
                 --- unfold is_gate. lia.
              ** pose proof (lasts _ _ _ false false _ kl sg) as here. cbn [first_stage of_gates] in here.
                 rewrite gl in here. destruct here as [<-|[]]. rewrite (blank_zero _ _ _ _ _ _ model). ring.
Qed.
End Circuit.
End Passes.
