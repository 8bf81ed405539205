(* What a generated file imports; and the tactics that put a model together. *)
Require Export OGD.Rows OGD.Check OGD.Main.

Create HintDb contracts.     (* the theorems of a model's gadgets *)
Ltac contracts := repeat (apply Forall2_cons; [solve [eauto with contracts]|]); apply Forall2_nil.
Ltac sizes := repeat (apply Forall_cons; [intros; reflexivity|]); apply Forall_nil.
Ltac steady := let good := fresh in intros ? good; first [cbn; ring|hnf in good; subst; cbn; ring].
Ltac rests_steady := match goal with |- Forall ?P ?l => let all := eval vm_compute in l in change (Forall P all) end;
  repeat (apply Forall_cons; [first [left; steady|right; split; reflexivity]|]); apply Forall_nil.
(* Asks for proofs that good magnitudes stay good when they decay, that they are positive,
   and that the first one is good. *)
Tactic Notation "model" uconstr(good) uconstr(good_decay) uconstr(good_positive) uconstr(good_first) := constructor;
  [contracts|sizes|exact good_decay|exact good_positive|exact good_first|cbn; positive|cbn; reflexivity|rests_steady
  |split; reflexivity|reflexivity|vm_compute; reflexivity].
(* For models whose magnitudes are all 1. *)
Tactic Notation "finite" constr(model_sound) := apply (finite_weights model_sound); [cbn; ring|repeat constructor].
