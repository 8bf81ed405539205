(* The gadgets, slot by slot, in whole numbers: a bit is -2 or 2 halves, and `unit` holds 2 of them. *)
From Coq Require Import List Bool Arith ZArith Lia.
Require Import OGD.Theorem OGD.AnyOrder OGD.Slots.
Import ListNotations.
Local Open Scope Z_scope.

Definition bit (x : bool) : Z := if x then 2 else - (2).
(* What data may be before any turn: no weight is above 2; `unit` is 1, or 0, or 2 while all others but one are bits.
   And the accepting weight is at most half of z. *)
Definition modest (z : Z) (d : data) : Prop := d flag <= z /\ (
  d unit = 2 /\ (forall c, c <> unit -> Z.abs (d c) <= 3) \/
  d unit = 0 /\ (forall c, c <> unit -> Z.abs (d c) <= 4) \/
  d unit = 4 /\ exists b, forall c, c <> unit -> Z.abs (d c) <= 4 /\ (c <> b -> Z.abs (d c) <= 2)).
Definition plain (z : Z) (d : data) : Prop := d flag <= z /\ d unit = 2 /\ forall c, c <> unit -> Z.abs (d c) <= 2.
Lemma plain_modest z d : plain z d -> modest z d.
Proof. intros (f & u & h). split; [exact f|]. left. split; [exact u|]. intros c n. specialize (h c n). lia. Qed.

(* What a turn adds to coordinate e, as a sum over the entries of its winner. *)
Definition is (e c : nat) : Z := if (e =? c)%nat then 1 else 0.
Lemma is_same c : is c c = 1. Proof. unfold is. rewrite Nat.eqb_refl. reflexivity. Qed.
Lemma is_other e c : e <> c -> is e c = 0. Proof. intros n. unfold is. apply Nat.eqb_neq in n. rewrite n. reflexivity. Qed.
Lemma moved_nil d e : moved d [] e = d e. Proof. unfold moved. cbn. lia. Qed.
Lemma moved_cons d c y u e : moved d ((c, y) :: u) e = y * is e c + moved d u e.
Proof.
  unfold moved, is. change (entry_at ((c, y) :: u) e) with (if (e =? c)%nat then y + entry_at u e else entry_at u e).
  destruct (e =? c)%nat; lia.
Qed.
Ltac moves := repeat rewrite ?moved_nil, ?moved_cons; cbn [map]; repeat rewrite ?moved_nil, ?moved_cons.
(* At a coordinate of its own: with what is said of which coordinates are the same. *)
Ltac plainly := repeat match goal with H : _ <> _ |- _ => clear H end; lia.           (* each would double its work *)
Ltac here := moves; rewrite ?is_same; repeat match goal with |- context [is ?x ?y] => rewrite (is_other x y) by congruence end; try plainly.

Section Gadgets.
Variable z : Z.
Let apart : flag <> unit. Proof. discriminate. Qed.
Notation runs := (runs (modest z)).
Lemma first_wins u v rest d after : modest z d -> value u d <= 0 -> value u d + 2 <= value v d ->
  runs rest (moved d u) after -> runs ([u; v] :: rest) d after.
Proof.
  intros m a b r. split; [exact m|]. exists u. split; [|exact r]. split; [left; reflexivity|]. split; [exact a|].
  intros w [<-|[<-|[]]]; [left; reflexivity|right; exact b].
Qed.
Lemma second_wins u v rest d after : modest z d -> value v d <= 0 -> value v d + 2 <= value u d ->
  runs rest (moved d v) after -> runs ([u; v] :: rest) d after.
Proof.
  intros m a b r. split; [exact m|]. exists v. split; [|exact r]. split; [right; left; reflexivity|]. split; [exact a|].
  intros w [<-|[<-|[]]]; [right; exact b|left; reflexivity].
Qed.
Ltac first_turn := apply first_wins; [|cbn [value map fold_right]; plainly|cbn [value map fold_right]; plainly|].
Ltac second_turn := apply second_wins; [|cbn [value map fold_right]; plainly|cbn [value map fold_right]; plainly|].

