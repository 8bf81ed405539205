(* The dichotomy: a rule that never falls and is affine at both ends, as where a loss is convex and quadratic piece by
   piece, computes unless it is affine; and one that is affine has no NAND. *)
Require Import OGD.Rows OGD.Inner OGD.Barrier OGD.Kits.
Require Export OGD.Residual OGD.OuterSlope OGD.FlatEnds.
Local Open Scope field_scope.

Section Dichotomy.
Context {F : ordered_field}.
Add Field numbers : (field_of F) (morphism (num_morphism F), completeness (num_faithful F),
  constants [numeral], power_tac (power_of F) [exponent]).
Variables (breaks : list F) (pieces : list (F -> F)).
Notation h := (at_residual breaks pieces). Notation off := (off_breaks breaks pieces).

(* Case 1. Each weight is held along v, such that rate |v|^2 a is a square. *)
Theorem outer_slope_computes rate side a b M odd s v : side = 1 \/ side = -1 ->
  slope_outside breaks pieces side a b M -> elsewhere_not breaks pieces side a b odd ->
  0 < nth 0 v 0 -> 0 < s -> s * s = rate * square_of v * a -> computes breaks pieces rate.
Proof.
  intros sides outside other first s_positive root.
  exists v, (slope_construction breaks pieces (rate * square_of v) side a b M odd s).
  split; [apply kit_starts_at_zero|]. apply (lifted_computes breaks pieces v first).
  - split; [reflexivity|apply kit_starts_at_zero].
  - destruct (slope_kit_computes breaks pieces (rate * square_of v) side a b M odd s (side_square _ sides) outside other
      s_positive root) as (runs & quiet & _). split; assumption.
Qed.
(* Case 2. *)
Theorem flat_ends_compute rate side A B low high : 0 < rate -> side = 1 \/ side = -1 ->
  flat_ends breaks pieces side A B low high -> computes breaks pieces rate.
Proof.
  intros rate_positive sides flat. assert (first : 0 < nth 0 [1 : F] 0) by exact positive_one.
  pose proof (square_positive [1] first) as sq.
  exists [1], (ends_construction (rate * square_of [1]) side A B low high).
  split; [apply kit_starts_at_zero|]. apply (lifted_computes breaks pieces [1] first).
  - split; [reflexivity|apply kit_starts_at_zero].
  - destruct (ends_kit_computes breaks pieces (rate * square_of [1]) side A B low high
      (less_mul _ _ _ rate_positive sq) (side_square _ sides) flat) as (runs & quiet & _). split; assumption.
Qed.

Theorem affine_makes_no_nand rate a b k es w yes no i j c : (forall u, h u = a * u + b) -> i <> j -> yes <> no ->
  ~ forall p q, fold_left (fun w e => step (residual_rule breaks pieces rate) k e w) es (storing yes no i j w p q) c =
    if nand p q then yes else no.
Proof.
  intros affine. apply affine_moves_make_no_nand.
  exists (fun _ => - a), (fun _ => 0), (fun y => a * y + b), (fun _ => 0), (fun _ => 0), (fun _ => 0). intros y p v.
  rewrite move_of_piece. change (nth _ pieces _ (y - p)) with (h (y - p)). rewrite affine. f_equal; ring.
Qed.

(* The squares that case 1 needs. *)
Definition squares_suffice : Prop := forall x : F, 0 < x -> exists v s, 0 < nth 0 v 0 /\ 0 < s /\ s * s = x *
  square_of v.
Theorem never_falling_computes rate a b M c e N : squares_suffice -> 0 < rate ->
  (forall u, M < u -> off u /\ h u = a * u + b) -> (forall u, u < N -> off u /\ h u = c * u + e) ->
  (forall u w, off u -> off w -> u < w -> h u <= h w) -> (exists u, off u /\ h u <> a * u + b) ->
  computes breaks pieces rate.
