(* A move that never rises: no step brings two weight vectors nearer, so that nothing is ever overwritten. *)
From Coq Require Import List Bool Arith ZArith Lia Ring Field InitialRing.
Require Import OGD.Theorem OGD.Field OGD.Inner.
Import ListNotations.
Local Open Scope field_scope.

Section Falling.
Context {F : ordered_field}.
Add Field numbers : (field_of F) (morphism (num_morphism F), completeness (num_faithful F),
  constants [numeral], power_tac (power_of F) [exponent]).
Variables (R : rule F) (m : F -> F -> F).
(* The rule adds learning_rate * m(y, w.x) to w along x, and nothing else; m(y, p) never falls as p grows, as where it
   is h(y - p), or h(-p), with an h that never rises. *)
Hypothesis one_layer : regularizer R = 0 /\ forall y p v, move_in R (interval R y p v) y p v = (m y p, 0).
Hypothesis never_rises : 0 < learning_rate R /\ forall y p q, p < q -> m y p <= m y q.

Variable n : nat.     (* how many weights there are *)
Definition steps (v : nat) (es : list (example F)) (w : weights F) : weights F := fold_left (fun w e => step R v e w)
  es w.
Definition named (e : example F) : Prop := Forall (fun '(c, _) => (c < n)%nat) (fst e).
Definition as_smooth (e : example F) : smooth F :=
  {| vector := entry (fst e); slope := fun p => - (learning_rate R * m (snd e) p) |}.

Lemma sum_at c p (w : weights F) k : sum k (fun d => w d * (if d =? c then p else 0)) = if (c <? k)%nat then p * w c
  else 0.
Proof.
  induction k as [|k IH]; [reflexivity|]. cbn [sum]. rewrite IH.
  destruct (Nat.ltb_spec c k), (Nat.ltb_spec c (S k)), (Nat.eqb_spec k c); subst; lia || ring.
Qed.
Lemma dot_inner (x : list (nat * F)) w : Forall (fun '(c, _) => (c < n)%nat) x -> dot x w = inner n w (entry x).
Proof.
  induction 1 as [|[c p] x l _ IH]; unfold inner in *.
  - cbn. transitivity (sum n (fun c => 0 * w c + 0 * w c)); [rewrite sum_combine|apply sum_ext; intros; cbn]; ring.
  - change (p * w c + dot x w = sum n (fun d => w d * (if d =? c then p + entry x d else entry x d))).
    transitivity (sum n (fun d => 1 * (w d * (if d =? c then p else 0)) + 1 * (w d * entry x d))).
    + rewrite sum_combine, sum_at, IH. apply Nat.ltb_lt in l. rewrite l. ring.
    + apply sum_ext. intros d _. destruct (d =? c); ring.
Qed.
Lemma step_smooth v e w : named e -> forall c, step R v e w c = smooth_step n w (as_smooth e) c.
Proof.
  intros l c. destruct e as [x y], one_layer as [still moves]. unfold step, decay, smooth_step. cbn [as_smooth fst snd
    vector slope]. rewrite moves, still, (dot_inner x w l). destruct (c =? v); ring.
Qed.
Lemma step_apart v e u w : named e -> distance n u w <= distance n (step R v e u) (step R v e w).
Proof.
  intros l. unfold distance. set (g := slope (as_smooth e) (inner n u (entry (fst e))) - slope (as_smooth e) (inner n w
    (entry (fst e)))). set (x := entry (fst e)) in *. set (d := minus u w).
  rewrite (moved_square n d (minus (step R v e u) (step R v e w)) g x).
  2:{ intros c lc. unfold minus. rewrite !step_smooth by exact l. exact (step_moves n (as_smooth e) u w c lc). }
  assert (turned : 0 <= - (g * inner n d x)).
  { destruct never_rises as [rate rises]. unfold d. rewrite <- inner_minus. subst g. cbn [as_smooth slope].
    set (p := inner n u x). set (q := inner n w x). set (r := learning_rate R) in *. set (y := snd e).
    assert (each : forall p q, p < q -> 0 <= r * ((m y q - m y p) * (q - p))).
    { intros p' q' l'. apply le_mul; [left; exact rate|]. apply le_mul; [apply le_sub, rises, l'|left;
      apply less_sub, l']. }
    destruct (p <? q) eqn:a; [|destruct (q <? p) eqn:b].
    - replace (- _) with (r * ((m y q - m y p) * (q - p))) by ring. apply each, a.
    - replace (- _) with (r * ((m y p - m y q) * (p - q))) by ring. apply each, b.
    - rewrite (less_total _ _ _ a b). right. ring. }
  apply le_sub. replace (_ - _) with (- (g * inner n d x) + - (g * inner n d x) + g * g * inner n x x) by ring.
  apply le_plus; [apply le_plus; exact turned|].
  apply le_mul; [apply square_nonnegative|apply sum_nonnegative; intros; apply square_nonnegative].
Qed.
Lemma never_nearer v es u w : Forall named es -> distance n u w <= distance n (steps v es u) (steps v es w).
Proof.
  intros l. revert u w. induction l as [|e es l _ IH]; intros u w; [right; reflexivity|].
  exact (le_trans _ _ _ (step_apart v e u w l) (IH _ _)).
Qed.
(* Examples that take two weight vectors to one are given one: no table overwrites a bit. *)
Theorem nothing_is_overwritten v es u w : Forall named es -> alike n (steps v es u) (steps v es w) -> alike n u w.
Proof.
  intros l same. pose proof (never_nearer v es u w l) as far.
  replace (distance n (steps v es u) (steps v es w)) with (0 : F) in far.
  2:{ unfold distance, inner. transitivity (sum n (fun c => 0 * u c + 0 * u c)); [rewrite sum_combine; ring|].
    apply sum_ext. intros c lc. unfold minus. rewrite same by exact lc. ring. }
  apply distance_zero, le_antisym; [exact far|apply distance_nonnegative].
Qed.
End Falling.
