(* The tactics of generated files: what proves a row, a call, a column (all rows of a case) and a contract. *)
From Coq Require Export List Bool Arith ZArith Ring Field InitialRing.
Require Export OGD.Theorem OGD.Field OGD.Tables OGD.Frame OGD.Columns.
Export ListNotations.

(* The coordinates of a gadget. *)
Notation i1 := 0%nat (only parsing). Notation i2 := 1%nat (only parsing). Notation i3 := 2%nat (only parsing).
Notation i4 := 3%nat (only parsing). Notation i5 := 4%nat (only parsing). Notation i6 := 5%nat (only parsing).

Arguments decay {_} _ /.
Ltac equal_numbers := first [reflexivity | ring | field; nonzero].
Ltac equal_lists := unfold same, listed; cbn; try (progress unfold decayed; cbn); repeat (apply f_equal2; [equal_numbers|]); reflexivity.
(* A row: the score lies above and below kinks by these positive numbers, and the move there has these two parts. *)
Ltac equal_moves := cbn; apply f_equal2; equal_numbers.
Ltac beside := repeat first [apply lies_above; [cbn; equal_numbers|positive|]
  | apply lies_below; [cbn; equal_numbers|positive|] | apply lies_on; [cbn; equal_numbers|equal_moves|]];
  apply lies_nowhere.
Tactic Notation "lies" uconstr(sides) "moves" uconstr(of_x) uconstr(to_v) := eapply (row_lies _ sides of_x to_v);
  [reflexivity|beside|equal_moves|equal_lists].
(* A row that calls another gadget, whose column is known. *)
Ltac calls column := eapply leads_call; [apply column;
  assumption|reflexivity|reflexivity|reflexivity|equal_lists|equal_lists].
(* A column, row by row. *)
Ltac through r := eapply leads_app; [first [exact r|apply leads_row; exact r]|].
Ltac arrive r := first [exact r|apply leads_row; exact r].
(* The same for a list of examples that is not written as a sum. *)
Ltac row_by r := eapply leads_cons; [exact r|].
Ltac no_more_rows := apply leads_nothing.
(* The cases of a contract, each by its column, on magnitudes that are good. *)
Ltac magnitudes := let m := fresh "m" in let size := fresh in let good := fresh in
  intros m size good; repeat (destruct m as [|? m]; try discriminate size);
  repeat match goal with H : Forall _ (_ :: _) |- _ => inversion_clear H end; clear size.
Ltac contract leaves_good := split; [exact leaves_good|
  let H := fresh in intros c H; repeat (destruct H as [<-|H]); [..|destruct H]; magnitudes].
Ltac not_positive := cbn; first [apply not_positive_zero; equal_numbers | apply not_positive_opp; positive].
Ltac stays := repeat (apply Forall_cons; [repeat (apply Forall_cons; [not_positive|]); apply Forall_nil|]);
  apply Forall_nil.
Ltac by_column column := split; [eapply leads_as; [apply column; eauto|equal_lists|equal_lists]|stays].