Variables (d : data) (after : data -> Prop).
Hypothesis begins : plain z d.

Lemma reset_runs a x : a <> unit -> a <> flag -> d a = bit x ->
  (forall d', (forall e, d' e = if (e =? a)%nat then 0 else d e) -> after d') -> runs (reset a) d after.
Proof.
  intros au af da h. pose proof (plain_modest z d begins) as m. destruct x; cbn [bit] in da; [second_turn|first_turn];
    try exact m; apply h; intros e; cbn [map]; moves; unfold is; destruct (Nat.eqb_spec e a) as [->|]; lia.
Qed.
Lemma raise_runs a b x : a <> unit -> b <> unit -> a <> b -> d a = bit x -> d b = 0 ->
  (forall d', (forall e, d' e = if (e =? a)%nat then 0 else if (e =? b)%nat then if x then 2 else 0 else d e) ->
    after d') -> runs (raise_if_true a b) d after.
Proof.
  intros au bu ab da db h. pose proof (plain_modest z d begins) as m. destruct x; cbn [bit] in da; [first_turn|second_turn];
    try exact m; apply h; intros e; moves; unfold is; destruct (Nat.eqb_spec e a), (Nat.eqb_spec e b);
    subst; contradiction || lia.
Qed.
Lemma copy_runs a c x : a <> unit -> c <> unit -> a <> flag -> c <> flag -> a <> c -> d a = bit x -> d c = 0 ->
  (forall d', (forall e, d' e = if (e =? c)%nat then bit x else d e) -> after d') -> runs (copy a c) d after.
Proof.
  intros au cu af cf ac da dc h. pose proof apart. pose proof (plain_modest z d begins) as m. destruct begins as (df & du & low).
  assert (mid : forall d1 s, Z.abs s = 1 -> d a = 2 * s -> (forall e, d1 e = - s * is e a + 3 * s * is e c + d e) ->
    modest z d1 /\ d1 a = s /\ d1 c = 3 * s).
  { intros d1 s s1 sa e1. split; [|split; rewrite e1; here]. split; [rewrite e1; here|]. left.
    split; [rewrite e1; here|]. intros e n. specialize (low e n). rewrite e1. clear - s1 sa dc low ac. unfold is.
    destruct (Nat.eqb_spec e a), (Nat.eqb_spec e c); subst; lia. }
  destruct x; cbn [bit] in da; unfold copy.
  - first_turn; [exact m|]. set (d1 := moved _ _).
    assert (e1 : forall e, d1 e = - (1) * is e a + 3 * is e c + d e) by (intros e; unfold d1; moves; lia).
    destruct (mid d1 1) as (m1 & a1 & c1); [lia|lia|exact e1|]. clearbody d1.
    first_turn; [exact m1|]. apply h. intros e. moves. rewrite e1. unfold is. cbn [bit].
    clear - dc. destruct (e =? a)%nat, (Nat.eqb_spec e c) as [->|]; lia.
  - second_turn; [exact m|]. set (d1 := moved _ _).
    assert (e1 : forall e, d1 e = 1 * is e a + - (3) * is e c + d e) by (intros e; unfold d1; moves; lia).
    destruct (mid d1 (- (1))) as (m1 & a1 & c1); [lia|lia|exact e1|]. clearbody d1.
    second_turn; [exact m1|]. apply h. intros e. moves. rewrite e1. unfold is. cbn [bit].
    clear - dc. destruct (e =? a)%nat, (Nat.eqb_spec e c) as [->|]; lia.
Qed.
Lemma nand_runs a b c x y : a <> unit -> b <> unit -> c <> unit -> a <> flag -> b <> flag -> c <> flag ->
  a <> c -> b <> c -> d a = bit x -> d b = bit y -> d c = 0 ->
  (forall d', (forall e, d' e = if (e =? c)%nat then bit (nand x y) else d e) -> after d') ->
  runs (nand_into a b c) d after.
