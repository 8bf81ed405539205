(* Lists without repetitions, and lists that are made of others. *)
From Coq Require Import List.
Import ListNotations.

Lemma NoDup_join {A} (l l' : list A) : NoDup l -> NoDup l' -> (forall p, In p l -> ~ In p l') -> NoDup (l ++ l').
Proof.
  induction l as [|x l IH]; intros d d' o; [exact d'|]. inversion d; subst. cbn. constructor.
  - rewrite in_app_iff. intros [i|i]; [contradiction|]. apply (o x); [left; reflexivity|exact i].
  - apply IH; auto. intros p i. apply o. right. exact i.
Qed.
Lemma NoDup_parts {A} (l l' : list A) : NoDup (l ++ l') -> NoDup l /\ NoDup l' /\ forall x, In x l -> ~ In x l'.
Proof.
  induction l as [|x l IH]; intros n; [split; [constructor|]; split; [exact n|]; intros x []|].
  inversion n as [|? ? out more]. subst. destruct (IH more) as (a & b & c). split; [|split; [exact b|]].
  - constructor; [intros i; apply out, in_or_app; left; exact i|exact a].
  - intros y [->|i]; [intros j; apply out, in_or_app; right; exact j|apply c, i].
Qed.
Lemma unmapped {A B} (f : A -> B) : forall bs l, concat bs = map f l -> exists bs', bs = map (map f) bs' /\ concat bs'
  = l.
Proof.
  induction bs as [|b bs IH]; intros l e; cbn in e.
  - exists []. destruct l; [split; reflexivity|discriminate].
  - apply eq_sym, map_eq_app in e as (l1 & l2 & -> & <- & e). destruct (IH l2 (eq_sym e)) as (bs' & -> & <-).
    exists (l1 :: bs'). split; reflexivity.
Qed.
