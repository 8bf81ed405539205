(* What a call does to the weights that it names, in units of the rate, whatever they are within boxes: computed. *)
From Coq Require Import List Bool ZArith QArith Reals Qreals Lra Lia.
Require Import OGD.Theorem OGD.LogisticTheorem OGD.Sigmoid.
Import ListNotations.
Local Open Scope R_scope.

(* What a signal holds: true, false, or nothing yet, which counts as false. *)
Definition held := option bool.
Definition as_bool (v : held) : bool := match v with Some b => b | None => false end.
Definition as_real (v : held) : R := match v with Some true => 1 | Some false => - (1) | None => 0 end.
Definition as_whole (v : held) : Q := match v with Some true => 1 | Some false => - (1) | None => 0 end.
Definition all_held : list held := [Some true; Some false; None].
Lemma every_held v : In v all_held. Proof. destruct v as [[]|]; cbn; auto. Qed.
Definition all_bits : list held := [Some true; Some false].

(* A level: at most `reads_most` calls read a bit, each moves it by at most `read_moves`, and it is off by `bit_error`
   at most; the answering weight lies between -rest_depth and 0. *)
Record logistic_level := { level_rate : Q; reads_most : Z; bit_error : Q; read_moves : Q; rest_depth : Q }.

Section Level.
Variable L : logistic_level.
(* A step, on the weights of a call alone. *)
Definition score_of (row : list Q) (us : list R) : R :=
  fold_right (fun '(q, u) sum => Q2R q * u + sum) 0 (combine row us).
Definition adds (row : list Q) (us : list R) : R := fires (Q2R (level_rate L) * score_of row us).
Definition row_step (us : list R) (row : list Q) : list R :=
  map (fun '(q, u) => u + Q2R q * adds row us) (combine row us).

(* Where the target is; and of what is read where it is, and how far it has moved. *)
Definition cell := (ends * ends)%type.
Definition boxes := (ends * list cell)%type.
Definition score_ends (row : list Q) (bs : list ends) : ends :=
  fold_right (fun '(q, b) sum => add_ends (scale_ends q b) sum) (0, 0)%Z (combine row bs).
Definition pushed (by_ : ends) (q : Q) (b : ends) : ends := add_ends b (scale_ends q by_).
Definition pushed_cells (by_ : ends) (row : list Q) (cs : list cell) : list cell :=
  map (fun '(q, (b, m)) => (pushed by_ q b, pushed by_ q m)) (combine row cs).
Definition added (row : list Q) (bs : list ends) : ends := sigmoid (scale_ends (level_rate L) (score_ends row bs)).
(* A row of the target alone, if short: the weight after it grows with that before it, so that ends are enough. *)
Definition short (q : Q) (others : list Q) : bool :=
  forallb (fun q => Qeq_bool q 0) others && Qle_bool (level_rate L * (q * q)) 1.
Definition alone (q : Q) (n : Z) : ends := pushed (added [q] [(n, n)]) q (n, n).
Definition row_boxes (s : boxes) (row : list Q) : boxes := let (b, cs) := s in match row with
  | [] => s
  | q :: others => if short q others then ((fst (alone q (fst b)), snd (alone q (snd b))), cs) else
    let by_ := added row (b :: map fst cs) in (pushed by_ q b, pushed_cells by_ others cs) end.

Definition inside (a b : ends) : bool := (fst b <=? fst a)%Z && (snd a <=? snd b)%Z.
Definition outer (low high : Q) : ends := (round_down low, round_up high).
Definition inner (low high : Q) : ends := (round_up low, round_down high).
Definition spread : Q := (inject_Z (reads_most L) * read_moves L)%Q.
Definition slack (v : held) : Q := match v with Some _ => bit_error L | None => spread end.
Definition box (v : held) : ends := outer (as_whole v - slack v) (as_whole v + slack v).
Definition unmoved (v : held) : cell := (box v, (0, 0)%Z).
Definition little : ends := inner (- read_moves L) (read_moves L).
Definition unmoving (cs : list cell) : bool := forallb (fun c => inside (snd c) little) cs.
Definition rows_fit (n : nat) (rows : list (list Q)) : bool := forallb (fun row => length row =? S n)%nat rows.
Definition gadget_holds (rows : list (list Q)) (written : held) (reads : list held) (wanted : bool) : bool :=
  rows_fit (length reads) rows &&
  let (b, cs) := fold_left row_boxes rows (box written, map unmoved reads) in
  let (x, left) := (as_whole (Some wanted), bit_error L - spread)%Q in unmoving cs && inside b (inner (x - left) (x +
    left)).
Fixpoint stays_down (rows : list (list Q)) (s : boxes) : bool := match rows with
  | [] => true
  | row :: rows => let s := row_boxes s row in (snd (fst s) <=? 0)%Z && stays_down rows s end.
Definition answer_holds (rows : list (list Q)) (asked : bool) : bool :=
  rows_fit 1 rows &&
  let s := (outer (- rest_depth L) 0, [unmoved (Some asked)]) in
  let (b, cs) := fold_left row_boxes rows s in
  if asked then (0 <? fst b)%Z else stays_down rows s && unmoving cs && inside b (inner (- rest_depth L) 0).
Definition level_numbers_hold : bool := Qle_bool 0 (level_rate L) && negb (Qeq_bool (level_rate L) 0) &&
  Qle_bool 0 (read_moves L) && Qle_bool spread (bit_error L) && negb (Qle_bool 1 (bit_error L)) && Qle_bool 0
    (rest_depth L).
Definition level_holds (T : logistic_tables) : bool := level_numbers_hold &&
  forallb (fun c => forallb (fun a => forallb (fun b =>
    gadget_holds (nand_table T) c [a; b] (nand (as_bool a) (as_bool b))) all_held) all_held) all_held &&
  forallb (fun c => forallb (fun a => gadget_holds (not_table T) c [a] (negb (as_bool a))) all_held) all_held &&
  forallb (fun c => forallb (fun a => gadget_holds (copy_table T) c [a] (as_bool a)) all_bits) all_held &&
  forallb (answer_holds (ask_table T)) [true; false].
End Level.

Lemma Q2R_zero q : Qeq_bool q 0 = true -> Q2R q = 0.
Proof. intros e. apply Qeq_bool_iff, Qeq_eqR in e. rewrite e. unfold Q2R. cbn. lra. Qed.
Lemma Q2R_le p q : Qle_bool p q = true -> Q2R p <= Q2R q.
Proof. intros e. apply Qle_Rle, Qle_bool_iff, e. Qed.
Lemma Q2R_whole z : Q2R (inject_Z z) = IZR z. Proof. unfold Q2R, inject_Z. cbn. lra. Qed.
Lemma Q2R_none : Q2R 0 = 0. Proof. unfold Q2R. cbn. lra. Qed.
Lemma Q2R_one : Q2R 1 = 1. Proof. unfold Q2R. cbn. lra. Qed.
Lemma Q2R_lt p q : Qle_bool q p = false -> Q2R p < Q2R q.
Proof.
  intros e. apply Qlt_Rlt, Qnot_le_lt. intros le. apply Qle_bool_iff in le. rewrite le in e. discriminate.
Qed.

(* What holds of boxes holds of the weights in them. *)
Section Sound.
Variable L : logistic_level.
Local Notation rate := (Q2R (level_rate L)).
Hypothesis rate_pos : 0 < rate.
Fixpoint cells_fit (os us : list R) (cs : list cell) : Prop := match os, us, cs with
  | [], [], [] => True
  | o :: os, u :: us, (b, m) :: cs => between u b /\ between (u - o) m /\ cells_fit os us cs
  | _, _, _ => False end.
Lemma same_length os : forall us cs, cells_fit os us cs -> length us = length os.
Proof.
  induction os as [|o os IH]; intros [|u us] [|[b m] cs]; cbn; intros f; try tauto. f_equal. apply (IH us cs), f.
Qed.
Lemma pushed_between y by_ q u b : between y by_ -> between u b -> between (u + Q2R q * y) (pushed by_ q b).
Proof. intros f g. apply add_ends_between; [exact g|]. apply scale_ends_between, f. Qed.
Lemma pushed_fit y by_ : between y by_ -> forall row os us cs, length row = length us -> cells_fit os us cs ->
  cells_fit os (map (fun '(q, u) => u + Q2R q * y) (combine row us)) (pushed_cells by_ row cs).
Proof.
  intros f. induction row as [|q row IH]; intros [|o os] [|u us] [|[b m] cs]; cbn; intros l g; try easy.
  destruct g as (g & g' & more). split; [|split].
  - apply pushed_between; assumption.
  - replace (u + Q2R q * y - o) with (u - o + Q2R q * y) by ring. apply pushed_between; assumption.
  - apply IH; [lia|assumption].
Qed.
Lemma score_fits row : forall os us cs, cells_fit os us cs -> between (score_of row us) (score_ends row (map fst cs)).
Proof.
  induction row as [|q row IH]; intros [|o os] [|u us] [|[b m] cs]; cbn; intros g; try easy;
    try (unfold between; cbn; lra).
  apply add_ends_between; [apply scale_ends_between, g|]. apply (IH os us cs), g.
Qed.
Lemma no_score row us : forallb (fun q => Qeq_bool q 0) row = true -> score_of row us = 0.
Proof.
  revert us. induction row as [|q row IH]; intros [|u us]; cbn; try reflexivity. intros e.
  apply andb_prop in e as [z e]. rewrite (Q2R_zero q z). unfold score_of in IH. rewrite (IH us e). ring.
Qed.
Lemma no_push y row us : forallb (fun q => Qeq_bool q 0) row = true -> length row = length us ->
  map (fun '(q, u) => u + Q2R q * y) (combine row us) = us.
Proof.
  revert us. induction row as [|q row IH]; intros [|u us]; cbn; try easy. intros e l.
  apply andb_prop in e as [z e]. rewrite (Q2R_zero q z), (IH us e) by lia. f_equal. ring.
Qed.
Lemma alone_between q n : let x := IZR n / Grain in
  between (x + Q2R q * fires (rate * (Q2R q * x))) (alone L q n).
Proof.
  intros x. assert (between x (n, n)) as here.
  { unfold between, x. cbn. pose proof Grain_pos. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  apply pushed_between; [|exact here]. apply sigmoid_between, scale_ends_between.
  unfold score_ends. cbn [combine fold_right].
  rewrite <- (Rplus_0_r (Q2R q * x)). apply add_ends_between; [apply scale_ends_between, here|].
  unfold between. cbn. lra.
Qed.

Lemma added_between q others u us os b cs : between u b -> cells_fit os us cs ->
  between (adds L (q :: others) (u :: us)) (added L (q :: others) (b :: map fst cs)).
Proof.
  intros f g. apply sigmoid_between, scale_ends_between, add_ends_between; [apply scale_ends_between, f|].
  apply (score_fits others os us cs g).
Qed.
Lemma short_between q others u us low high : short L q others = true -> IZR low <= u * Grain <= IZR high ->
  IZR (fst (alone L q low)) <= (u + Q2R q * adds L (q :: others) (u :: us)) * Grain <= IZR (snd (alone L q high)).
Proof.
  intros s [fl fh]. apply andb_prop in s as [z little].
  assert (same : adds L (q :: others) (u :: us) = fires (rate * (Q2R q * u))).
  { unfold adds. f_equal. f_equal. change (Q2R q * u + score_of others us = Q2R q * u).
    rewrite (no_score others us z). ring. }
  rewrite same. clear same. apply Q2R_le in little. rewrite !Q2R_mult, Q2R_one in little.
  destruct (alone_between q low) as [below _]. destruct (alone_between q high) as [_ above].
  pose proof Grain_pos as pos.
  assert (IZR low / Grain <= u) as lu.
  { apply Rmult_le_reg_r with Grain; [exact pos|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  assert (u <= IZR high / Grain) as uh.
  { apply Rmult_le_reg_r with Grain; [exact pos|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  apply (grows (Q2R q) rate) in lu, uh; try lra. split.
  - apply Rle_trans with (1 := below). apply Rmult_le_compat_r; lra.
  - refine (Rle_trans _ _ _ _ above). apply Rmult_le_compat_r; lra.
Qed.
#[local] Opaque alone added adds.
Lemma row_sound row os u us b cs : length row = S (length us) -> between u b -> cells_fit os us cs ->
  exists u' us', row_step L (u :: us) row = u' :: us' /\ between u' (fst (row_boxes L (b, cs) row)) /\
  cells_fit os us' (snd (row_boxes L (b, cs) row)).
Proof.
  destruct row as [|q others]; intros l f g; [discriminate|]. injection l as l. unfold row_step. cbn [combine map].
  pose proof (added_between q others u us os b cs f g) as fy.
  pose proof (fun s => short_between q others u us (fst b) (snd b) s f) as ends_.
  eexists _, _. split; [reflexivity|]. set (y := adds L (q :: others) (u :: us)) in *. clearbody y. unfold row_boxes.
  destruct (short L q others) eqn:s; cbn [fst snd].
  - specialize (ends_ eq_refl). split; [exact ends_|].
    apply andb_prop in s as [z _]. rewrite (no_push y others us z l). exact g.
  - split; [apply pushed_between; assumption|apply pushed_fit; assumption].
Qed.
Lemma row_fits n row rows : rows_fit n (row :: rows) = true -> length row = S n /\ rows_fit n rows = true.
Proof. unfold rows_fit. cbn [forallb]. intros f. apply andb_prop in f as [f g]. apply Nat.eqb_eq in f. auto. Qed.
Lemma rows_sound rows : forall os u us s, rows_fit (length os) rows = true -> between u (fst s) ->
  cells_fit os us (snd s) -> exists u' us', fold_left (row_step L) rows (u :: us) = u' :: us' /\
  between u' (fst (fold_left (row_boxes L) rows s)) /\ cells_fit os us' (snd (fold_left (row_boxes L) rows s)).
Proof.
  induction rows as [|row rows IH]; intros os u us [b cs] l f g; [eexists _, _; split; [reflexivity|split;
    assumption]|].
  apply row_fits in l as [l ls]. cbn [fst snd] in f, g. rewrite <- (same_length _ _ _ g) in l.
  destruct (row_sound row os u us b cs l f g) as (u' & us' & e & f' & g'). cbn [fold_left]. rewrite e.
  apply IH; assumption.
Qed.
Lemma stays_sound rows : forall os u us s n, rows_fit (length os) rows = true -> between u (fst s) ->
  cells_fit os us (snd s) -> stays_down L rows s = true -> u <= 0 ->
  hd 0 (fold_left (row_step L) (firstn n rows) (u :: us)) <= 0.
Proof.
  induction rows as [|row rows IH]; intros os u us [b cs] [|n] l f g d z; try exact z. cbn [firstn fold_left].
  apply row_fits in l as [l ls]. cbn [fst snd] in f, g. rewrite <- (same_length _ _ _ g) in l.
  destruct (row_sound row os u us b cs l f g) as (u' & us' & e & f' & g'). rewrite e.
  cbn [stays_down] in d. apply andb_prop in d as [low d]. apply Z.leb_le, IZR_le in low.
  apply (IH os u' us' _ n ls f' g' d). pose proof Grain_pos. destruct f' as [_ h]. nra.
Qed.

Lemma outer_between x low high : Q2R low <= x <= Q2R high -> between x (outer low high).
Proof.
  intros [l h]. pose proof Grain_pos. pose proof (round_down_le low). pose proof (le_round_up high).
  unfold between, outer. cbn. split; nra.
Qed.
Lemma inner_between x low high b : inside b (inner low high) = true -> between x b -> Q2R low <= x <= Q2R high.
Proof.
  intros i [l h]. apply andb_prop in i as [il ih]. apply Z.leb_le, IZR_le in il, ih. cbn in il, ih.
  pose proof Grain_pos. pose proof (le_round_up low). pose proof (round_down_le high). split; nra.
Qed.
Lemma as_whole_is v : Q2R (as_whole v) = as_real v.
Proof. destruct v as [[]|]; unfold Q2R; cbn; lra. Qed.
(* Holding a value: being off by so much at most. *)
Definition holds_by (e : R) (u : R) (v : held) : Prop := - e <= u - as_real v <= e.
Definition most (v : held) : R := Q2R (slack L v).
Lemma box_between u v : holds_by (most v) u v -> between u (box L v).
Proof.
  unfold holds_by, most. intros h. apply outer_between. rewrite Q2R_minus, Q2R_plus, as_whole_is. lra.
Qed.
Lemma unmoved_fit us vs : Forall2 (fun u v => holds_by (most v) u v) us vs -> cells_fit us us (map (unmoved L) vs).
Proof.
  induction 1 as [|u v us vs h hs IH]; cbn; [exact I|]. split; [apply box_between, h|]. split; [|exact IH].
  replace (u - u) with 0 by ring. unfold between. cbn. lra.
Qed.
Definition near_by (e u u' : R) : Prop := - e <= u' - u <= e.
Local Notation moves := (Q2R (read_moves L)).
Lemma unmoving_sound os : forall us cs, cells_fit os us cs -> unmoving L cs = true -> Forall2 (near_by moves) os us.
Proof.
  induction os as [|o os IH]; intros [|u us] [|[b m] cs]; cbn; intros f i; try tauto; try constructor;
    apply andb_prop in i as [i is]; destruct f as (_ & f & fs).
  - cbn in i. apply (inner_between _ _ _ _ i) in f. rewrite Q2R_opp in f. exact f.
  - apply (IH us cs fs is).
Qed.

Lemma gadget_sound rows c vs wanted u us : gadget_holds L rows c vs wanted = true -> holds_by (most c) u c ->
  Forall2 (fun u v => holds_by (most v) u v) us vs ->
  exists u' us', fold_left (row_step L) rows (u :: us) = u' :: us' /\
  holds_by (Q2R (bit_error L) - Q2R (spread L)) u' (Some wanted) /\ Forall2 (near_by moves) us us'.
Proof.
  intros ok h hs. unfold gadget_holds in ok. apply andb_prop in ok as [l ok].
  pose proof (unmoved_fit us vs hs) as fit.
  assert (size : length us = length vs) by (clear - hs; induction hs; cbn; congruence). rewrite <- size in l.
  destruct (rows_sound rows us u us (box L c, map (unmoved L) vs) l (box_between u c h) fit) as (u' & us' & e & f & g).
  destruct (fold_left (row_boxes L) rows (box L c, map (unmoved L) vs)) as [b cs].
  apply andb_prop in ok as [still near]. exists u', us'. split; [exact e|]. split.
  - apply (inner_between _ _ _ _ near) in f. rewrite Q2R_minus, Q2R_plus, !Q2R_minus, as_whole_is in f.
    unfold holds_by. lra.
  - apply (unmoving_sound us us' cs g still).
Qed.
Lemma answer_sound rows asked u q : answer_holds L rows asked = true -> - Q2R (rest_depth L) <= u <= 0 ->
  holds_by (most (Some asked)) q (Some asked) ->
  exists u' q', fold_left (row_step L) rows [u; q] = [u'; q'] /\
  if asked then 0 < u' else - Q2R (rest_depth L) <= u' <= 0 /\ near_by moves q q' /\
    forall n, hd 0 (fold_left (row_step L) (firstn n rows) [u; q]) <= 0.
Proof.
  intros ok h hq. unfold answer_holds in ok. apply andb_prop in ok as [l ok].
  assert (fit : cells_fit [q] [q] [unmoved L (Some asked)]).
  { apply (unmoved_fit [q] [Some asked]). constructor; [exact hq|constructor]. }
  assert (between u (outer (- rest_depth L) 0)) as start.
  { apply outer_between. rewrite Q2R_opp, Q2R_none. exact h. }
  set (s := (outer (- rest_depth L) 0, [unmoved L (Some asked)])) in *.
  destruct (rows_sound rows [q] u [q] s l start fit) as (u' & us' & e & f & g).
  pose proof (same_length _ _ _ g) as one. destruct us' as [|q' [|]]; try discriminate. exists u', q'. split;
    [exact e|].
  destruct (fold_left (row_boxes L) rows s) as [b cs] eqn:end_. destruct asked.
  - apply Z.ltb_lt, IZR_lt in ok. pose proof Grain_pos. destruct f as [f _]. cbn in f. nra.
  - apply andb_prop in ok as [ok inn]. apply andb_prop in ok as [down still]. split; [|split].
    + apply (inner_between _ _ _ _ inn) in f. rewrite Q2R_opp, Q2R_none in f. exact f.
    + pose proof (unmoving_sound [q] [q'] cs g still) as n. inversion n; assumption.
    + intros n. apply (stays_sound rows [q] u [q] s n l start fit down). lra.
Qed.
End Sound.
