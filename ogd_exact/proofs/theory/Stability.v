(* Stable steps cannot cycle: below the edge of stability a smooth convex loss of w.x repeats no states but fixed
   points. *)
From Coq Require Import List Bool Arith ZArith Lia Ring Field InitialRing.
Require Import OGD.Theorem OGD.Field.
Import ListNotations.
Local Open Scope field_scope.

Section Stability.
Context {F : ordered_field}.
Add Field numbers : (field_of F) (morphism (num_morphism F), completeness (num_faithful F),
  constants [numeral], power_tac (power_of F) [exponent]).
Definition le (x y : F) : Prop := x < y \/ x = y.
Infix "<=" := le : field_scope.
Implicit Types x y z : F.

Variable n : nat.     (* how many weights there are *)
Fixpoint sum (k : nat) (f : nat -> F) : F := match k with 0%nat => 0 | S k => sum k f + f k end.
Definition inner (u w : weights F) : F := sum n (fun c => u c * w c).
Definition alike (u w : weights F) : Prop := forall c, (c < n)%nat -> u c = w c.
(* An example x with the derivative of its loss as a function of w.x, the rate included. *)
Record smooth := { vector : weights F; slope : F -> F }.
Definition stable (e : smooth) : Prop := exists L, L * inner (vector e) (vector e) < #2 /\
  forall a b, a < b -> 0 <= slope e b - slope e a /\ slope e b - slope e a <= L * (b - a).
Definition smooth_step (w : weights F) (e : smooth) : weights F :=
  fun c => w c - slope e (inner w (vector e)) * vector e c.
Definition pass (es : list smooth) (w : weights F) : weights F := fold_left smooth_step es w.

(* Order. *)
Lemma le_add x y z : x <= y -> x + z <= y + z.
Proof. intros [l| ->]; [left; apply less_add, l|right; reflexivity]. Qed.
Lemma le_trans x y z : x <= y -> y <= z -> x <= z.
Proof. intros [a| ->] [b| <-]; unfold le; auto. left. apply (less_transitive _ _ y); assumption. Qed.
Lemma le_sub x y : 0 <= y - x <-> x <= y.
Proof.
  split; intros [l|e]; [left; apply less_sub, l|right|left; apply less_sub, l|right; rewrite e; ring].
  transitivity (0 + x); [ring|]. rewrite e. ring.
Qed.
Lemma le_mul x y : 0 <= x -> 0 <= y -> 0 <= x * y.
Proof.
  intros [a|a] [b|b]; [left; apply less_mul; assumption| | |]; right; rewrite <- ?a, <- ?b; ring.
Qed.
Lemma le_plus x y : 0 <= x -> 0 <= y -> 0 <= x + y.
Proof. intros a b. apply (le_trans _ _ _ b). replace y with (0 + y) at 1 by ring. apply le_add, a. Qed.
Lemma square_nonnegative x : 0 <= x * x.
Proof.
  destruct (0 <? x) eqn:p; [left; apply less_mul; exact p|]. destruct (x <? 0) eqn:q.
  - left. apply negative_opp in q. replace (x * x) with (- x * - x) by ring. apply less_mul; exact q.
  - right. rewrite (less_total _ _ _ p q). rewrite <- (less_total _ _ _ p q). ring.
Qed.
Lemma le_antisym x y : x <= y -> y <= x -> x = y.
Proof. intros [a|a] [b|b]; auto. destruct (less_asym _ _ a b). Qed.
Lemma product_zero x y : x * y = 0 -> x = 0 \/ y = 0.
Proof.
  intros e. destruct (0 <? x) eqn:p; [|destruct (x <? 0) eqn:q; [|left; symmetry; apply (less_total _ _ _ p q)]]; right.
  - transitivity (inv x * (x * y)); [|rewrite e; ring]. field. apply positive_nonzero, p.
  - transitivity (inv x * (x * y)); [|rewrite e; ring]. field. intros z. rewrite z in q. apply (less_irrefl _ q).
Qed.
Lemma sum_ext k f g : (forall c, (c < k)%nat -> f c = g c) -> sum k f = sum k g.
Proof.
  induction k as [|k IH]; intros e; cbn; [reflexivity|]. rewrite IH, e by (intros; apply e; lia) || lia.
  reflexivity.
Qed.
Lemma sum_nonnegative k f : (forall c, (c < k)%nat -> 0 <= f c) -> 0 <= sum k f.
Proof. induction k as [|k IH]; intros h; cbn; [right; reflexivity|]. apply le_plus; [apply IH; intros; apply h;
  lia|apply h; lia]. Qed.
Lemma sum_combine k f g a b : sum k (fun c => a * f c + b * g c) = a * sum k f + b * sum k g.
Proof. induction k as [|k IH]; cbn; [ring|]. rewrite IH. ring. Qed.

(* The difference of two states, and the square of its length. *)
Definition minus (u w : weights F) : weights F := fun c => u c - w c.
Definition distance (u w : weights F) : F := inner (minus u w) (minus u w).
Lemma step_distance e u w : stable e ->
  distance (smooth_step u e) (smooth_step w e) <= distance u w /\
  (distance (smooth_step u e) (smooth_step w e) = distance u w ->
    alike (minus (smooth_step u e) (smooth_step w e)) (minus u w)).
