(* Tables of slots, the slots of a circuit, and which phases make them fire one after another. *)
From Coq Require Import List Bool Arith ZArith.
Require Import OGD.Theorem.
Import ListNotations.

(* A slot is a set of members; those whose turn it is compete, and the one with the smallest w.x wins. A gadget is a
   table: cases, that is, lines of the weights that it may find, and for each slot its members, and the lines after it.
     *)
Local Open Scope Z_scope.
Definition line := list Z.
Record table := { cases : list line; turns : list (list line * list line) }.
Record slot_tables := { nand_table : table; not_table : table; copy_table : table; raise_table : table }.
Definition vector := list (nat * Z).
Definition slot := list vector.
Definition placed (on : list nat) (u : line) : vector := filter (fun '(_, z) => negb (z =? 0)) (combine on u).
Definition flag := 0%nat. Definition join := 1%nat. Definition place (signal : nat) : nat := (2 + signal)%nat.
Definition slot_call := (table * list nat)%type.
Definition slot_calls (G : slot_tables) (C : circuit) : list slot_call :=
  map (fun '(g, (a, b)) => if (a =? b)%nat then (not_table G, [place a; place g])
         else (nand_table G, [place a; place b; place g; join])) (combine (seq (inputs C) (length (gates C))) (gates
           C)) ++
  (raise_table G, [place (answer C); flag]) ::
  map (fun '(i, o) => (copy_table G, [place o; place i])) (combine (seq 0 (inputs C)) (outputs C)).
(* The turns of a period: where a slot's call stands, the lines before and after, and its members. *)
Record turn_of_slot := { on : list nat; lines : list (line * line); choices : list line }.
Fixpoint turns_from (places : list nat) (before : list line) (l : list (list line * list line)) : list turn_of_slot :=
  match l with [] => [] | (members, after) :: l =>
    {| on := places; lines := combine before after; choices := members |} :: turns_from places after l end.
Definition turns_of_call '((t, on) : slot_call) : list turn_of_slot := turns_from on (cases t) (turns t).
Definition period_of (G : slot_tables) (C : circuit) : list turn_of_slot := flat_map turns_of_call (slot_calls G C).
Definition slot_of (t : turn_of_slot) : slot := map (placed (on t)) (choices t).
Definition slots (G : slot_tables) (C : circuit) : list slot := map slot_of (period_of G C).

(* What a phase must be. In a turn its slot fires when its phase, in epochs, has come down to minus the least w.x of its
   choices. Elsewhere weights are known by the line, or `join` is 2, the accepting weight 0 or 1, and others -1 or 1. *)
Definition product (u l : line) : Z := fold_right (fun '(x, w) sum => x * w + sum) 0 (combine u l).
Definition least (l : list Z) : Z := match l with [] => 0 | x :: l => fold_right Z.min x l end.
Fixpoint known (on : list nat) (l : line) (c : nat) : option Z :=
  match on, l with o :: on, x :: l => if (c =? o)%nat then Some x else known on l c | _, _ => None end.
Definition low (on : list nat) (l : line) (u : vector) : Z := fold_right (fun '(c, z) sum => match known on l c with
  | Some x => z * x
  | None => if (c =? join)%nat then 2 * z else if (c =? flag)%nat then Z.min 0 z else - Z.abs z end + sum) 0 u.
Section Phases.
Variables (q N : Z) (period : list turn_of_slot) (phases : list Z).      (* the drift is 1/q, and a period N epochs *)
Definition above (bound : Z) on l (s : slot) (phase : Z) : bool := forallb (fun u => bound <=? phase + q * low on l u)
  s.
Definition nth_slot (t : nat) : slot := nth t (map slot_of period) [].
(* The phase of the next firing of slot s, counted from that of slot t on. *)
Definition soon (t s : nat) : Z := nth s phases 0 + if (s <? t)%nat then N else 0.
Definition in_time '((t, turn) : nat * turn_of_slot) : bool := forallb (fun '(before, after) =>
  let fires := soon t t + q * least (map (fun u => product u before) (choices turn)) in
  let next := (S t mod length period)%nat in
  forallb (fun s => (s =? t)%nat || above (fires + 2) (on turn) before (nth_slot s) (soon t s)) (seq 0 (length period))
    &&
  above (fires + 1) (on turn) after (nth_slot next) (soon t next) && (fires + 2 <=? N) &&
  (0 <? fold_right (fun s sum => 1 + 2 * (soon t s - (fires + 2)) + sum) 0 (seq 0 (length period)))) (lines turn).
Definition keeps_time : bool := (length phases =? length period)%nat &&
  forallb in_time (combine (seq 0 (length period)) period) &&
  forallb (fun s => above 1 [] [] (nth_slot s) (soon 0 s)) (seq 0 (length period)) &&
  (0 <? fold_right (fun s sum => 1 + 2 * soon 0 s + sum) 0 (seq 0 (length period))).
End Phases.
