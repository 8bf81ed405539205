(* Stable steps cannot cycle: below the edge of stability a smooth convex loss of w.x repeats no states but fixed
   points. *)
From Coq Require Import List Bool Arith ZArith Lia Ring Field InitialRing.
Require Import OGD.Theorem OGD.Field OGD.Inner.
Import ListNotations.
Local Open Scope field_scope.

Section Stability.
Context {F : ordered_field}.
Add Field numbers : (field_of F) (morphism (num_morphism F), completeness (num_faithful F),
  constants [numeral], power_tac (power_of F) [exponent]).

Variable n : nat.     (* how many weights there are *)
Notation smooth := (smooth F). Notation inner := (inner (F := F) n). Notation alike := (alike n).
Notation smooth_step := (smooth_step n). Notation pass := (pass n). Notation distance := (distance n).
Definition stable (e : smooth) : Prop := exists L, L * inner (vector e) (vector e) < #2 /\
  forall a b, a < b -> 0 <= slope e b - slope e a /\ slope e b - slope e a <= L * (b - a).
Lemma step_distance e u w : stable e ->
  distance (smooth_step u e) (smooth_step w e) <= distance u w /\
  (distance (smooth_step u e) (smooth_step w e) = distance u w ->
    alike (minus (smooth_step u e) (smooth_step w e)) (minus u w)).