Proof.
  intros (L & edge & lipschitz). set (x := vector e) in *. set (N := inner x x) in *.
  set (d := inner (minus u w) x). set (a := inner u x). set (b := inner w x).
  assert (ab : a - b = d).
  { unfold a, b, d, inner, minus. transitivity (1 * sum n (fun c => u c * x c) + (-1) * sum n (fun c => w c * x c));
      [ring|].
    rewrite <- sum_combine. apply sum_ext. intros. ring. }
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
  { unfold distance, inner at 1. transitivity (sum n (fun c => (minus u w c - s * d * x c) * (minus u w c - s * d * x
      c))).
    - apply sum_ext. intros c _. rewrite !moved. reflexivity.
    - transitivity (sum n (fun c => 1 * (1 * (minus u w c * minus u w c) + (- (#2 * s * d)) * (minus u w c * x c)) + (s
        * d * (s * d)) * (x c * x c))).
      + apply sum_ext. intros. ring.
      + rewrite sum_combine, sum_combine. fold (inner (minus u w) (minus u w)) (inner (minus u w) x) (inner x x).
        fold d N. ring. }
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
Lemma distance_ext u u' w w' : alike (minus u w) (minus u' w') -> distance u w = distance u' w'.
Proof. intros e. apply sum_ext. intros c l. rewrite e by exact l. reflexivity. Qed.
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
Lemma pass_alike es : forall u w, alike u w -> alike (pass es u) (pass es w).
Proof.
  induction es as [|e es IH]; intros u w same; [exact same|]. apply IH. intros c l. unfold smooth_step.
  replace (inner u (vector e)) with (inner w (vector e)); [rewrite same by exact l; reflexivity|].
  apply sum_ext. intros d ld. rewrite same by exact ld. reflexivity.
Qed.

Theorem stable_steps_do_not_cycle es w k : Forall stable es -> (0 < k)%nat -> alike (Nat.iter k (pass es) w) w ->
  alike (pass es w) w.
Proof.
  intros st pos back. set (state := fun j => Nat.iter j (pass es) w).
  set (jump := fun j => distance (state (S j)) (state j)).
  assert (falls : forall j, jump (S j) <= jump j) by (intros j; apply (pass_distance es st)).
  assert (first : jump k = jump 0%nat).
  { apply distance_ext. intros c l. unfold minus. pose proof (pass_alike es _ _ back c l) as up.
    change (pass es (Nat.iter k (pass es) w) c - Nat.iter k (pass es) w c = pass es w c - w c).
    rewrite up, back by exact l. reflexivity. }
  assert (down : forall i j, (i <= j)%nat -> jump j <= jump i).
  { intros i j l. induction l as [|j l IH]; [right; reflexivity|]. apply (le_trans _ _ _ (falls j) IH). }
  assert (level : forall j, (j <= k)%nat -> jump j = jump 0%nat).
  { intros j l. apply le_antisym; [apply down; lia|]. rewrite <- first. apply down, l. }
  assert (constant : forall j, (j < k)%nat -> alike (minus (state (S j)) (state j)) (minus (state 1%nat) (state
    0%nat))).
  { induction j as [|j IH]; intros l c lc; [reflexivity|]. rewrite <- IH by (lia || exact lc).
    apply (pass_distance es st (state (S j)) (state j)); [|exact lc]. change (jump (S j) = jump j).
    rewrite (level (S j)), (level j) by lia. reflexivity. }
  assert (total : forall j, (j <= k)%nat -> forall c, (c < n)%nat ->
    state j c - w c = #(Z.of_nat j) * (pass es w c - w c)).
  { induction j as [|j IH]; intros l c lc; [change (w c - w c = 0 * (pass es w c - w c)); ring|].
    pose proof (constant j ltac:(lia) c lc) as step_j. unfold minus in step_j. cbn [state Nat.iter nat_rect] in step_j.
    replace (#(Z.of_nat (S j)) : F) with (#(Z.of_nat j) + 1 : F).
    - transitivity ((state (S j) c - state j c) + (state j c - w c)); [ring|]. rewrite IH by (lia || exact lc).
      transitivity ((pass es w c - w c) + #(Z.of_nat j) * (pass es w c - w c)); [f_equal; exact step_j|ring].
    - rewrite Nat2Z.inj_succ. unfold Z.succ. rewrite (morph_add (num_morphism F)). reflexivity. }
  intros c l. pose proof (total k (le_n k) c l) as t. unfold state in t. rewrite back in t by exact l.
  assert (z : #(Z.of_nat k) * (pass es w c - w c) = 0) by (rewrite <- t; ring).
  apply product_zero in z as [z|z].
  - destruct (positive_nonzero (#(Z.of_nat k) : F)); [apply positive_num, Z.ltb_lt; lia|exact z].
  - transitivity (pass es w c - w c + w c); [ring|]. rewrite z. ring.
Qed.
End Stability.
