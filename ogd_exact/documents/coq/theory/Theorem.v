(* What is proved, in full: numbers, circuits, steps of online gradient descent, training sets, and the statements.
   Besides Coq nothing needs to be trusted but this file, and that a model's tables are the ones meant. *)
From Coq Require Import List Bool Arith ZArith Field_theory InitialRing. Import ListNotations.

(* Numbers: any ordered field, such as the rationals or the reals. *)
Record ordered_field := {
  carrier :> Type;
  zero : carrier; one : carrier; add : carrier -> carrier -> carrier; mul : carrier -> carrier -> carrier;
  opp : carrier -> carrier; inv : carrier -> carrier; less : carrier -> carrier -> bool;
  field_laws : field_theory zero one add mul (fun x y => add x (opp y)) opp (fun x y => mul x (inv y)) inv eq;
  less_irreflexive : forall x, less x x = false;
  less_transitive : forall x y z, less x y = true -> less y z = true -> less x z = true;
  less_total : forall x y, less x y = false -> less y x = false -> x = y;
  less_add : forall x y z, less x y = true -> less (add x z) (add y z) = true;
  less_mul : forall x y, less zero x = true -> less zero y = true -> less zero (mul x y) = true }.
Arguments zero {_}. Arguments one {_}. Arguments add {_}. Arguments mul {_}. Arguments opp {_}. Arguments inv {_}.
Arguments less {_}. Declare Scope field_scope. Delimit Scope field_scope with F. Bind Scope field_scope with carrier.
Definition sub {F : ordered_field} (x y : F) := add x (opp y).
Definition div {F : ordered_field} (x y : F) := mul x (inv y).
Fixpoint pow {F : ordered_field} (x : F) (n : nat) : F := match n with 0 => one | S n => mul x (pow x n) end.
Definition num {F : ordered_field} (z : Z) : F := gen_phiZ zero one add mul opp z.      (* an integer, as 1 + ... + 1 *)
Notation "0" := zero : field_scope. Notation "1" := one : field_scope. Notation "-1" := (opp one) : field_scope.
Notation "# z" := (num z%Z) (at level 1, z at level 0, format "# z") : field_scope. Infix "+" := add : field_scope.
Infix "*" := mul : field_scope. Infix "-" := sub : field_scope. Notation "- x" := (opp x) : field_scope.
Infix "/" := div : field_scope. Notation "x ^ n" := (pow x n%nat) : field_scope.
Infix "<?" := less : field_scope. Notation "x < y" := (less x y = true) : field_scope.

(* A circuit: signals are the inputs, then the gates, each the NAND of two earlier signals. Outputs are fed back. *)
Record circuit := { inputs : nat; gates : list (nat * nat); outputs : list nat; answer : nat }.
Definition well_formed (C : circuit) : Prop :=
  (forall g a b, nth_error (gates C) g = Some (a, b) -> a < inputs C + g /\ b < inputs C + g) /\
  length (outputs C) = inputs C /\
  (forall o, In o (answer C :: outputs C) -> inputs C <= o < inputs C + length (gates C)).
Definition nand a b := negb (a && b).
Definition signals (C : circuit) (bits : list bool) : list bool :=
  fold_left (fun values '(a, b) => values ++ [nand (nth a values false) (nth b values false)]) (gates C) bits.
Definition next (C : circuit) (bits : list bool) : list bool := map (fun o => nth o (signals C bits) false) (outputs C).
Definition iterate (C : circuit) (k : nat) : list bool := Nat.iter k (next C) (repeat false (inputs C)).
Definition says_yes (C : circuit) (k : nat) : Prop := nth (answer C) (signals C (iterate C k)) false = true.

(* Weights are numbered: those of coordinates, and where there is a second layer or a bias, its weight, number v. *)
Section Numbers.
Context {F : ordered_field}.
Local Open Scope field_scope.
Definition weights := nat -> F.
Definition example := (list (nat * F) * F)%type.                                (* x, as a list of its entries; and y *)
Definition dot (x : list (nat * F)) (w : weights) : F := fold_right (fun '(c, p) sum => p * w c + sum) 0 x.
Definition entry (x : list (nat * F)) c : F := fold_right (fun '(d, p) sum => if c =? d then p + sum else sum) 0 x.
(* A loss that is polynomial piece by piece, as data: the kinks cut the line of scores into intervals, and each interval
   has a move. Score and moves are functions of y, w.x and v; a move says how much of x is added to w, and what to v. *)
Definition move := F -> F -> F -> F * F.
Record rule := {
  learning_rate : F; regularizer : F;
  score : F -> F -> F -> F;
  kinks : list F; moves : list move }.                     (* kinks in increasing order; one move more than kinks *)
Definition decay (R : rule) : F := 1 - learning_rate R * regularizer R.          (* what a step leaves of all but v *)
Definition move_in (R : rule) (i : nat) : move := nth i (moves R) (fun y p v => (0, 0)).
(* In which interval the score is: above so many kinks. *)
Definition interval (R : rule) (y p v : F) : nat := length (filter (fun kink => kink <? score R y p v) (kinks R)).
Definition step (R : rule) (v : nat) (e : example) (w : weights) : weights := fun c =>
  let '(x, y) := e in let p := dot x w in let '(of_x, to_v) := move_in R (interval R y p (w v)) y p (w v) in
  (if c =? v then 1 else decay R) * w c + learning_rate R * (of_x * entry x c + if c =? v then to_v else 0).
(* There is no gradient on a kink where the moves that meet differ; where these agree, the kink does no harm. *)
Definition on_kink (R : rule) v (e : example) (w : weights) : Prop := let y := snd e in let p := dot (fst e) w in
  exists i, nth_error (kinks R) i = Some (score R y p (w v)) /\ move_in R i y p (w v) <> move_in R (S i) y p (w v).
(* The weights after t steps, taking the examples of a training set in order, over and over. *)
Definition taken (train : list example) (t : nat) : example := nth (t mod length train) train ([], 0).
Fixpoint trajectory R v train (start : weights) (t : nat) : weights :=
  match t with 0%nat => start | S t => step R v (taken train t) (trajectory R v train start t) end.

(* A construction: gadgets, and which of them are called, on what, for each input, gate and output of a circuit.
   A gadget is a list of examples on coordinates 0, 1, ... of its own, which may depend on the magnitudes (the sizes of
   weights that say true or false) found there; each magnitude it leaves is fixed, or made of one found, or decayed.
   A call is the number of a gadget, and names: of special coordinates, 0, 1, ..., and then of what a phase ranges
   over: an input; a gate and the two signals that it reads; the gate that answers; an input and its output. *)
Inductive left_magnitude := Fixed (m : F) | From (j : nat) (f : F -> F) | Kept.
Record gadget := { width : nat; examples : list F -> list example; leaves : list left_magnitude }.
Inductive range := Inputs | Gates | Question | Outputs.
Definition call := (nat * list nat)%type.
Record phase := { over : range; calls : list call; calls_if_same : list call (* for gates that read a signal twice *) }.
Record construction := {
  gadgets : list gadget; phases : list phase;
  special : nat;                  (* how many coordinates come before those of signals *)
  accept : nat;                   (* the one that becomes positive when the answer is yes *)
  start_special : list F; start_second : F;                  (* where these and v start; all other weights start at 0 *)
  first_magnitude : F }.          (* with which the magnitudes of a pass are found *)
Variables (R : rule) (K : construction) (C : circuit).
Local Close Scope field_scope.
Definition dimension : nat := special K + inputs C + length (gates C).
Definition start : weights := fun c => if c =? dimension then start_second K else nth c (start_special K) zero.
Definition signal (j : nat) : nat := special K + j.
Definition instances (r : range) : list (list nat) := match r with
  | Inputs => map (fun i => [signal i]) (seq 0 (inputs C))
  | Gates => map (fun '(g, (a, b)) => [signal g; signal a; signal b])
                 (combine (seq (inputs C) (length (gates C))) (gates C))
  | Question => [[signal (answer C)]]
  | Outputs => map (fun '(i, o) => [signal i; signal o]) (combine (seq 0 (inputs C)) (outputs C)) end.
Definition body (f : phase) (instance : list nat) : list call :=
  match instance with [_; a; b] => if a =? b then calls_if_same f else calls f | _ => calls f end.
Definition placed_calls (f : phase) (instance : list nat) : list call :=
  map (fun '(g, on) => (g, map (fun name => nth name (seq 0 (special K) ++ instance) 0) on)) (body f instance).
Definition program : list call := flat_map (fun f => flat_map (placed_calls f) (instances (over f))) (phases K).
(* The examples of a call, placed, given the magnitudes M of all coordinates; and M after it. *)
Definition gadget_of (c : call) := nth (fst c) (gadgets K) {| width := 0; examples := fun _ => []; leaves := [] |}.
Definition places (c : call) : list nat := snd c ++ [dimension].
Definition found (M : list F) (c : call) : list F := map (fun p => nth p M one) (snd c).
Definition rename (on : list nat) (e : example) : example := (map (fun '(c, p) => (nth c on 0, p)) (fst e), snd e).
Definition examples_of_call M c : list example := map (rename (places c)) (examples (gadget_of c) (found M c)).
Fixpoint position (p : nat) (l : list nat) : option nat :=
  match l with [] => None | q :: l => if p =? q then Some 0 else option_map S (position p l) end.
Definition decayed (g : gadget) (m : list F) (x : F) : F := mul (pow (decay R) (length (examples g m))) x.
Definition left_at (g : gadget) (m : list F) (i : nat) : F := match nth i (leaves g) Kept with
  | Fixed c => c | From j f => f (nth j m one) | Kept => decayed g m (nth i m one) end.
Definition after_call (M : list F) (c : call) : list F := map (fun p => match position p (places c) with
  | Some i => left_at (gadget_of c) (found M c) i
  | None => decayed (gadget_of c) (found M c) (nth p M one) end) (seq 0 (length M)).
Fixpoint examples_of (M : list F) (program : list call) : list example :=
  match program with [] => [] | c :: rest => examples_of_call M c ++ examples_of (after_call M c) rest end.
(* A pass begins with inputs and gates of the magnitudes that it leaves them with. *)
Definition pass_magnitudes : list F :=
  let left := fold_left after_call program (repeat (first_magnitude K) dimension) in
  map (fun p => if p <? special K then first_magnitude K else nth p left one) (seq 0 dimension).
Definition train : list example := examples_of pass_magnitudes program.
(* With biases: -1 at some coordinates of every example, and after each of them examples that correct these. *)
Definition with_biases (biases : list nat) (labels : list F) (e : example) : list example :=
  let x := map (fun b => (b, opp one)) biases in (fst e ++ x, snd e) :: map (fun y => (x, y)) labels.
End Numbers.
Arguments weights : clear implicits. Arguments example : clear implicits. Arguments rule : clear implicits.
Arguments gadget : clear implicits. Arguments construction : clear implicits.

(* The statements, of training sets T made from circuits by a construction, with or without biases. *)
Section Statements.
Context {F : ordered_field} (R : rule F) (K : construction F) (T : circuit -> list (example F)).
Definition weights_at (C : circuit) (t : nat) : weights F := trajectory R (dimension K C) (T C) (start K C) t.
Definition simulates : Prop := forall C, well_formed C ->
  (exists t, (0 < weights_at C t (accept K))%F) <-> (exists k, says_yes C k).
(* Up to the end of pass k, that is, if no pass before it says yes. *)
Definition until_yes (P : circuit -> nat -> Prop) : Prop := forall C k t, well_formed C ->
  (forall j, j < k -> ~ says_yes C j) -> t < S k * length (T C) -> P C t.
Definition avoids_kink : Prop := until_yes (fun C t => ~ on_kink R (dimension K C) (taken (T C) t) (weights_at C t)).
Definition finitely_many_weights : Prop := exists W : list F,
  until_yes (fun C t => forall c, c <= dimension K C -> In (weights_at C t c) W /\ In (weights_at C (S t) c) W).
Definition has_size a b c : Prop := forall C, well_formed C -> length (T C) = a * inputs C + b * length (gates C) + c.
Definition is_sparse (k : nat) : Prop := forall C e, well_formed C -> In e (T C) -> length (fst e) <= k.
Definition has_dimension (d : nat) : Prop := forall C, well_formed C -> dimension K C = d + inputs C + length (gates C)
  /\ forall e c p, In e (T C) -> In (c, p) (fst e) -> c < dimension K C.
End Statements.