Proof.
  intros squares rate_positive right left rises (odd & odd_off & differs).
  assert (next : forall u : F, u < u + 1).
  { intros u. apply less_sub. replace (u + 1 - u) with (1 : F) by ring. apply positive_one. }
  assert (before : forall u : F, u - 1 < u).
  { intros u. apply less_sub. replace (u - (u - 1)) with (1 : F) by ring. apply positive_one. }
  assert (far : forall u : F, exists w, M < w /\ u < w).
  { intros u. destruct (u <? M) eqn:l.
    - exists (M + 1). split; [apply next|exact (less_transitive _ _ _ _ l (next M))].
    - exists (u + 1). split; [|apply next]. destruct (M <? u) eqn:l'; [exact (less_transitive _ _ _ _ l' (next u))|].
      rewrite <- (less_total _ _ _ l l'). apply next. }
  assert (near : forall u : F, exists w, w < N /\ w < u).
  { intros u. destruct (N <? u) eqn:l.
    - exists (N - 1). split; [apply before|exact (less_transitive _ _ _ _ (before N) l)].
    - exists (u - 1). split; [|apply before]. destruct (u <? N) eqn:l';
      [exact (less_transitive _ _ _ _ (before u) l')|].
      rewrite <- (less_total _ _ _ l' l). apply before. }
  assert (one : forall u : F, 1 * u = u) by (intros; ring). assert (minus : forall u : F, -1 * u = - u) by (intros;
    ring).
  destruct (0 <? a) eqn:a_sign; [|destruct (a <? 0) eqn:a_sign'].
  - destruct (squares (rate * a) (less_mul _ _ _ rate_positive a_sign)) as (v & s & first & s_positive & root).
    apply (outer_slope_computes rate 1 a b M odd s v); try assumption.
    + left. reflexivity.
    + split; [exact a_sign|]. intros u l. rewrite !one. apply right, l.
    + unfold elsewhere_not. rewrite !one. split; assumption.
    + rewrite root. ring.
  - exfalso. set (u := M + 1). destruct (right u (next M)) as [o1 e1].
    destruct (right (u + 1) (less_transitive _ _ _ _ (next M) (next u))) as [o2 e2].
    pose proof (rises u (u + 1) o1 o2 (next u)) as up. rewrite e1, e2 in up. apply le_sub in up.
    replace (_ - _) with a in up by ring. destruct up as [up|up]; [destruct (less_asym _ _ up a_sign')|].
    rewrite <- up in a_sign'. apply (less_irrefl _ a_sign').
  - pose proof (less_total _ _ _ a_sign a_sign') as zero. subst a. clear a_sign a_sign'.
    destruct (0 <? c) eqn:c_sign; [|destruct (c <? 0) eqn:c_sign'].
    + destruct (squares (rate * c) (less_mul _ _ _ rate_positive c_sign)) as (v & s & first & s_positive & root).
      assert (other : exists u, off u /\ h u <> c * u + e).
      { set (u := M + 1). destruct (right u (next M)) as [o1 e1].
        destruct (right (u + 1) (less_transitive _ _ _ _ (next M) (next u))) as [o2 e2].
        assert (equal : h u = c * u + e \/ h u <> c * u + e).
        { destruct (h u <? c * u + e) eqn:l; [right; intros z; rewrite z in l; apply (less_irrefl _ l)|].
          destruct (c * u + e <? h u) eqn:l'; [right; intros z; rewrite z in l'; apply (less_irrefl _ l')|].
          left. apply less_total; assumption. }
        destruct equal as [equal|other]; [|exists u; split; assumption]. exists (u + 1). split; [exact o2|].
        intros z. rewrite e2 in z. rewrite e1 in equal. apply (positive_nonzero _ c_sign).
        transitivity (c * (u + 1) + e - (c * u + e)); [ring|]. rewrite <- z, <- equal. ring. }
      destruct other as (u & o & n). apply (outer_slope_computes rate (-1) c (- e) (- N) (- u) s v); try assumption.
      * right. reflexivity.
      * split; [exact c_sign|]. intros w l. rewrite !minus. destruct (left (- w)) as [o' e'].
        { apply less_sub in l. apply less_sub. replace (N - - w) with (w - - N) by ring. exact l. }
        split; [exact o'|]. rewrite e'. ring.
      * unfold elsewhere_not. rewrite !minus. replace (- - u) with u by ring. split; [exact o|].
        intros z. apply n. rewrite z. ring.
      * rewrite root. ring.
    + exfalso. destruct (left (N - 1) (before N)) as [o1 e1].
      destruct (left (N - 1 - 1) (less_transitive _ _ _ _ (before (N - 1)) (before N))) as [o2 e2].
      pose proof (rises _ _ o2 o1 (before (N - 1))) as up. rewrite e1, e2 in up. apply le_sub in up.
      replace (_ - _) with c in up by ring. destruct up as [up|up]; [destruct (less_asym _ _ up c_sign')|].
      rewrite <- up in c_sign'. apply (less_irrefl _ c_sign').
    + pose proof (less_total _ _ _ c_sign c_sign') as zero. subst c. clear c_sign c_sign'.
      assert (at_right : forall u, M < u -> off u /\ h u = b).
      { intros u l. destruct (right u l) as [o z]. split; [exact o|]. rewrite z. ring. }
      assert (at_left : forall u, u < N -> off u /\ h u = e).
      { intros u l. destruct (left u l) as [o z]. split; [exact o|]. rewrite z. ring. }
      assert (gap : e < b).
      { destruct (far odd) as (w & w_far & w_above), (near odd) as (u & u_near & u_below).
        destruct (at_right w w_far) as [o1 e1], (at_left u u_near) as [o2 e2].
        pose proof (rises _ _ odd_off o1 w_above) as up. pose proof (rises _ _ o2 odd_off u_below) as low.
        rewrite e1 in up. rewrite e2 in low. destruct up as [up|up]; [|elim differs; rewrite up; ring].
        destruct low as [low|low]; [exact (less_transitive _ _ _ _ low up)|rewrite low; exact up]. }
      destruct (0 <? b) eqn:b_sign.
      * apply (flat_ends_compute rate 1 b e N M rate_positive); [left; reflexivity|]. split; [exact b_sign|].
        split; [exact gap|]. split; intros u l; rewrite !one; [apply at_right, l|apply at_left, l].
      * apply (flat_ends_compute rate (-1) (- e) (- b) (- M) (- N) rate_positive); [right; reflexivity|].
        assert (turned : forall x y : F, x < y -> - y < - x).
        { intros x y l. apply less_sub in l. apply less_sub. replace (- x - - y) with (y - x) by ring. exact l. }
        split; [apply negative_opp; destruct (b <? 0) eqn:l|split; [apply turned, gap|split]].
        -- exact (less_transitive _ _ _ _ gap l).
        -- rewrite <- (less_total _ _ _ b_sign l) in gap. exact gap.
        -- intros u l. rewrite !minus. replace (- - e) with e by ring. apply at_left. apply turned in l.
           replace (- - N) with N in l by ring. exact l.
        -- intros u l. rewrite !minus. replace (- - b) with b by ring. apply at_right. apply turned in l.
           replace (- - M) with M in l by ring. exact l.
Qed.
End Dichotomy.

(* Two losses by name. *)
Section Losses.
Context {F : ordered_field}.
Add Field numbers : (field_of F) (morphism (num_morphism F), completeness (num_faithful F),
  constants [numeral], power_tac (power_of F) [exponent]).
Lemma one_break (f g : F -> F) u : u <> 0 -> off_breaks [0] [f; g] u /\
  at_residual [0] [f; g] u = if 0 <? u then g u else f u.
Proof.
  intros n. split; [intros [|[|i]] e; [injection e as e; congruence|discriminate..]|].
  unfold at_residual. cbn [filter]. destruct (0 <? u); reflexivity.
Qed.
Lemma below_zero (u : F) : u < 0 -> (0 <? u) = false.
Proof. intros l. destruct (0 <? u) eqn:e; [destruct (less_asym _ _ l e)|reflexivity]. Qed.
(* Least squares where residuals below 0 count k times: expectiles; with k = 0 those above alone. *)
Definition expectile (k : F) : list (F -> F) := [fun u => k * u; fun u => u].
Theorem expectiles_compute k rate s v : k <> 1 -> 0 < nth 0 v 0 -> 0 < s -> s * s = rate * square_of v ->
  computes [0] (expectile k) rate.
Proof.
  intros differ first s_positive root. apply (outer_slope_computes _ _ rate 1 1 0 0 (-1) s v); try assumption.
  - left. reflexivity.
  - split; [positive|]. intros u l. destruct (one_break (fun u => k * u) (fun u => u) u (positive_nonzero _ l)) as [o
    e].
    replace (1 * u) with u by ring. split; [exact o|]. unfold expectile. rewrite e, l. ring.
  - assert (n : (-1 : F) < 0) by (apply negative_opp; replace (- -1) with (1 : F) by ring; positive).
    destruct (one_break (fun u => k * u) (fun u => u) (-1)) as [o e].
    { intros z. rewrite z in n. apply (less_irrefl _ n). }
    unfold elsewhere_not, expectile. replace (1 * -1) with (-1 : F) by ring. split; [exact o|].
      rewrite e, (below_zero _ n).
    intros z. apply differ. replace k with (- (k * -1)) by ring. rewrite z. ring.
  - rewrite root. ring.
Qed.
(* The pinball loss of the quantile tau; for tau = 1/2 that is half of the absolute loss. *)
Definition pinball (tau : F) : list (F -> F) := [fun _ => tau - 1; fun _ => tau].
Theorem quantiles_compute tau rate : 0 < tau -> 0 < 1 - tau -> 0 < rate -> computes [0] (pinball tau) rate.
Proof.
  intros low high rate_positive. apply (flat_ends_compute _ _ rate 1 tau (tau - 1) 0 0 rate_positive); [left;
    reflexivity|].
  split; [exact low|]. split; [apply less_sub; replace (tau - (tau - 1)) with (1 : F) by ring; positive|].
  split; intros u l; replace (1 * u) with u by ring.
  - destruct (one_break (fun _ => tau - 1) (fun _ => tau) u (positive_nonzero _ l)) as [o e]. split; [exact o|].
    unfold pinball. rewrite e, l. ring.
  - destruct (one_break (fun _ => tau - 1) (fun _ => tau) u) as [o e].
    { intros z. rewrite z in l. apply (less_irrefl _ l). }
    split; [exact o|]. unfold pinball. rewrite e, (below_zero _ l). ring.
Qed.
End Losses.
