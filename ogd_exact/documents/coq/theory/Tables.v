(* Tables: each row is a step of Theorem.v on a few weights, listed; the last one, v, is left out where there is none.
   *)
From Coq Require Import List Bool Arith ZArith Lia Ring Field InitialRing.
Require Import OGD.Theorem OGD.Field.
Import ListNotations.
Local Open Scope field_scope.
Arguments num : simpl never. Arguments pow : simpl never. Arguments sub : simpl never. Arguments div : simpl never.

(* What a weight says: a truth value, nothing, or the k-th fixed weight of a model, such as that of join. *)
Inductive held := Bit (b : bool) | Unset | Weight (k : nat).

Section Tables.
Context {F : ordered_field}.
Add Field numbers : (field_of F) (morphism (num_morphism F), completeness (num_faithful F),
  constants [numeral], power_tac (power_of F) [exponent]).
Record encoding := { yes : F; no : F; fixed : list F }.
Definition weight (E : encoding) (h : held) : F :=
  match h with Bit true => yes E | Bit false => no E | Unset => 0 | Weight k => nth k (fixed E) 0 end.
(* Magnitudes m are those of coordinates; v has 1. *)
Fixpoint encoded (E : encoding) (hs : list held) (m : list F) : list F :=
  match hs with [] => [] | h :: hs => weight E h * hd 1 m :: encoded E hs (tl m) end.

