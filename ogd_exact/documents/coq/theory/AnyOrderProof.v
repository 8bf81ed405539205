(* The theorem for any order, of all tables of slots that a computation accepts. *)
Require Import OGD.Theorem OGD.InTime OGD.AnyOrder OGD.SlotTables OGD.SlotCourse OGD.EvenClock.

Theorem any_order_theorem (F : ordered_field) (G : slot_tables) : sound G ->
  simulates_in_any_order F G /\ iterates_in_any_order F G /\ avoids_kink_in_any_order F G /\ has_clock F G.
Proof.
  intros good. split; [|split; [|split; [|apply a_clock, good]]]; intros C k B fine works all; pose proof (two_slots G
    C good fine).
  - apply simulated with (G := G); assumption.
  - intros n no. apply iterated with (G := G); assumption.
  - intros n no. apply off_kink with (G := G); assumption.
Qed.
