(* Passive-aggressive learning (Crammer and others, 2006), in all its forms: a weight alternates only so many times. *)
From Coq Require Import List Bool Arith ZArith Lia Ring Field InitialRing.
Require Import OGD.Theorem OGD.Field OGD.Inner.
Import ListNotations.
Local Open Scope field_scope.

Section Passive.
Context {F : ordered_field}.
Add Field numbers : (field_of F) (morphism (num_morphism F), completeness (num_faithful F),
  constants [numeral], power_tac (power_of F) [exponent]).
Variable n : nat.     (* how many weights there are *)
Notation inner := (inner (F := F) n). Notation pass := (pass n).
Implicit Types (y z l p q : F) (x : weights F).

(* How far an example of loss l and of square N moves w along itself: all the way, at most C, or softly. *)
Inductive form := Full | Cut (C : F) | Soft (C : F).
Definition good_form (f : form) : Prop := match f with Full => True | Cut C | Soft C => 0 < C end.
Definition part (f : form) (l N : F) : F := match f with
  | Full => l / N | Cut C => if C <? l / N then C else l / N | Soft C => l / (N + 1 / (#2 * C)) end.
Definition above_zero z : F := if 0 <? z then z else 0.
(* An example x of label y, 1 or -1, loss max(0, 1 - y w.x); and one of target y, loss max(0, |y - w.x| - epsilon). *)
Definition classified (f : form) (x : weights F) y : smooth F :=
  {| vector := x; slope := fun p => - (y * part f (above_zero (1 - y * p)) (inner x x)) |}.
Definition regressed (f : form) epsilon (x : weights F) y : smooth F := {| vector := x; slope := fun p =>
  if y <? p then part f (above_zero (p - y - epsilon)) (inner x x)
  else - part f (above_zero (y - p - epsilon)) (inner x x) |}.
Inductive passive_aggressive : smooth F -> Prop :=
| classifies f x y : good_form f -> 0 < inner x x -> y = 1 \/ y = -1 -> passive_aggressive (classified f x y)
| regresses f epsilon x y : good_form f -> 0 < inner x x -> 0 <= epsilon ->
  passive_aggressive (regressed f epsilon x y).

(* As w.x grows, w moves less along x, and w.x after the step does not fall. *)
Definition firm (e : smooth F) : Prop := forall p q, p < q -> let g := slope e q - slope e p in
  0 <= g /\ g * inner (vector e) (vector e) <= q - p.

Lemma le_same y z y' z' : y <= z -> y = y' -> z = z' -> y' <= z'.
Proof. intros l <- <-. exact l. Qed.
Lemma not_less y z : (y <? z) = false -> z <= y.
Proof. intros a. destruct (z <? y) eqn:b; [left; exact b|right; apply less_total; assumption]. Qed.
Lemma above_zero_low z : 0 <= above_zero z.
Proof. unfold above_zero. destruct (0 <? z) eqn:e; [left; exact e|right; reflexivity]. Qed.
Lemma above_zero_least z y : 0 <= y -> z <= y -> above_zero z <= y.
Proof. unfold above_zero. destruct (0 <? z); auto. Qed.
Lemma above_zero_firm y z : y <= z -> above_zero y <= above_zero z /\ above_zero z - above_zero y <= z - y.
Proof.
  intros l. unfold above_zero. destruct (0 <? y) eqn:a, (0 <? z) eqn:b.
  - split; [exact l|right; reflexivity].
  - destruct l as [l|l]; [|congruence]. rewrite (less_transitive _ _ _ _ a l) in b. discriminate.
  - split; [left; exact b|]. apply le_sub. replace (_ - _) with (0 - y) by ring. apply le_sub, not_less, a.
  - split; [right; reflexivity|]. replace (0 - 0) with (0 : F) by ring. apply le_sub, l.
Qed.
Lemma part_zero f N : good_form f -> 0 < N -> part f 0 N = 0.
Proof.
  intros g pos. pose proof (positive_nonzero _ pos). assert (z : 0 / N = 0) by (field; assumption).
  destruct f as [|C|C]; cbn [part good_form] in *; [exact z| |].
  - rewrite z. destruct (C <? 0) eqn:c; [destruct (less_asym _ _ g c)|reflexivity].
  - field. nonzero.
Qed.
Lemma part_firm f N l l' : good_form f -> 0 < N -> l <= l' ->
  0 <= part f l' N - part f l N /\ (part f l' N - part f l N) * N <= l' - l.
Proof.
  intros g pos le_l. pose proof (positive_nonzero _ pos) as nz. pose proof (positive_inv _ pos) as ip.
  assert (quotients : l / N <= l' / N).
  { apply le_sub. replace (_ - _) with ((l' - l) * inv N) by (field; exact nz).
    apply le_mul; [apply le_sub, le_l|left; exact ip]. }
  assert (up : forall z, z <= l' / N - l / N -> z * N <= l' - l).
  { intros z h. apply le_sub. replace (_ - _) with ((l' / N - l / N - z) * N) by (field; exact nz).
    apply le_mul; [apply le_sub, h|left; exact pos]. }
  destruct f as [|C|C]; cbn [part good_form] in *.
  - split; [apply le_sub, quotients|]. apply up. right. reflexivity.
  - destruct (C <? l / N) eqn:a, (C <? l' / N) eqn:b.
    + replace (C - C) with (0 : F) by ring. split; [right; reflexivity|]. apply up, le_sub, quotients.
    + destruct (less_irrefl C). destruct quotients as [t|t]; [|rewrite t in a; congruence].
      rewrite (less_transitive _ _ _ _ a t) in b. discriminate.
    + split; [apply le_sub, not_less, a|]. apply up, le_sub. replace (_ - _) with (l' / N - C) by ring.
      apply le_sub. left. exact b.
    + split; [apply le_sub, quotients|]. apply up. right. reflexivity.
  - assert (more : 0 < N + 1 / (#2 * C)) by positive. pose proof (positive_nonzero _ more) as nz'.
    pose proof (positive_inv _ more) as ip'. pose proof (positive_nonzero _ g) as nC.
    set (K := N + 1 / (#2 * C)) in *. apply le_sub in le_l. split.
    + replace (_ - _) with ((l' - l) * inv K) by (field; exact nz'). apply le_mul; [exact le_l|left; exact ip'].
    + apply le_sub. replace (_ - _) with ((l' - l) * ((K - N) * inv K)) by (field; exact nz').
      replace (K - N) with (1 / (#2 * C)) by (unfold K; ring).
      apply le_mul; [exact le_l|left; apply less_mul; [positive|exact ip']].
Qed.
Lemma part_grown f N z z' : good_form f -> 0 < N -> z < z' ->
  0 <= part f (above_zero z') N - part f (above_zero z) N /\
  (part f (above_zero z') N - part f (above_zero z) N) * N <= z' - z.
Proof.
  intros ok pos l. destruct (above_zero_firm z z' (or_introl l)) as [a b].
    destruct (part_firm f N _ _ ok pos a) as [c d].
  split; [exact c|exact (le_trans _ _ _ d b)].
Qed.
Lemma less_as y z p q : p < q -> q - p = z - y -> y < z.
Proof. intros l e. apply less_sub. rewrite <- e. apply less_sub, l. Qed.
Ltac both a b := split; [apply (le_same _ _ _ _ a)|apply (le_same _ _ _ _ b)]; ring.
Lemma passive_aggressive_firm e : passive_aggressive e -> firm e.
Proof.
  intros [f x y ok pos [-> | ->]|f epsilon x y ok pos low] p q pq; cbn [vector slope classified regressed];
    set (N := inner x x) in *.
  - destruct (part_grown f N (1 - 1 * q) (1 - 1 * p)) as [a b]; [exact ok|exact pos|apply (less_as _ _ _ _ pq); ring|].
    both a b.
  - destruct (part_grown f N (1 - -1 * p) (1 - -1 * q)) as [a b]; [exact ok|exact pos|apply (less_as _ _ _ _ pq);
    ring|].
    both a b.
  - assert (side : forall z, 0 <= z ->
      0 <= part f (above_zero (z - epsilon)) N /\ part f (above_zero (z - epsilon)) N * N <= z).
    { intros z lz. destruct (part_firm f N 0 _ ok pos (above_zero_low (z - epsilon))) as [a b].
      rewrite (part_zero f N ok pos) in a, b. split; [apply (le_same _ _ _ _ a); ring|].
      apply (le_trans _ (above_zero (z - epsilon))); [apply (le_same _ _ _ _ b); ring|].
      apply above_zero_least; [exact lz|]. apply le_sub, (le_same _ _ _ _ low); ring. }
    destruct (y <? p) eqn:yp, (y <? q) eqn:yq.
    + destruct (part_grown f N (p - y - epsilon) (q - y - epsilon)) as [a b];
        [exact ok|exact pos|apply (less_as _ _ _ _ pq); ring|both a b].
    + rewrite (less_transitive _ _ _ _ yp pq) in yq. discriminate.
    + destruct (side (q - y)) as [a b]; [apply le_sub; left; exact yq|].
      destruct (side (y - p)) as [c d]; [apply le_sub, not_less, yp|].
      apply le_sub in b, d. pose proof (le_plus _ _ b d) as both_sides. split.
      * apply (le_same _ _ _ _ (le_plus _ _ a c)); ring.
      * apply le_sub, (le_same _ _ _ _ both_sides); ring.
    + destruct (part_grown f N (y - q - epsilon) (y - p - epsilon)) as [a b];
        [exact ok|exact pos|apply (less_as _ _ _ _ pq); ring|both a b].
Qed.

(* What a step changes of a difference, it takes from its square; and a pass of N examples, up to a factor N. *)
Lemma step_shrinks e u w : firm e -> let d := minus u w in let d' := minus (smooth_step n u e) (smooth_step n w e) in
  inner (minus d' d) (minus d' d) <= inner d d - inner d' d'.
Proof.
  intros ok d d'. set (x := vector e) in *.
  set (g := slope e (inner u x) - slope e (inner w x)).
  assert (by_g : forall c, d' c = d c - g * x c) by (intros c; unfold d', d, minus, smooth_step, g, x; ring).
  rewrite (moved_square n d d' g x) by (intros c _; apply by_g).
  replace (inner (minus d' d) (minus d' d)) with (g * g * inner x x).
  2:{ unfold inner. transitivity (sum n (fun c => 0 * x c + g * g * (x c * x c))); [rewrite sum_combine; ring|].
    apply sum_ext. intros c _. unfold minus at 1 2. rewrite by_g. ring. }
  assert (turned : 0 <= g * (inner d x - g * inner x x)).
  { unfold d. rewrite <- inner_minus. set (p := inner u x) in *. set (q := inner w x) in *.
    destruct (p <? q) eqn:a; [|destruct (q <? p) eqn:b].
    - destruct (ok p q a) as [l1 l2]. fold x in l2. replace (_ * _) with ((slope e q - slope e p) * (q - p - (slope e
      q -
        slope e p) * inner x x)) by (unfold g; ring). apply le_mul; [exact l1|apply le_sub, l2].
    - destruct (ok q p b) as [l1 l2]. fold x in l2. fold g in l1, l2. apply le_mul; [exact l1|apply le_sub, l2].
    - unfold g. rewrite (less_total _ _ _ a b). right. ring. }
  apply le_sub. replace (_ - _) with (g * (inner d x - g * inner x x) + g * (inner d x - g * inner x x)) by ring.
  apply le_plus; exact turned.
Qed.
Lemma square_of_sum k (s v : weights F) : 0 < k -> inner (fun c => s c + v c) (fun c => s c + v c) * k <=
  (k + 1) * inner s s + k * (k + 1) * inner v v.
Proof.
  intros pos. apply le_sub. replace (_ - _) with (inner (fun c => s c - k * v c) (fun c => s c - k * v c)).
  - apply sum_nonnegative. intros. apply square_nonnegative.
  - assert (expand : forall a b (u w : weights F), inner (fun c => a * u c + b * w c) (fun c => a * u c + b * w c) =
      a * a * inner u u + #2 * a * b * inner u w + b * b * inner w w).
    { intros a b u w. unfold inner. transitivity (sum n (fun c => a * a * (u c * u c) +
        1 * (#2 * a * b * (u c * w c) + b * b * (w c * w c)))); [apply sum_ext; intros; ring|].
      rewrite !sum_combine. ring. }
    pose proof (expand 1 (- k) s v) as e1. pose proof (expand 1 1 s v) as e2.
    replace (inner (fun c => s c - k * v c) _) with (inner (fun c => 1 * s c + - k * v c) (fun c => 1 * s c + - k * v
      c))
      by (apply sum_ext; intros; ring).
    replace (inner (fun c => s c + v c) _) with (inner (fun c => 1 * s c + 1 * v c) (fun c => 1 * s c + 1 * v c))
      by (apply sum_ext; intros; ring).
    rewrite e1, e2. ring.
Qed.
Definition count (k : nat) : F := #(Z.of_nat k).
Lemma count_more k : count (S k) = count k + 1.
Proof. unfold count. rewrite Nat2Z.inj_succ. unfold Z.succ. apply (morph_add (num_morphism F)). Qed.
Lemma pass_shrinks es : Forall firm es -> forall u w, let d := minus u w in let d' := minus (pass es u) (pass es w) in
  inner (minus d' d) (minus d' d) <= count (length es) * (inner d d - inner d' d').
Proof.
  induction 1 as [|e es ok all IH]; intros u w d d'.
  - right. unfold d', d, pass, inner. cbn [fold_left length]. replace (count 0) with (0 : F) by reflexivity.
    transitivity (sum n (fun c => 0 * u c + 0 * u c)); [apply sum_ext; intros; unfold minus; ring|].
    rewrite sum_combine. ring.
  - pose proof (step_shrinks e u w ok) as first. fold d in first. cbv zeta in first.
    specialize (IH (smooth_step n u e) (smooth_step n w e)). cbv zeta in IH.
    change (pass es (smooth_step n u e)) with (pass (e :: es) u) in IH.
    change (pass es (smooth_step n w e)) with (pass (e :: es) w) in IH. fold d' in IH.
    set (mid := minus (smooth_step n u e) (smooth_step n w e)) in *.
    destruct all as [|e' es ok' all].
    + change d' with mid. cbn [length]. rewrite count_more. replace (count 0) with (0 : F) by reflexivity.
      apply (le_trans _ _ _ first). right. ring.
    + set (k := count (length (e' :: es))) in *. change (length (e :: e' :: es)) with (S (length (e' :: es))).
      rewrite count_more. fold k.
      assert (pos : 0 < k) by (apply positive_num; reflexivity).
      pose proof (square_of_sum k (minus d' mid) (minus mid d) pos) as both.
      replace (inner (minus d' d) (minus d' d)) with (inner (fun c => minus d' mid c + minus mid d c) (fun c => minus d'
        mid c + minus mid d c)) by (apply sum_ext; intros; unfold minus at 1 2 3 4 5 6; ring).
      set (a := inner (fun c => _) _) in *. set (s := inner (minus d' mid) (minus d' mid)) in *.
      set (v := inner (minus mid d) (minus mid d)) in *.
      assert (scaled : 0 <= ((k + 1) * (inner d d - inner d' d') - a) * k).
      { replace (_ * k) with (((k + 1) * s + k * (k + 1) * v - a * k) + (k + 1) * (k * (inner mid mid - inner d' d')
        - s) +
          k * (k + 1) * (inner d d - inner mid mid - v)) by ring.
        apply le_plus; [apply le_plus|]; [apply le_sub, both|apply le_mul|apply le_mul];
          try (apply le_sub; assumption); left; positive. }
      apply le_sub. replace (_ - a) with (((k + 1) * (inner d d - inner d' d') - a) * k * inv k)
        by (field; apply positive_nonzero, pos).
      apply le_mul; [exact scaled|left; apply positive_inv, pos].
Qed.

(* The weights after k passes, and in how many of the first k passes a weight goes from one value to the other, and back
   in the next. *)
Definition after (es : list (smooth F)) (w : weights F) (k : nat) : weights F := Nat.iter k (pass es) w.
Definition is y z : bool := negb (y <? z) && negb (z <? y).
Definition alternates (yes no : F) (c : nat) (es : list (smooth F)) (w : weights F) (k : nat) : bool :=
  let at_ j := after es w j c in
  is (at_ k) no && is (at_ (S k)) yes && is (at_ (S (S k))) no ||
  is (at_ k) yes && is (at_ (S k)) no && is (at_ (S (S k))) yes.
Definition alternations yes no c es w k : nat := length (filter (alternates yes no c es w) (seq 0 k)).
Lemma is_eq y z : is y z = true -> y = z.
Proof. unfold is. intros e. apply andb_prop in e as [a b]. apply less_total; apply negb_true_iff; assumption. Qed.
Theorem weights_alternate_finitely_often yes no c es w k : Forall passive_aggressive es -> (c < n)%nat ->
  count (alternations yes no c es w k) * (#4 * (yes - no)^2) <=
  count (length es) * distance n (pass es w) w.
Proof.
  intros all lc. assert (ok : Forall firm es) by (eapply Forall_impl; [exact passive_aggressive_firm|exact all]).
  clear all. set (D := fun j => minus (after es w (S j)) (after es w j)). set (N := count (length es)).
  set (B := #4 * (yes - no) ^ 2).
  assert (sofar : forall j, count (alternations yes no c es w j) * B <= N * (inner (D 0%nat) (D 0%nat) - inner (D j)
    (D j))).
  { induction j as [|j IH]; [right; cbn [alternations seq filter length];
    replace (count _) with (0 : F) by reflexivity; ring|].
    unfold alternations in *. rewrite seq_S, filter_app, app_length. cbn [filter Nat.add].
    pose proof (pass_shrinks es ok (after es w (S j)) (after es w j)) as more. cbv zeta in more. fold (D j) in more.
    change (pass es (after es w (S j))) with (after es w (S (S j))) in more.
    change (pass es (after es w j)) with (after es w (S j)) in more. fold (D (S j)) N in more.
    apply (le_trans _ (count (length (filter (alternates yes no c es w) (seq 0 j))) * B +
      inner (minus (D (S j)) (D j)) (minus (D (S j)) (D j)))).
    - set (d := minus (D (S j)) (D j)). destruct (alternates yes no c es w j) eqn:alt.
      + rewrite Nat.add_comm. cbn [length Nat.add]. rewrite count_more.
        assert (low : B <= inner d d).
        { replace B with (d c * d c); [apply (sum_least n (fun c => d c * d c) c lc); intros;
          apply square_nonnegative|].
          unfold d, minus, D, B. unfold alternates in alt. apply orb_prop in alt as [alt|alt];
            apply andb_prop in alt as [alt e3]; apply andb_prop in alt as [e1 e2]; apply is_eq in e1, e2, e3;
            unfold minus; rewrite e1, e2, e3; ring. }
        apply le_sub in low. apply le_sub, (le_same _ _ _ _ low); ring.
      + cbn [length]. rewrite Nat.add_0_r. assert (low : 0 <= inner d d) by (apply sum_nonnegative; intros; apply
          square_nonnegative). apply le_sub, (le_same _ _ _ _ low); ring.
    - apply le_sub in IH, more. apply le_sub, (le_same _ _ _ _ (le_plus _ _ IH more)); ring. }
  apply (le_trans _ _ _ (sofar k)). apply le_sub. change (distance n (pass es w) w) with (inner (D 0%nat) (D 0%nat)).
  replace (_ - _) with (N * inner (D k) (D k)) by ring. apply le_mul.
  - unfold N, count. destruct (length es) as [|j]; [right; reflexivity|left; apply positive_num; reflexivity].
  - apply sum_nonnegative. intros. apply square_nonnegative.
Qed.
End Passive.
