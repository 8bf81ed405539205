(* The barrier: no sequence of quadratic examples implements NAND, whatever the rates, for an affine map cannot; nor
   do examples of a rule whose moves are affine. *)
From Coq Require Import List Bool Arith ZArith Ring Field InitialRing.
Require Import OGD.Theorem OGD.Field.
Import ListNotations.
Local Open Scope field_scope.

Section Barrier.
Context {F : ordered_field}.
Add Field numbers : (field_of F) (morphism (num_morphism F), completeness (num_faithful F),
  constants [numeral], power_tac (power_of F) [exponent]).

(* The loss w'Aw + b'w + c, such as that of least squares, with A and b as lists of their entries; and a rate. *)
Record quadratic := { rate : F; matrix : list (nat * nat * F); vector : list (nat * F) }.
Fixpoint product (A : list (nat * nat * F)) (w : weights F) (c : nat) : F :=            (* (A + A')w at c *)
  match A with
  | [] => 0
  | (i, j, a) :: A => (if c =? i then a * w j else 0) + (if c =? j then a * w i else 0) + product A w c end.
Definition gradient (e : quadratic) (w : weights F) (c : nat) : F := product (matrix e) w c + entry (vector e) c.
Definition descend (es : list quadratic) (w : weights F) : weights F :=
  fold_left (fun w e c => w c - rate e * gradient e w c) es w.

(* That this is the gradient: by h more at c, the loss grows by h times it and h^2 times the entries at (c, c). *)
Definition moved (w : weights F) c h : weights F := fun d => w d + if d =? c then h else 0.
Definition loss (e : quadratic) (w : weights F) : F :=
  fold_right (fun '(i, j, a) sum => a * w i * w j + sum) 0 (matrix e) + dot (vector e) w.
Definition curvature (e : quadratic) c : F :=
  fold_right (fun '(i, j, a) sum => (if (i =? c) && (j =? c) then a else 0) + sum) 0 (matrix e).
Theorem gradient_of_loss e w c h : loss e (moved w c h) = loss e w + h * gradient e w c + h^2 * curvature e c.
Proof.
  destruct e as [r A b]. unfold loss, gradient, curvature. cbn [matrix vector]. set (w' := moved w c h).
  assert (linear : dot b w' = dot b w + h * entry b c).
  { unfold dot, entry. induction b as [|[i p] b IH]; cbn [fold_right]; [ring|]. rewrite IH, (Nat.eqb_sym c i).
    unfold w', moved. destruct (i =? c); ring. }
  rewrite linear. generalize (dot b w) (entry b c). intros d q.
  induction A as [|[[i j] a] A IH]; cbn [fold_right product]; [ring|].
  match goal with |- a * w' i * w' j + ?l + _ = _ =>
    transitivity (a * w' i * w' j + (l + (d + h * q))); [ring|rewrite IH] end.
  rewrite (Nat.eqb_sym c i), (Nat.eqb_sym c j). unfold w', moved. destruct (i =? c), (j =? c); cbn [andb]; ring.
Qed.

(* Weights with truth values at coordinates a and b. *)
Definition storing (yes no : F) (a b : nat) (w : weights F) (p q : bool) : weights F := fun c =>
  if c =? a then (if p then yes else no) else if c =? b then (if q then yes else no) else w c.

(* Where sums agree before, they agree after. *)
Definition balanced (s t u v : weights F) : Prop := forall c, s c + v c = t c + u c.
Lemma product_balanced A s t u v : balanced s t u v -> balanced (product A s) (product A t) (product A u) (product A v).
Proof.
  intros eq c. induction A as [|[[i j] a] A IH]; cbn [product]; [ring|].
  assert (each : forall d (here : bool), (if here then a * s d else 0) + (if here then a * v d else 0) =
    (if here then a * t d else 0) + (if here then a * u d else 0)).
  { intros d []; [|ring]. transitivity (a * (s d + v d)); [ring|]. rewrite eq. ring. }
  pose proof (each j (c =? i)) as e1. pose proof (each i (c =? j)) as e2.
  transitivity (((if c =? i then a * s j else 0) + (if c =? i then a * v j else 0)) +
    ((if c =? j then a * s i else 0) + (if c =? j then a * v i else 0)) + (product A s c + product A v c)); [ring|].
  rewrite e1, e2, IH. ring.
Qed.
Lemma descend_balanced es : forall s t u v, balanced s t u v ->
  balanced (descend es s) (descend es t) (descend es u) (descend es v).
Proof.
  induction es as [|e es IH]; intros s t u v eq; [exact eq|]. apply IH. intros c. unfold gradient.
  pose proof (product_balanced (matrix e) s t u v eq c) as p.
  transitivity ((s c + v c) - rate e * ((product (matrix e) s c + product (matrix e) v c) + #2 * entry (vector e) c));
    [ring|].
  rewrite eq, p. ring.
Qed.

Lemma no_balanced_nand (pass : weights F -> weights F) w yes no a b c :
  (forall s t u v, balanced s t u v -> balanced (pass s) (pass t) (pass u) (pass v)) -> a <> b -> yes <> no ->
  ~ forall p q, pass (storing yes no a b w p q) c = if nand p q then yes else no.
Proof.
  intros keeps ab differ all. apply differ.
  assert (sums : balanced (storing yes no a b w true true) (storing yes no a b w true false)
    (storing yes no a b w false true) (storing yes no a b w false false)).
  { intros d. unfold storing. destruct (Nat.eqb_spec d a), (Nat.eqb_spec d b); subst; ring || congruence. }
  pose proof (keeps _ _ _ _ sums c) as after. rewrite !all in after. cbn in after.
  transitivity (yes + yes - yes); [ring|]. rewrite <- after. ring.
Qed.
Theorem no_quadratic_nand es w yes no a b c : a <> b -> yes <> no ->
  ~ forall p q, descend es (storing yes no a b w p q) c = if nand p q then yes else no.
Proof. apply no_balanced_nand. intros s t u v. apply descend_balanced. Qed.

(* A rule of any score and kinks, with any regularizer, whose moves are one affine function of w.x and v. *)
Definition affine_moves (R : rule F) : Prop := exists of_p of_v constant to_p to_v to_constant : F -> F,
  forall y p v, move_in R (interval R y p v) y p v =
    (of_p y * p + of_v y * v + constant y, to_p y * p + to_v y * v + to_constant y).
Lemma step_balanced R k e s t u v : affine_moves R -> balanced s t u v ->
  balanced (step R k e s) (step R k e t) (step R k e u) (step R k e v).
Proof.
  intros (a1 & a2 & a3 & b1 & b2 & b3 & affine) eq c. destruct e as [x y]. unfold step. rewrite !affine.
  assert (dots : dot x s = dot x t + dot x u - dot x v).
  { induction x as [|[d p] x IH]; [cbn; ring|].
    change (p * s d + dot x s = p * t d + dot x t + (p * u d + dot x u) - (p * v d + dot x v)).
    rewrite IH. replace (s d) with (s d + v d - v d) by ring. rewrite eq. ring. }
  assert (at_ : forall d, s d = t d + u d - v d) by (intros d; rewrite <- eq; ring).
  rewrite dots, (at_ c), (at_ k). destruct (c =? k)%nat; ring.
Qed.
Theorem affine_moves_make_no_nand R k es w yes no a b c : affine_moves R -> a <> b -> yes <> no ->
  ~ forall p q, fold_left (fun w e => step R k e w) es (storing yes no a b w p q) c = if nand p q then yes else no.
Proof.
  intros affine. apply no_balanced_nand. induction es as [|e es IH]; intros s t u v eq; [exact eq|].
  apply IH, step_balanced; assumption.
Qed.
End Barrier.
