(* When a construction is right, as a test that computes: each phase is tried on all truth values of the few
   coordinates that it names, by the contracts of its calls. Main.v proves that this is enough for all circuits. *)
From Coq Require Import List Bool Arith.
Require Import OGD.Theorem OGD.Tables OGD.Frame OGD.Columns.
Import ListNotations.

(* What special coordinates, v, and all other coordinates hold while nothing is stored in them; and whether gates keep
   what is stored in them till it is overwritten in the next pass. *)
Record resting := { special_rest : list held; second_rest : held; blank : held; gates_last : bool }.
Definition held_eqb (h h' : held) : bool := match h, h' with
  | Bit b, Bit b' => Bool.eqb b b' | Unset, Unset => true | Weight k, Weight k' => k =? k' | _, _ => false end.
Definition held_at (hs : list held) (i : nat) : held := nth i hs Unset.
Fixpoint all_equal (n : nat) (hs hs' : list held) : bool :=
  match n with 0 => true | S n => held_eqb (held_at hs n) (held_at hs' n) && all_equal n hs hs' end.

Section Check.
Context {F : ordered_field} (K : construction F) (contracts : list (list (case F))) (Z : resting).

(* The calls of one instance, on n names and v, the last: what they hold after it, if every call meets its contract;
   if quiet, no call makes the accepting coordinate positive. *)
Definition moved (r : list nat) (c : case F) (hs : list held) (p : nat) : held :=
  match position p r with Some i => held_at (after c) i | None => held_at hs p end.
Definition allowed_call (n : nat) (call : nat * list nat) : bool :=
  distinct (snd call ++ [n]) && forallb (fun p => p <? n) (snd call) &&
  (length (snd call) =? width (gadget_of K call)).
Definition leaves_accept_alone (r : list nat) (c : case F) : bool :=
  match position (accept K) r with Some i => existsb (Nat.eqb i) (still c) | None => true end.
Fixpoint tried (quiet : bool) (n : nat) (body : list (nat * list nat)) (hs : list held) : option (list held) :=
  match body with
  | [] => Some hs
  | call :: body =>
    let r := snd call ++ [n] in
    let fits c := all_equal (S (width (gadget_of K call))) (before c) (map (held_at hs) r) in
    match find fits (nth (fst call) contracts []) with
    | Some c => if allowed_call n call && (negb quiet || leaves_accept_alone r c)
                then tried quiet n body (map (moved r c hs) (seq 0 (S n))) else None
    | None => None end end.

(* Special coordinates at rest, but for a yes in the accepting one; then what an instance names; then v. *)
Definition rest_at (said : bool) (k : nat) : held :=
  if said && (k =? accept K) then Bit true else held_at (special_rest Z) k.
Definition whole (said : bool) (hs : list held) : list held :=
  map (rest_at said) (seq 0 (special K)) ++ hs ++ [second_rest Z].
Definition turns quiet said said' body hs hs' : bool :=
  match tried quiet (special K + length hs) body (whole said hs) with
  | Some found => (length hs =? length hs') && all_equal (S (special K + length hs)) found (whole said' hs')
  | None => false end.

(* What the coordinate of a signal of value x holds. *)
Inductive kind :=
  | Blank       (* nothing *)
  | Loose       (* x, or nothing where x is false: inputs before the first pass *)
  | Holds       (* x *)
  | Spent       (* x or nothing *)
  | Stale       (* some bit of an earlier pass, or nothing *)
  | Next.       (* the next value of an input *)
Definition may_hold (k : kind) (x next : bool) : list held := match k with
  | Blank => [blank Z] | Loose => Bit x :: (if x then [] else [blank Z]) | Holds => [Bit x]
  | Spent => [Bit x; blank Z] | Stale => [blank Z; Bit false; Bit true] | Next => [Bit next] end.
Record stage := { of_inputs : kind; of_gates : kind; asked : bool }.

Definition bits := [false; true].
Definition every {A} (l : list A) (f : A -> bool) := forallb f l.
Definition saids (s : stage) := if asked s then bits else [false].
(* Where a gate reads one signal twice, the third name is the second. *)
Definition merged (body : list call) : list call :=
  map (fun '(g, on) => (g, map (fun p => if p =? special K + 2 then special K + 1 else p) on)) body.
Definition fills f s := every (saids s) (fun said => every bits (fun x =>
  every (may_hold (of_inputs s) x false) (fun h => turns true said said (calls f) [h] [Bit x]))).
Definition computes f s := every (saids s) (fun said => every (may_hold (of_gates s) false false) (fun h =>
  every bits (fun x =>
    every bits (fun y => turns true said said (calls f) [h; Bit x; Bit y] [Bit (nand x y); Bit x; Bit y]) &&
    turns true said said (merged (calls_if_same f)) [h; Bit x] [Bit (nand x x); Bit x]))).
Definition clears f s := every (saids s) (fun said => every bits (fun x =>
  every (may_hold (of_gates s) x false) (fun h =>
    turns true said said (calls f) [h] [blank Z] && turns true said said (calls_if_same f) [h] [blank Z]))).
Definition answers f (left : bool -> held) :=
  every bits (fun x => turns (negb x) false x (calls f) [Bit x] [left x]).
Definition advances f s := every (saids s) (fun said => every bits (fun x =>
  every (may_hold (of_inputs s) x false) (fun h =>
    every bits (fun y => turns true said said (calls f) [h; Bit y] [Bit y; Bit y])))).

(* What a phase may do in a stage, and the stage after it. *)
Definition phase_turns (f : phase) (s : stage) : option stage :=
  let next i g q (ok : bool) := if ok then Some {| of_inputs := i; of_gates := g; asked := q |} else None in
  match over f, of_inputs s, of_gates s with
  | Inputs, (Loose | Holds), g => next Holds g (asked s) (fills f s)
  | Gates, Holds, (Blank | Stale) => next Holds Holds (asked s) (computes f s)
  | Gates, i, (Holds | Spent) => next i Blank (asked s) (clears f s)
  | Question, i, Holds =>
      if asked s then None else if answers f Bit then next i Holds true true
      else next i Spent true (answers f (fun _ => blank Z))
  | Outputs, (Loose | Holds), Holds => next Next Holds (asked s) (advances f s)
  | _, _, _ => None end.
Definition first_stage : stage :=
  {| of_inputs := if held_eqb (blank Z) (Bit false) then Holds else Loose;
     of_gates := if gates_last Z then Stale else Blank; asked := false |}.
(* What gates may hold at the end of a pass. *)
Definition may_last (k : kind) : bool :=
  match k with Blank => true | Holds | Spent | Stale => gates_last Z | _ => false end.
Definition last_stage : option stage :=
  fold_left (fun s f => match s with Some s => phase_turns f s | None => None end) (phases K) (Some first_stage).

(* The magnitude of each name after an instance depends on at most the one it had;
   that of an input, after Outputs, on none. *)
Definition source_after (n : nat) (sources : list (option nat)) (call : nat * list nat) (p : nat) : option nat :=
  match position p (snd call ++ [n]) with
  | Some i => match nth i (leaves (gadget_of K call)) Kept with
              | Fixed _ => None | Kept => nth p sources None
              | From j _ => nth (nth j (snd call ++ [n]) 0) sources None end
  | None => nth p sources None end.
Fixpoint sources (n : nat) (body : list (nat * list nat)) (found : list (option nat)) : list (option nat) :=
  match body with [] => found | call :: body => sources n body (map (source_after n found call) (seq 0 (S n))) end.
Definition own_sources (n : nat) (body : list (nat * list nat)) (fresh : list nat) : bool :=
  forallb (allowed_call n) body &&
  forallb (fun '(p, s) => match s with None => true | Some q => (p =? q) && negb (existsb (Nat.eqb p) fresh) end)
          (combine (seq 0 (S n)) (sources n body (map Some (seq 0 (S n))))).
Definition phase_sources (f : phase) : bool := match over f with
  | Inputs | Question => own_sources (special K + 1) (calls f) []
  | Outputs => own_sources (special K + 2) (calls f) [special K]
  | Gates => own_sources (special K + 3) (calls f) [] && own_sources (special K + 2) (merged (calls_if_same f)) [] end.
(* The same of a gate, after a phase that computes it. *)
Definition renews_gates (f : phase) : bool := match over f with
  | Gates => own_sources (special K + 3) (calls f) [special K] &&
             own_sources (special K + 2) (merged (calls_if_same f)) [special K]
  | _ => false end.
(* The magnitude that the last call of a pass leaves a special coordinate with, whatever it finds. *)
Definition restored (k : nat) : option F := match rev (phases K) with
  | f :: _ => match over f, rev (calls f) with
    | Question, call :: _ => if forallb (fun p => p <=? special K) (snd call) then
        match position k (snd call) with
        | Some i => match nth i (leaves (gadget_of K call)) Kept with Fixed x => Some x | _ => None end
        | None => None end else None
    | _, _ => None end
  | [] => None end.

Definition examples_in (body : list (nat * list nat)) : nat :=
  list_sum (map (fun call => length (examples (gadget_of K call) [])) body).
Definition construction_ok : bool :=
  match last_stage with Some {| of_inputs := Next; of_gates := k; asked := true |} => may_last k | _ => false end &&
  forallb phase_sources (phases K) && (negb (gates_last Z) || existsb renews_gates (phases K)) && (accept K <? special K) &&
  held_eqb (held_at (special_rest Z) (accept K)) (blank Z) &&
  existsb (fun f => match over f with Outputs => true | _ => false end) (phases K) &&
  existsb (fun f => match over f with Question => 0 <? examples_in (calls f) | _ => false end) (phases K).
End Check.
