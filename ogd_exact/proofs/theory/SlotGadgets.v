(* The gadgets, slot by slot, in whole numbers. *)
From Coq Require Import List Bool Arith ZArith Lia.
Require Import OGD.Theorem OGD.AnyOrder OGD.Slots.
Import ListNotations.
Local Open Scope Z_scope.

(* What data may be before any turn: bits, `join` being 2 or 3, or it is 1 and one of them is up to 3. And the accepting
   weight is at most z. *)
Definition modest (z : Z) (d : data) : Prop := d flag <= z /\ (
  (d join = 2 \/ d join = 3) /\ (forall c, c <> join -> Z.abs (d c) <= 1) \/
  d join = 1 /\ exists b, forall c, c <> join -> Z.abs (d c) <= 3 /\ (c <> b -> Z.abs (d c) <= 1)).
Definition plain (z : Z) (d : data) : Prop := d flag <= z /\ d join = 2 /\ forall c, c <> join -> Z.abs (d c) <= 1.
Lemma plain_modest z d : plain z d -> modest z d.
Proof. intros (f & u & h). split; [exact f|]. left. split; [left; exact u|exact h]. Qed.

(* What a turn adds to coordinate e, as a sum over the entries of its winner. *)
Definition is (e c : nat) : Z := if (e =? c)%nat then 1 else 0.
Lemma is_same c : is c c = 1. Proof. unfold is. rewrite Nat.eqb_refl. reflexivity. Qed.
Lemma is_other e c : e <> c -> is e c = 0. Proof. intros n. unfold is. apply Nat.eqb_neq in n. rewrite n. reflexivity.
  Qed.
Lemma moved_nil d e : moved d [] e = d e. Proof. unfold moved. cbn. lia. Qed.
Lemma moved_cons d c y u e : moved d ((c, y) :: u) e = y * is e c + moved d u e.
Proof.
  unfold moved, is. change (entry_at ((c, y) :: u) e) with (if (e =? c)%nat then y + entry_at u e else entry_at u e).
  destruct (e =? c)%nat; lia.
Qed.
Ltac moves := cbn [nth app both map]; repeat rewrite ?moved_nil, ?moved_cons.
Ltac plainly := repeat match goal with H : _ <> _ |- _ => clear H end; lia.           (* each would double its work *)
(* At a coordinate of its own: with what is said of which coordinates are the same. *)
Ltac here := moves; rewrite ?is_same; repeat match goal with |- context [is ?x ?y] => rewrite (is_other x y) by
  congruence end;
  try plainly.

Section Gadgets.
Variable z : Z.
Notation runs := (runs (modest z)).
(* The member with number i wins. *)
Lemma picks i s rest d after : modest z d -> (i < length s)%nat -> value (nth i s []) d <= 0 ->
  (forall j, (j < length s)%nat -> j = i \/ value (nth i s []) d + 2 <= value (nth j s []) d) ->
  runs rest (moved d (nth i s [])) after -> runs (s :: rest) d after.
Proof.
  intros m l low gap r. split; [exact m|]. exists (nth i s []). split; [|exact r]. split; [apply nth_In, l|].
  split; [exact low|]. intros v iv. apply (In_nth _ _ []) in iv as (j & lj & <-).
  destruct (gap j lj) as [->|g]; [left; reflexivity|right; exact g].
Qed.
Ltac values := cbn [nth app both map value fold_right]; plainly.
Ltac pick i := apply (picks i); [|cbn; lia|values|
  let j := fresh in let l := fresh in intros j l; cbn in l; destruct j as [|[|[|[|j]]]];
    first [left; reflexivity | right; values | exfalso; lia]|].
Let apart : flag <> join. Proof. discriminate. Qed.

Variables (d : data) (after : data -> Prop).
Hypothesis begins : plain z d.

Lemma raise_runs a x : a <> join -> a <> flag -> d a = bit x -> d flag = 0 -> (if x then 1 else 0) <= z ->
  (forall d', (forall e, d' e = if (e =? flag)%nat then if x then 1 else 0 else d e) -> after d') ->
  runs (raise_if_true a flag) d after.
