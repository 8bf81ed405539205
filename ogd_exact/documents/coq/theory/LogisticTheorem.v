(* Descent on the logistic loss computes: the loss, its steps, the training set of a circuit, and the statement. To be
   read after the circuits of Theorem.v; numbers are Coq's reals, entries of examples are rational, all labels are 1. *)
From Coq Require Import List Bool Arith ZArith QArith Reals Qreals.
Require Import OGD.Theorem.
Import ListNotations.
Local Open Scope R_scope.

Definition point := list (nat * Q).                                                  (* an example, by its entries *)
Definition score_at (x : point) (w : nat -> R) : R := fold_right (fun '(c, q) sum => Q2R q * w c + sum) 0 x.   (* w.x *)
Definition along (x : point) (c : nat) : R := fold_right (fun '(d, q) sum => if c =? d then Q2R q + sum else sum) 0 x.
Definition logistic_loss (x : point) (w : nat -> R) : R := ln (1 + exp (- score_at x w)).
(* The gradient of the loss is - x / (1 + exp(w.x)), which LogisticGradient.v shows. *)
Definition descend (rate : Q) (x : point) (w : nat -> R) : nat -> R :=
  fun c => w c + Q2R rate * (along x c / (1 + exp (score_at x w))).
(* The weights after t steps from w = 0, taking the examples in order, over and over. *)
Fixpoint descent (rate : Q) (train : list point) (t : nat) : nat -> R := match t with
  | O => fun _ => 0
  | S t => descend rate (nth (t mod length train) train []) (descent rate train t) end.

(* Tables: the examples of each gadget, by their entries; the first is that of what is written, or shows the answer. *)
Record logistic_tables := { nand_table : list (list Q); not_table : list (list Q); copy_table : list (list Q);
  ask_table : list (list Q) }.
Definition called_on (rows : list (list Q)) (on : list nat) : list point := map (combine on) rows.
(* Weight 0 answers, weight S j is that of signal j. *)
Definition logistic_train (T : logistic_tables) (C : circuit) : list point :=
  flat_map (fun '(g, (a, b)) => if a =? b then called_on (not_table T) [S g; S a]
    else called_on (nand_table T) [S g; S a; S b]) (combine (seq (inputs C) (length (gates C))) (gates C)) ++
  flat_map (fun '(i, o) => called_on (copy_table T) [S i; S o]) (combine (seq 0 (inputs C)) (outputs C)) ++
  called_on (ask_table T) [O; S (answer C)].
(* What the calls of a pass read: no signal more than so many times. *)
Definition read_in_pass (C : circuit) : list nat :=
  flat_map (fun '(a, b) => if a =? b then [a] else [a; b]) (gates C) ++ outputs C ++ [answer C].
Definition fan_out_at_most (n : Z) (C : circuit) : Prop :=
  forall j, (Z.of_nat (count_occ Nat.eq_dec (read_in_pass C) j) <= n)%Z.

(* For every circuit of such a fan-out: some step makes weight 0 positive if and only if some iterate says yes; and
   after each pass, if none before it says yes, the inputs hold the next iterate as signs, each with a magnitude of
   nearly the rate. *)
Definition logistic_computes_at (rate : Q) (T : logistic_tables) (error : Q) (C : circuit) : Prop :=
  let w := descent rate (logistic_train T C) in let pass := length (logistic_train T C) in
  ((exists t, 0 < w t O) <-> exists k, says_yes C k) /\
  forall k, (forall j, (j < k)%nat -> ~ says_yes C j) -> forall i, (i < inputs C)%nat ->
  let bit := nth i (iterate C k) false in let weight := w (k * pass)%nat (S i) in
  (0 < weight <-> bit = true) /\
  (k <> O -> Rabs (weight - (if bit then Q2R rate else - Q2R rate)) <= Q2R error * Q2R rate).
Definition logistic_computes (rate : Q) (T : logistic_tables) (fan_out : Z) (error : Q) : Prop :=
  forall C, well_formed C -> fan_out_at_most fan_out C -> logistic_computes_at rate T error C.