Proof.
  intros au bu cu af bf cf ac bc da db dc h. pose proof apart. pose proof (plain_modest z d begins) as m.
  destruct begins as (df & du & low). unfold nand_into.
  assert (same : is a b = is b a /\ (is a b = 0 \/ is a b = 1 /\ d a = d b)).
  { clear. unfold is. destruct (Nat.eqb_spec a b) as [->|n].
    - rewrite Nat.eqb_refl. lia.
    - apply not_eq_sym, Nat.eqb_neq in n. rewrite n. lia. }
  (* The winner of the first slot, times s; x and y are true where s is 1. *)
  assert (mid : forall d1 s, (forall e, d1 e = - (2) * s * is e a + (- (2) * s * is e b + (- (4) * s * is e c +
      (2 * s * is e unit + d e)))) ->
    d1 flag = d flag /\ d1 unit = 2 + 2 * s /\ d1 c = - (4) * s /\ d1 a = d a - 2 * s - 2 * s * is a b /\
    d1 b = d b - 2 * s - 2 * s * is a b /\ forall e, e <> unit -> (e <> c /\ d1 e = d e) \/ e = a \/ e = b \/ e = c).
  { intros d1 s e1. clear m h df low. rewrite !e1. pose proof (is_same a). pose proof (is_same b).
    split; [here|]. split; [here|]. split; [here|]. split; [here|]. split; [here; plainly|]. intros e n. rewrite e1.
    unfold is. destruct (Nat.eqb_spec e a), (Nat.eqb_spec e b), (Nat.eqb_spec e c), (Nat.eqb_spec e unit); try tauto. left. split; [assumption|ring]. }
  destruct (x && y) eqn:both_true.
  - apply andb_prop in both_true as [-> ->]. cbn [bit nand negb andb] in *. first_turn; [exact m|]. set (d1 := moved _ _).
    assert (e1 : forall e, d1 e = - (2) * is e a + (- (2) * is e b + (- (4) * is e c + (2 * is e unit + d e)))) by
      (intros e; unfold d1; moves; lia).
    destruct (mid d1 1) as (f1 & u1 & c1 & a1 & b1 & rest); [exact e1|]. clearbody d1. first_turn.
    + split; [plainly|]. right; right. split; [plainly|]. exists c. intros e n. specialize (low e n).
      clear - low rest n same da db a1 b1 c1. destruct (rest e n) as [[n' ->]|[->|[->| ->]]]; clear rest; plainly || (split; intros; plainly).
    + apply h. intros e. moves. rewrite e1. unfold is. clear - dc.
      destruct (Nat.eqb_spec e c) as [->|]; lia.
  - assert (neither : bit (nand x y) = 2) by (unfold nand; rewrite both_true; reflexivity). rewrite neither in h.
    assert (sum : d a + d b <= 0) by (rewrite da, db; destruct x, y; cbn; discriminate || lia).
    assert (bits : Z.abs (d a) = 2 /\ Z.abs (d b) = 2) by (rewrite da, db; destruct x, y; cbn; lia).
    second_turn; [exact m|]. set (d1 := moved _ _).
    assert (e1 : forall e, d1 e = 2 * is e a + (2 * is e b + (4 * is e c + (- (2) * is e unit + d e)))) by
      (intros e; unfold d1; moves; lia).
    destruct (mid d1 (- (1))) as (f1 & u1 & c1 & a1 & b1 & rest); [exact e1|]. clearbody d1. second_turn.
    + split; [plainly|]. right; left. split; [plainly|]. intros e n. specialize (low e n).
      clear - low rest n same sum bits a1 b1 c1. destruct (rest e n) as [[n' ->]|[->|[->| ->]]]; plainly.
    + apply h. intros e. moves. rewrite e1. unfold is. clear - dc. destruct (Nat.eqb_spec e c) as [->|]; lia.
Qed.
End Gadgets.