Proof.
  intros aj af da df high h. pose proof apart. pose proof (plain_modest z d begins) as m.
  destruct begins as (_ & dj & low). unfold raise_if_true.
  assert (mid : forall d1 s f, Z.abs s = 1 -> d a = s -> 0 <= f <= 1 -> f <= z ->
    (forall e, d1 e = - (2) * s * is e a + (f * is e flag + d e)) -> modest z d1 /\ d1 a = - s).
  { intros d1 s f s1 sa f1 fz e1. split; [|rewrite e1; here]. split; [rewrite e1; here|]. left.
    split; [left; rewrite e1; here|]. intros e n. specialize (low e n). rewrite e1. clear - s1 sa df f1 low af. unfold
      is.
    destruct (Nat.eqb_spec e a), (Nat.eqb_spec e flag); subst; try contradiction; plainly. }
  destruct x; cbn [bit] in da.
  - pick 0%nat; [exact m|]. set (d1 := moved _ _).
    assert (e1 : forall e, d1 e = - (2) * is e a + (1 * is e flag + d e)) by (intros e; unfold d1; moves; lia).
    destruct (mid d1 1 1) as (m1 & a1); try lia; [exact e1|]. clearbody d1.
    pick 0%nat; [exact m1|]. apply h. intros e. moves. rewrite e1. unfold is. clear - df.
    destruct (e =? a)%nat, (Nat.eqb_spec e flag) as [->|]; lia.
  - pick 1%nat; [exact m|]. set (d1 := moved _ _).
    assert (e1 : forall e, d1 e = 2 * is e a + (0 * is e flag + d e)) by (intros e; unfold d1; moves; lia).
    destruct (mid d1 (- (1)) 0) as (m1 & a1); try lia; [exact e1|]. clearbody d1.
    pick 1%nat; [exact m1|]. apply h. intros e. moves. rewrite e1. unfold is. clear - df.
    destruct (e =? a)%nat, (Nat.eqb_spec e flag) as [->|]; lia.
Qed.

(* copy and not: c moves, by s times y, only where it is not yet right. *)
Lemma turned_round a c s y : a <> join -> c <> join -> a <> flag -> c <> flag -> a <> c -> Z.abs s = 1 -> d a = s ->
  (y = 0 \/ Z.abs y = 2 /\ d c = - y / 2) -> forall d1, (forall e, d1 e = - (2) * s * is e a + (y * is e c + d e)) ->
  modest z d1 /\ d1 a = - s.