Proof.
  intros (L & edge & lipschitz). set (x := vector e) in *. set (N := inner x x) in *.
  set (d := inner (minus u w) x). set (a := inner u x). set (b := inner w x).
  assert (ab : a - b = d).
  { apply inner_minus. }
  assert (N_low : 0 <= N) by (apply sum_nonnegative; intros; apply square_nonnegative).
  assert (bounded : forall h p, 0 < p -> 0 <= h -> h <= L * p -> 0 <= h / p /\ h / p * N < #2).
  { intros h p pos low high. assert (0 <= inv p) by (left; apply positive_inv, pos). split; [apply le_mul; assumption|].
    assert (s_L : h / p * N <= L * N).
    { apply le_sub. replace (L * N - h / p * N) with ((L * p - h) * inv p * N) by (field; apply positive_nonzero, pos).
      apply le_mul; [apply le_mul; [apply le_sub, high|assumption]|exact N_low]. }
    destruct s_L as [l|l]; [apply (less_transitive _ _ _ _ l edge)|rewrite l; exact edge]. }
  assert (ratio : exists s, slope e a - slope e b = s * d /\ 0 <= s /\ s * N < #2).
  { destruct (0 <? d) eqn:p; [|destruct (d <? 0) eqn:q].
    - assert (l : b < a) by (apply less_sub; rewrite ab; exact p). destruct (lipschitz b a l) as [low high].
      rewrite ab in high.
      exists ((slope e a - slope e b) / d). split; [field; apply positive_nonzero, p|]. apply bounded; assumption.
    - assert (p' : 0 < - d) by (apply negative_opp, q). assert (l : a < b).
      { apply less_sub. replace (b - a) with (- d) by (rewrite <- ab; ring). exact p'. }
      destruct (lipschitz a b l) as [low high]. exists ((slope e b - slope e a) / - d).
      split; [field; intros z; rewrite z in q; apply (less_irrefl _ q)|]. apply bounded; try assumption.
      replace (- d) with (b - a) by (rewrite <- ab; ring). exact high.
    - assert (z : d = 0) by (symmetry; apply (less_total _ _ _ p q)). exists 0. rewrite z.
      assert (eq : a = b) by (transitivity (a - b + b); [ring|]; rewrite ab, z; ring). rewrite eq.
      split; [ring|]. split; [right; reflexivity|]. replace (0 * N) with (0 : F) by ring. positive. }
  destruct ratio as (s & eq & s_low & s_high).
  assert (moved : forall c, minus (smooth_step u e) (smooth_step w e) c = minus u w c - s * d * x c).
  { intros c. unfold minus, smooth_step. fold x a b. rewrite <- eq. ring. }
  assert (new : distance (smooth_step u e) (smooth_step w e) = distance u w - s * (d * d) * (#2 - s * N)).
  { unfold distance. rewrite (moved_square _ _ _ _ _ (fun c _ => moved c)). fold d N. ring. }
  assert (gap : 0 < #2 - s * N) by (apply less_sub, s_high).
  assert (loss : 0 <= s * (d * d) * (#2 - s * N)).
  { apply le_mul; [apply le_mul; [exact s_low|apply square_nonnegative]|left; exact gap]. }
  split.
  - rewrite new. apply le_sub. replace (distance u w - _) with (s * (d * d) * (#2 - s * N)) by ring. exact loss.
  - intros same c _. rewrite moved. assert (z : s * d = 0).
    { assert (z : s * (d * d) * (#2 - s * N) = 0) by (transitivity (distance u w - (distance u w - s * (d * d) * (#2 -
        s * N))); [ring|]; rewrite <- new, same; ring).
      apply product_zero in z as [z|z]; [|destruct (positive_nonzero _ gap z)].
      apply product_zero in z as [z|z]; [rewrite z; ring|]. apply product_zero in z as [z|z]; rewrite z; ring. }
    rewrite z. ring.
Qed.
Lemma pass_distance es : Forall stable es -> forall u w, distance (pass es u) (pass es w) <= distance u w /\
  (distance (pass es u) (pass es w) = distance u w -> alike (minus (pass es u) (pass es w)) (minus u w)).
Proof.
  induction 1 as [|e es st _ IH]; intros u w; [split; [right; reflexivity|intros _ c _; reflexivity]|].
  cbn [pass fold_left].
  destruct (step_distance e u w st) as [low1 same1]. destruct (IH (smooth_step u e) (smooth_step w e)) as [low2 same2].
  split; [apply (le_trans _ _ _ low2 low1)|]. intros same.
  assert (mid : distance (smooth_step u e) (smooth_step w e) = distance u w).
  { apply le_antisym; [exact low1|]. rewrite <- same. exact low2. }
  intros c l. rewrite same2 by (rewrite ?mid; assumption). apply same1; assumption.
Qed.
(* A map that drives no two states apart, and keeps the difference of those whose distance it keeps. *)
Definition rigid (P : weights F -> weights F) : Prop := forall u w, distance (P u) (P w) <= distance u w /\
  (distance (P u) (P w) = distance u w -> alike (minus (P u) (P w)) (minus u w)).
Lemma rigid_maps_do_not_cycle P w k : rigid P -> (forall u v, alike u v -> alike (P u) (P v)) -> (0 < k)%nat ->
  alike (Nat.iter k P w) w -> alike (P w) w.
Proof.
  intros st same_P pos back. set (state := fun j => Nat.iter j P w).
  set (jump := fun j => distance (state (S j)) (state j)).
  assert (falls : forall j, jump (S j) <= jump j) by (intros j; apply st).
  assert (first : jump k = jump 0%nat).
  { apply distance_ext. intros c l. unfold minus. pose proof (same_P _ _ back c l) as up.
    change (P (Nat.iter k P w) c - Nat.iter k P w c = P w c - w c).
    rewrite up, back by exact l. reflexivity. }
  assert (down : forall i j, (i <= j)%nat -> jump j <= jump i).
  { intros i j l. induction l as [|j l IH]; [right; reflexivity|]. apply (le_trans _ _ _ (falls j) IH). }
  assert (level : forall j, (j <= k)%nat -> jump j = jump 0%nat).
  { intros j l. apply le_antisym; [apply down; lia|]. rewrite <- first. apply down, l. }
  assert (constant : forall j, (j < k)%nat -> alike (minus (state (S j)) (state j)) (minus (state 1%nat) (state
    0%nat))).
  { induction j as [|j IH]; intros l c lc; [reflexivity|]. rewrite <- IH by (lia || exact lc).
    apply (st (state (S j)) (state j)); [|exact lc]. change (jump (S j) = jump j).
    rewrite (level (S j)), (level j) by lia. reflexivity. }
  assert (total : forall j, (j <= k)%nat -> forall c, (c < n)%nat ->
    state j c - w c = #(Z.of_nat j) * (P w c - w c)).
  { induction j as [|j IH]; intros l c lc; [change (w c - w c = 0 * (P w c - w c)); ring|].
    pose proof (constant j ltac:(lia) c lc) as step_j. unfold minus in step_j. cbn [state Nat.iter nat_rect] in step_j.
    replace (#(Z.of_nat (S j)) : F) with (#(Z.of_nat j) + 1 : F).
    - transitivity ((state (S j) c - state j c) + (state j c - w c)); [ring|]. rewrite IH by (lia || exact lc).
      transitivity ((P w c - w c) + #(Z.of_nat j) * (P w c - w c)); [f_equal; exact step_j|ring].
    - rewrite Nat2Z.inj_succ. unfold Z.succ. rewrite (morph_add (num_morphism F)). reflexivity. }
  intros c l. pose proof (total k (le_n k) c l) as t. unfold state in t. rewrite back in t by exact l.
  assert (z : #(Z.of_nat k) * (P w c - w c) = 0) by (rewrite <- t; ring).
  apply product_zero in z as [z|z].
  - destruct (positive_nonzero (#(Z.of_nat k) : F)); [apply positive_num, Z.ltb_lt; lia|exact z].
  - transitivity (P w c - w c + w c); [ring|]. rewrite z. ring.
Qed.
Theorem stable_steps_do_not_cycle es w k : Forall stable es -> (0 < k)%nat -> alike (Nat.iter k (pass es) w) w ->
  alike (pass es w) w.
Proof. intros st. apply rigid_maps_do_not_cycle; [exact (pass_distance es st)|apply pass_alike]. Qed.

(* All examples at once. Stable means that the sum of L x x' is below 2. *)
Fixpoint total (es : list smooth) (f : smooth -> F) : F := match es with [] => 0 | e :: es => f e + total es f end.
Definition batch_step (es : list smooth) (w : weights F) : weights F :=
  fun c => w c - total es (fun e => slope e (inner w (vector e)) * vector e c).
Definition stable_batch (es : list smooth) : Prop := exists L : smooth -> F,
  (forall e, In e es -> forall a b, a < b -> 0 <= slope e b - slope e a /\ slope e b - slope e a <= L e * (b - a)) /\
  (forall d, ~ alike d (fun _ => 0) ->
    total es (fun e => L e * (inner d (vector e) * inner d (vector e))) < #2 * inner d d).

Lemma total_ext es f g : (forall e, In e es -> f e = g e) -> total es f = total es g.
Proof.
  induction es as [|e es IH]; intros h; cbn; [reflexivity|]. rewrite h by (left; reflexivity). f_equal.
  apply IH. intros. apply h. right. assumption.
Qed.
Lemma total_combine es f g a b : total es (fun e => a * f e + b * g e) = a * total es f + b * total es g.
Proof. induction es as [|e es IH]; cbn; [ring|]. rewrite IH. ring. Qed.
Lemma total_nonnegative es f : (forall e, In e es -> 0 <= f e) -> 0 <= total es f.
Proof.
  induction es as [|e es IH]; intros h; cbn; [right; reflexivity|].
  apply le_plus; [apply h; left; reflexivity|apply IH; intros; apply h; right; assumption].
Qed.
Lemma inner_ext u w v : alike u w -> inner u v = inner w v.
Proof. intros h. apply sum_ext. intros c l. rewrite h by exact l. reflexivity. Qed.
Lemma inner_total u es k :
  inner u (fun c => total es (fun e => k e * vector e c)) = total es (fun e => k e * inner u (vector e)).
Proof.
  induction es as [|e es IH]; cbn.
  - unfold inner. transitivity (sum n (fun c => 0 * u c + 0 * u c)); [apply sum_ext; intros; cbn; ring|].
    rewrite sum_combine. ring.
  - rewrite <- IH. unfold inner. cbn.
    transitivity (sum n (fun c => k e * (u c * vector e c) + 1 * (u c * total es (fun e => k e * vector e c))));
      [apply sum_ext; intros; ring|]. rewrite sum_combine. ring.
Qed.
Lemma alike_or_not (u : weights F) : alike u (fun _ => 0) \/ ~ alike u (fun _ => 0).
Proof.
  unfold alike. induction n as [|m IH]; [left; intros; lia|]. destruct IH as [IH|IH].
  - destruct (0 <? u m) eqn:p; [right; intros h; rewrite h in p by lia; apply (less_irrefl _ p)|].
    destruct (u m <? 0) eqn:q; [right; intros h; rewrite h in q by lia; apply (less_irrefl _ q)|].
    left. intros c l. destruct (Nat.eq_dec c m) as [->|]; [symmetry; apply (less_total _ _ _ p q)|apply IH; lia].
  - right. intros h. apply IH. intros c l. apply h. lia.
Qed.

Lemma batch_rigid es : stable_batch es -> rigid (batch_step es).
Proof.
  intros (L & lipschitz & edge) u w. set (d := minus u w). set (x := fun e => inner d (vector e)).
  assert (apart : forall e, inner u (vector e) - inner w (vector e) = x e).
  { intros e. apply inner_minus. }
  set (s := fun e =>
    if (0 <? x e) || (x e <? 0) then (slope e (inner u (vector e)) - slope e (inner w (vector e))) / x e else 0).
  assert (ratio : forall e, In e es -> slope e (inner u (vector e)) - slope e (inner w (vector e)) = s e * x e /\
    0 <= s e /\ 0 <= L e - s e).
  { intros e i. unfold s. specialize (lipschitz e i). pose proof (apart e) as ab.
    set (a := inner u (vector e)) in *. set (b := inner w (vector e)) in *.
    destruct (0 <? x e) eqn:p; [|destruct (x e <? 0) eqn:q]; cbn [orb].
    - assert (l : b < a) by (apply less_sub; rewrite ab; exact p). destruct (lipschitz b a l) as [low high].
      assert (inv_low : 0 <= inv (x e)) by (left; apply positive_inv, p). rewrite ab in high.
      split; [field; apply positive_nonzero, p|split; [apply le_mul; assumption|]].
      replace (L e - _) with ((L e * x e - (slope e a - slope e b)) * inv (x e)) by (field; apply positive_nonzero, p).
      apply le_mul; [apply le_sub, high|exact inv_low].
    - assert (p' : 0 < - x e) by (apply negative_opp, q). assert (ba : b - a = - x e) by (rewrite <- ab; ring).
      assert (l : a < b) by (apply less_sub; rewrite ba; exact p'). destruct (lipschitz a b l) as [low high].
      assert (inv_low : 0 <= inv (- x e)) by (left; apply positive_inv, p'). rewrite ba in high.
      assert (nz : x e <> 0) by (intros z; rewrite z in q; apply (less_irrefl _ q)).
      split; [field; exact nz|split].
      + replace (_ / x e) with ((slope e b - slope e a) * inv (- x e)) by (field; exact nz). apply le_mul; assumption.
      + replace (L e - _) with ((L e * - x e - (slope e b - slope e a)) * inv (- x e)) by (field; exact nz).
        apply le_mul; [apply le_sub, high|exact inv_low].
    - assert (z : x e = 0) by (symmetry; apply (less_total _ _ _ p q)).
      assert (eq : a = b) by (transitivity (a - b + b); [ring|]; rewrite ab, z; ring).
      rewrite eq. split; [ring|split; [right; reflexivity|]].
      destruct (lipschitz 0 1 positive_one) as [low high]. apply (le_trans _ _ _ low). apply (le_trans _ _ _ high).
      right. ring. }
  set (A := fun c => total es (fun e => s e * x e * vector e c)).
  assert (moved : forall c, minus (batch_step es u) (batch_step es w) c = d c - A c).
  { intros c. unfold minus at 1, batch_step. unfold d, minus, A.
    transitivity (u c - w c - (1 * total es (fun e => slope e (inner u (vector e)) * vector e c) +
      (-1) * total es (fun e => slope e (inner w (vector e)) * vector e c))); [ring|]. f_equal.
    rewrite <- total_combine. apply total_ext. intros e i. destruct (ratio e i) as (eq & _). rewrite <- eq. ring. }
  set (q := total es (fun e => s e * (x e * x e))). set (g := fun e => inner A (vector e)).
  assert (dA : inner d A = q).
  { unfold A. rewrite inner_total. apply total_ext. intros e _. unfold x. ring. }
  assert (AA : inner A A = total es (fun e => s e * (x e * g e))).
  { unfold A at 2. rewrite inner_total. apply total_ext. intros e _. unfold g. ring. }
  assert (new : distance (batch_step es u) (batch_step es w) = distance u w - (#2 * q - inner A A)).
  { unfold distance. rewrite (moved_square n d _ 1 A) by (intros c _; rewrite moved; ring). rewrite dA. fold d.
    unfold distance. ring. }
  destruct (alike_or_not A) as [still|moves].
  - assert (same : alike (minus (batch_step es u) (batch_step es w)) d).
    { intros c l. rewrite moved, still by exact l. ring. }
    split; [right; apply distance_ext; exact same|intros _; exact same].
  - assert (gain : 0 < #2 * q - inner A A).
    { assert (below : 0 <= total es (fun e => 1 * (L e * (g e * g e)) + (-1) * (s e * (g e * g e)))).
      { apply total_nonnegative. intros e i. destruct (ratio e i) as (_ & _ & low).
        replace (_ + _) with ((L e - s e) * (g e * g e)) by ring. apply le_mul; [exact low|apply square_nonnegative]. }
      rewrite total_combine in below.
      assert (form : 0 <= total es (fun e => s e * ((#2 * x e - g e) * (#2 * x e - g e)))).
      { apply total_nonnegative. intros e i. destruct (ratio e i) as (_ & low & _).
        apply le_mul; [exact low|apply square_nonnegative]. }
      assert (expanded : total es (fun e => s e * ((#2 * x e - g e) * (#2 * x e - g e))) =
        #4 * q - #4 * inner A A + total es (fun e => s e * (g e * g e))).
      { transitivity (total es (fun e =>
          1 * (#4 * (s e * (x e * x e)) + (- #4) * (s e * (x e * g e))) + 1 * (s e * (g e * g e))));
          [apply total_ext; intros; ring|]. rewrite total_combine, total_combine, <- AA. fold q. ring. }
      rewrite expanded in form. pose proof (proj2 (less_sub _ _) (edge A moves)) as gap.
      change (fun e => L e * (inner A (vector e) * inner A (vector e))) with (fun e => L e * (g e * g e)) in gap.
      set (S := total es (fun e => s e * (g e * g e))) in *. set (T := total es (fun e => L e * (g e * g e))) in *.
      assert (twice : 0 < #2 * (#2 * q - inner A A)).
      { replace (#2 * (#2 * q - inner A A)) with (#4 * q - #4 * inner A A + S + (1 * T + -1 * S) + (#2 * inner A A - T))
          by ring.
        apply plus_positive; [apply le_plus; assumption|exact gap]. }
      replace (#2 * q - inner A A) with (#2 * (#2 * q - inner A A) * inv #2)
        by (field; apply positive_nonzero; positive).
      apply less_mul; [exact twice|apply positive_inv; positive]. }
    split.
    + left. rewrite new. apply less_sub. replace (distance u w - _) with (#2 * q - inner A A) by ring. exact gain.
    + intros eq. rewrite new in eq. exfalso. apply (positive_nonzero _ gain).
      transitivity (distance u w - (distance u w - (#2 * q - inner A A))); [ring|]. rewrite eq. ring.
Qed.
Theorem stable_batches_do_not_cycle es w k : stable_batch es -> (0 < k)%nat -> alike (Nat.iter k (batch_step es) w) w ->
  alike (batch_step es w) w.
Proof.
  intros st. apply rigid_maps_do_not_cycle; [exact (batch_rigid es st)|]. intros u v same c l. unfold batch_step.
  rewrite same by exact l. f_equal. apply total_ext. intros e _. rewrite (inner_ext _ _ _ same). reflexivity.
Qed.
End Stability.