Variable R : rule F.
Definition listed (l : list F) : weights F := fun c => nth c l 0.
Definition row (k : nat) (e : example F) (before after : list F) : Prop :=
  forallb (fun '(c, _) => c <? k)%nat (fst e) = true /\ ~ on_kink R k e (listed before) /\
  map (step R k e (listed before)) (seq 0 (S k)) = map (listed after) (seq 0 (S k)).

(* Examples that lead from `before` through these rows. *)
Fixpoint path (k : nat) (es : list (example F)) (before : list F) (rows : list (list F)) : Prop :=
  match es, rows with
  | [], [] => True
  | e :: es, after :: rows => row k e before after /\ path k es after rows
  | _, _ => False end.
Definition leads (k : nat) es before rows after : Prop :=
  path k es before rows /\ map (listed (last rows before)) (seq 0 (S k)) = map (listed after) (seq 0 (S k)).

(* A call on places `on`: what is elsewhere decays. *)
Definition within_at (k : nat) (on : list nat) (before : list F) (n : nat) (row : list F) : list F :=
  map (fun c => match position c (on ++ [k]) with
                | Some i => nth i row 0 | None => decay R ^ n * nth c before 0 end) (seq 0 (S k)).
Fixpoint within_from (n k : nat) on before (rows : list (list F)) : list (list F) :=
  match rows with [] => [] | row :: rows => within_at k on before (S n) row :: within_from (S n) k on before rows end.
Definition within := within_from 0.
Definition called (k : nat) (on : list nat) (es : list (example F)) := map (rename (on ++ [k])) es.

(* A case of a contract: what the places of a gadget hold before and after, which are never positive, and the
   weights after each of its examples, given the magnitudes that it finds. *)
Record case := { before : list held; after : list held; still : list nat; rows : list F -> list (list F) }.
Definition left_magnitudes (g : gadget F) (m : list F) : list F := map (left_at R g m) (seq 0 (width g)).
Definition leaves_good (good : F -> Prop) (g : gadget F) : Prop := Forall (fun left => match left with
  | Fixed c => good c | From j f => (j <? width g)%nat = true /\ forall m, good m ->
    good (f m) | Kept => True end) (leaves g).
Definition keeps_contract (good : F -> Prop) (E : encoding) (g : gadget F) (cs : list case) : Prop :=
  leaves_good good g /\ forall c, In c cs -> forall m, length m = width g -> Forall good m ->
  leads (width g) (examples g m) (encoded E (before c) m) (rows c m) (encoded E (after c) (left_magnitudes g m)) /\
  Forall (fun row => Forall (fun i => (0 <? nth i row 0) = false) (still c)) (rows c m).

(* Where the score lies beside each kink: above or below it, by so much; or on it, where the moves that meet agree. *)
Inductive side := Above (by_so_much : F) | Below (by_so_much : F) | On.
Inductive lies (y p v : F) : nat -> list F -> list side -> Prop :=
| lies_nowhere i : lies y p v i [] []
| lies_above i kink kinks c sides : score R y p v - kink = c -> 0 < c -> lies y p v (S i) kinks sides ->
    lies y p v i (kink :: kinks) (Above c :: sides)
| lies_below i kink kinks c sides : kink - score R y p v = c -> 0 < c -> lies y p v (S i) kinks sides ->
    lies y p v i (kink :: kinks) (Below c :: sides)
| lies_on i kink kinks sides : kink = score R y p v -> move_in R i y p v = move_in R (S i) y p v ->
    lies y p v (S i) kinks sides -> lies y p v i (kink :: kinks) (On :: sides).
Definition is_above (s : side) : bool := match s with Above _ => true | _ => false end.
Definition above (sides : list side) : nat := length (filter is_above sides).
Lemma lies_interval y p v i ks sides : lies y p v i ks sides ->
  length (filter (fun kink => kink <? score R y p v) ks) = above sides.
Proof.
  induction 1 as [|i k ks c sides e p0 _ IH|i k ks c sides e p0 _ IH|i k ks sides e _ _ IH]; cbn [filter];
    [reflexivity|..].
  - rewrite <- e in p0. apply (proj1 (less_sub _ _)) in p0. rewrite p0. unfold above in *. cbn. rewrite IH. reflexivity.
  - rewrite <- e in p0. apply (proj1 (less_sub _ _)) in p0.
    destruct (k <? score R y p v) eqn:q; [destruct (less_asym _ _ p0 q)|exact IH].
  - rewrite e, less_irreflexive. exact IH.
Qed.
Lemma lies_off_kink y p v i ks sides : lies y p v i ks sides -> forall j, nth_error ks j = Some (score R y p v) ->
  move_in R (i + j) y p v = move_in R (S (i + j)) y p v.
Proof.
  induction 1 as [|i k ks c sides e p0 _ IH|i k ks c sides e p0 _ IH|i k ks sides e same _ IH]; intros [|j] at_j;
    cbn in at_j; try discriminate; try (rewrite <- plus_n_Sm; exact (IH j at_j)).
  - injection at_j as ->. rewrite <- e in p0. apply (proj1 (less_sub _ _)) in p0. destruct (less_irrefl _ p0).
  - injection at_j as ->. rewrite <- e in p0. apply (proj1 (less_sub _ _)) in p0. destruct (less_irrefl _ p0).
  - rewrite Nat.add_0_r. exact same.
Qed.
Lemma row_lies sides of_x to_v k x y before after :
  let p := dot x (listed before) in
  forallb (fun '(c, _) => c <? k)%nat x = true -> lies y p (nth k before 0) 0 (kinks R) sides ->
  move_in R (above sides) y p (nth k before 0) = (of_x, to_v) ->
  map (fun c => (if c =? k then 1 else decay R) * nth c before 0 +
    learning_rate R * (of_x * entry x c + if c =? k then to_v else 0)) (seq 0 (S k)) =
    map (fun c => nth c after 0) (seq 0 (S k)) -> row k (x, y) before after.
Proof.
  intros p range where_ move e. split; [exact range|]. split.
  - intros (i & at_i & differ). apply differ, (lies_off_kink _ _ _ _ _ _ where_), at_i.
  - unfold listed at 2. rewrite <- e. apply map_ext. intros c. unfold step, interval. cbv zeta.
    change (listed before k) with (nth k before 0). fold p.
    rewrite (lies_interval _ _ _ _ _ _ where_), move. reflexivity.
Qed.
End Tables.
Arguments encoding : clear implicits. Arguments case : clear implicits. Arguments side : clear implicits.
