(* What generated files say of regions: a number is positive, as a certificate shows. *)
Require Import OGD.Theorem OGD.Field OGD.Rows.
Local Open Scope field_scope.

Lemma positive_as {F : ordered_field} (certificate x : F) : x = certificate -> 0 < certificate -> 0 < x.
Proof. intros ->. trivial. Qed.
(* The number equals the certificate: a sum of products of what is known to be positive. *)
Tactic Notation "positively" uconstr(certificate) := apply (positive_as certificate); [cbn; equal_numbers|positive].
(* What is known of magnitudes that are good, part by part. *)
Ltac open_good good :=
  repeat match goal with known : good _ |- _ => let parts := fresh in pose proof known as parts; unfold good in parts; revert known end;
  intros; repeat match goal with parts : _ /\ _ |- _ => destruct parts end.