Proof.
  intros aj cj af cf ac s1 sa yc d1 e1. pose proof apart. destruct begins as (df & dj & low). split; [|rewrite e1;
    here].
  split; [rewrite e1; here|]. left. split; [left; rewrite e1; here|]. intros e n. specialize (low e n). rewrite e1.
  assert (yc' : y = 0 \/ y = 2 /\ d c = - (1) \/ y = - (2) /\ d c = 1).
  { destruct yc as [yc|[y2 yc]]; [left; exact yc|]. right. assert (y = 2 \/ y = - (2)) as [->| ->] by plainly; cbn in
    yc; tauto. }
  clear - s1 sa low yc' ac. unfold is. destruct (Nat.eqb_spec e a), (Nat.eqb_spec e c); subst; try contradiction;
    plainly.
Qed.
Lemma copy_runs a c x y : a <> join -> c <> join -> a <> flag -> c <> flag -> a <> c -> d a = bit x -> d c = bit y ->
  (forall d', (forall e, d' e = if (e =? c)%nat then bit x else d e) -> after d') -> runs (copy_into a c) d after.
Proof.
  intros aj cj af cf ac da dc h. pose proof (plain_modest z d begins) as m. unfold copy_into.
  pose proof (turned_round a c) as round. destruct x, y; cbn [bit] in *.
  - pick 1%nat; [exact m|]. set (d1 := moved _ _).
    assert (e1 : forall e, d1 e = - (2) * is e a + (0 * is e c + d e)) by (intros e; unfold d1; moves; lia).
    destruct (round 1 0 aj cj af cf ac ltac:(lia) da ltac:(lia) d1 e1) as (m1 & a1). clearbody d1.
    pick 0%nat; [exact m1|]. apply h. intros e. moves. rewrite e1. unfold is. clear - dc.
    destruct (e =? a)%nat, (Nat.eqb_spec e c) as [->|]; lia.
  - pick 3%nat; [exact m|]. set (d1 := moved _ _).
    assert (e1 : forall e, d1 e = - (2) * is e a + (2 * is e c + d e)) by (intros e; unfold d1; moves; lia).
    destruct (round 1 2 aj cj af cf ac ltac:(lia) da ltac:(right; split; [lia|exact dc]) d1 e1) as (m1 & a1). clearbody
      d1.
    pick 0%nat; [exact m1|]. apply h. intros e. moves. rewrite e1. unfold is. clear - dc.
    destruct (e =? a)%nat, (Nat.eqb_spec e c) as [->|]; lia.
  - pick 2%nat; [exact m|]. set (d1 := moved _ _).
    assert (e1 : forall e, d1 e = 2 * is e a + (- (2) * is e c + d e)) by (intros e; unfold d1; moves; lia).
    destruct (round (- (1)) (- (2)) aj cj af cf ac ltac:(lia) da ltac:(right; split; [lia|exact dc]) d1 e1) as (m1 &
      a1).
    clearbody d1. pick 1%nat; [exact m1|]. apply h. intros e. moves. rewrite e1. unfold is. clear - dc.
    destruct (e =? a)%nat, (Nat.eqb_spec e c) as [->|]; lia.
  - pick 0%nat; [exact m|]. set (d1 := moved _ _).
    assert (e1 : forall e, d1 e = 2 * is e a + (0 * is e c + d e)) by (intros e; unfold d1; moves; lia).
    destruct (round (- (1)) 0 aj cj af cf ac ltac:(lia) da ltac:(lia) d1 e1) as (m1 & a1). clearbody d1.
    pick 1%nat; [exact m1|]. apply h. intros e. moves. rewrite e1. unfold is. clear - dc.
    destruct (e =? a)%nat, (Nat.eqb_spec e c) as [->|]; lia.
Qed.
Lemma not_runs a c x y : a <> join -> c <> join -> a <> flag -> c <> flag -> a <> c -> d a = bit x -> d c = bit y ->
  (forall d', (forall e, d' e = if (e =? c)%nat then bit (negb x) else d e) -> after d') -> runs (not_into a c) d after.
Proof.
  intros aj cj af cf ac da dc h. pose proof (plain_modest z d begins) as m. unfold not_into.
  pose proof (turned_round a c) as round. destruct x, y; cbn [bit negb] in *.
  - pick 3%nat; [exact m|]. set (d1 := moved _ _).
    assert (e1 : forall e, d1 e = - (2) * is e a + (- (2) * is e c + d e)) by (intros e; unfold d1; moves; lia).
    destruct (round 1 (- (2)) aj cj af cf ac ltac:(lia) da ltac:(right; split; [lia|exact dc]) d1 e1) as (m1 & a1).
    clearbody d1. pick 0%nat; [exact m1|]. apply h. intros e. moves. rewrite e1. unfold is. clear - dc.
    destruct (e =? a)%nat, (Nat.eqb_spec e c) as [->|]; lia.
  - pick 1%nat; [exact m|]. set (d1 := moved _ _).
    assert (e1 : forall e, d1 e = - (2) * is e a + (0 * is e c + d e)) by (intros e; unfold d1; moves; lia).
    destruct (round 1 0 aj cj af cf ac ltac:(lia) da ltac:(lia) d1 e1) as (m1 & a1). clearbody d1.
    pick 0%nat; [exact m1|]. apply h. intros e. moves. rewrite e1. unfold is. clear - dc.
    destruct (e =? a)%nat, (Nat.eqb_spec e c) as [->|]; lia.
  - pick 0%nat; [exact m|]. set (d1 := moved _ _).
    assert (e1 : forall e, d1 e = 2 * is e a + (0 * is e c + d e)) by (intros e; unfold d1; moves; lia).
    destruct (round (- (1)) 0 aj cj af cf ac ltac:(lia) da ltac:(lia) d1 e1) as (m1 & a1). clearbody d1.
    pick 1%nat; [exact m1|]. apply h. intros e. moves. rewrite e1. unfold is. clear - dc.
    destruct (e =? a)%nat, (Nat.eqb_spec e c) as [->|]; lia.
  - pick 2%nat; [exact m|]. set (d1 := moved _ _).
    assert (e1 : forall e, d1 e = 2 * is e a + (2 * is e c + d e)) by (intros e; unfold d1; moves; lia).
    destruct (round (- (1)) 2 aj cj af cf ac ltac:(lia) da ltac:(right; split; [lia|exact dc]) d1 e1) as (m1 & a1).
    clearbody d1. pick 1%nat; [exact m1|]. apply h. intros e. moves. rewrite e1. unfold is. clear - dc.
    destruct (e =? a)%nat, (Nat.eqb_spec e c) as [->|]; lia.
Qed.

(* nand: a and b move by 2s, join by -s, and c by y, only where it is not yet right; s is -1 where both are true. *)
Lemma nand_between a b c s y : a <> join -> b <> join -> c <> join -> a <> flag -> b <> flag -> c <> flag ->
  a <> b -> a <> c -> b <> c -> Z.abs (d a) = 1 -> Z.abs (d b) = 1 ->
  (s = - (1) /\ d a = 1 /\ d b = 1 \/ s = 1 /\ d a + d b <= 0) ->
  (y = 0 \/ y = 2 /\ d c = - (1) \/ y = - (2) /\ d c = 1) ->
  forall d1, (forall e, d1 e = 2 * s * is e a + (2 * s * is e b + (y * is e c + (- s * is e join + d e)))) ->
  modest z d1 /\ d1 a = d a + 2 * s /\ d1 b = d b + 2 * s /\ d1 join = 2 - s.
Proof.
  intros aj bj cj af bf cf ab ac bc a1 b1 sab yc d1 e1. pose proof apart. destruct begins as (df & dj & low).
  split; [|rewrite !e1; repeat split; here]. split; [rewrite e1; here|].
  assert (each : forall e, e <> join -> d1 e = d e + 2 * s * is e a + 2 * s * is e b + y * is e c).
  { intros e n. rewrite e1, (is_other e join n). ring. }
  destruct sab as [(-> & ta & tb)|(-> & some)]; [left|right].
  - split; [right; rewrite e1; here|]. intros e n. specialize (low e n). rewrite (each e n).
    clear - low ta tb yc ab ac bc. unfold is.
    destruct (Nat.eqb_spec e a), (Nat.eqb_spec e b), (Nat.eqb_spec e c); subst; try contradiction; plainly.
  - split; [rewrite e1; here|]. exists (if d a =? 1 then a else b). intros e n. specialize (low e n). rewrite (each e
    n).
    clear - low a1 b1 some yc ab ac bc. unfold is. destruct (Z.eqb_spec (d a) 1) as [ta|fa];
    destruct (Nat.eqb_spec e a) as [ea|na], (Nat.eqb_spec e b) as [eb|nb], (Nat.eqb_spec e c) as [ec|nc]; subst; try
      contradiction;
      (split; [plainly|intros ne; try contradiction]); clear - low a1 b1 some yc ta || clear - low a1 b1 some yc fa;
        lia.
Qed.
Lemma nand_runs a b c x y w : a <> join -> b <> join -> c <> join -> a <> flag -> b <> flag -> c <> flag ->
  a <> b -> a <> c -> b <> c -> d a = bit x -> d b = bit y -> d c = bit w ->
  (forall d', (forall e, d' e = if (e =? c)%nat then bit (nand x y) else d e) -> after d') ->
  runs (nand_into a b c) d after.
Proof.
  intros aj bj cj af bf cf ab ac bc da db dc h. pose proof (plain_modest z d begins) as m.
  assert (dj : d join = 2) by apply begins. unfold nand_into. pose proof (nand_between a b c) as between.
  assert (a1 : Z.abs (d a) = 1) by (rewrite da; destruct x; reflexivity).
  assert (b1 : Z.abs (d b) = 1) by (rewrite db; destruct y; reflexivity).
  destruct (x && y) eqn:both_true.
  - apply andb_prop in both_true as [-> ->]. cbn [bit nand negb andb] in *. destruct w; cbn [bit] in dc.
    + pick 3%nat; [exact m|]. set (d1 := moved _ _).
      assert (e1 : forall e, d1 e = 2 * - (1) * is e a + (2 * - (1) * is e b + (- (2) * is e c + (- - (1) * is e join +
        d e))))
        by (intros e; unfold d1; moves; lia).
      destruct (between (- (1)) (- (2)) aj bj cj af bf cf ab ac bc a1 b1 ltac:(tauto) ltac:(tauto) d1 e1) as (m1 & da1
        & db1 & dj1).
      clearbody d1. pick 0%nat; [exact m1|]. apply h. intros e. moves. rewrite e1. unfold is. clear - dc.
      destruct (Nat.eqb_spec e c) as [->|]; lia.
    + pick 1%nat; [exact m|]. set (d1 := moved _ _).
      assert (e1 : forall e, d1 e = 2 * - (1) * is e a + (2 * - (1) * is e b + (0 * is e c + (- - (1) * is e join + d
        e))))
        by (intros e; unfold d1; moves; lia).
      destruct (between (- (1)) 0 aj bj cj af bf cf ab ac bc a1 b1 ltac:(tauto) ltac:(tauto) d1 e1) as (m1 & da1 & db1
        & dj1).
      clearbody d1. pick 0%nat; [exact m1|]. apply h. intros e. moves. rewrite e1. unfold is. clear - dc.
      destruct (Nat.eqb_spec e c) as [->|]; lia.
  - assert (neither : bit (nand x y) = 1) by (unfold nand; rewrite both_true; reflexivity). rewrite neither in h.
    assert (sum : d a + d b <= 0) by (rewrite da, db; destruct x, y; cbn; discriminate || lia).
    assert (sum' : - (2) <= d a + d b) by (clear - a1 b1; lia). destruct w; cbn [bit] in dc.
    + pick 0%nat; [exact m|]. set (d1 := moved _ _).
      assert (e1 : forall e, d1 e = 2 * 1 * is e a + (2 * 1 * is e b + (0 * is e c + (- (1) * is e join + d e))))
        by (intros e; unfold d1; moves; lia).
      destruct (between 1 0 aj bj cj af bf cf ab ac bc a1 b1 ltac:(tauto) ltac:(tauto) d1 e1) as (m1 & da1 & db1 & dj1).
      clearbody d1. pick 1%nat; [exact m1|]. apply h. intros e. moves. rewrite e1. unfold is. clear - dc.
      destruct (Nat.eqb_spec e c) as [->|]; lia.
    + pick 2%nat; [exact m|]. set (d1 := moved _ _).
      assert (e1 : forall e, d1 e = 2 * 1 * is e a + (2 * 1 * is e b + (2 * is e c + (- (1) * is e join + d e))))
        by (intros e; unfold d1; moves; lia).
      destruct (between 1 2 aj bj cj af bf cf ab ac bc a1 b1 ltac:(tauto) ltac:(tauto) d1 e1) as (m1 & da1 & db1 & dj1).
      clearbody d1. pick 1%nat; [exact m1|]. apply h. intros e. moves. rewrite e1. unfold is. clear - dc.
      destruct (Nat.eqb_spec e c) as [->|]; lia.
Qed.
End Gadgets.
