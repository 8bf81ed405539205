(* The sigmoid of an opposite, 1/(1 + exp p), between whole numbers that are computed; numbers are scaled by `grain`. *)
From Coq Require Import ZArith QArith Reals Qreals Lra Lia.
Local Open Scope R_scope.

Definition fires (p : R) : R := 1 / (1 + exp p).
(* Its slope is at least -1. *)
Lemma fires_slowly p q : p <= q -> fires p - fires q <= q - p.
Proof.
  intros le. pose proof (exp_pos p) as pp. pose proof (exp_pos q) as pq.
  replace (fires p - fires q) with ((exp q - exp p) / ((1 + exp p) * (1 + exp q))) by (unfold fires; field; lra).
  assert (less : exp q - exp p <= (q - p) * exp q).
  { pose proof (exp_ineq1_le (- (q - p))) as le'. apply (Rmult_le_compat_r (exp q)) in le'; [|lra].
    rewrite <- exp_plus in le'. replace (- (q - p) + q) with p in le' by ring. lra. }
  set (d := (1 + exp p) * (1 + exp q)). assert (1 <= d /\ exp q <= d) as [one more] by (unfold d; nra).
  apply Rmult_le_reg_r with d; [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. nra.
Qed.
Lemma grows (k r u v : R) : 0 <= r -> r * (k * k) <= 1 -> u <= v ->
  u + k * fires (r * (k * u)) <= v + k * fires (r * (k * v)).
Proof.
  intros pos small le. assert (little : r * (k * k) * (v - u) <= 1 * (v - u)) by (apply Rmult_le_compat_r; lra).
  assert (more : 0 <= r * (v - u)) by (apply Rmult_le_pos; lra).
  set (p := r * (k * u)). set (q := r * (k * v)).
  assert (q - p = k * (r * (v - u))) as far by (unfold p, q; ring).
  destruct (Rle_dec 0 k) as [up|low].
  - assert (p <= q) as order by nra. pose proof (fires_slowly p q order). nra.
  - assert (q <= p) as order by nra. pose proof (fires_slowly q p order). nra.
Qed.

(* Numbers between ends. *)
Definition grain_bits : Z := 56.
Definition grain : Z := 2 ^ grain_bits.
Definition Grain : R := IZR grain.
Lemma Grain_pos : 0 < Grain. Proof. unfold Grain. apply IZR_lt. reflexivity. Qed.
Definition ends := (Z * Z)%type.
Definition between (x : R) (b : ends) : Prop := IZR (fst b) <= x * Grain <= IZR (snd b).
Lemma floor_le a b : (0 < b)%Z -> IZR (a / b) * IZR b <= IZR a.
Proof. intros pos. rewrite <- mult_IZR. apply IZR_le. rewrite Z.mul_comm. apply Z.mul_div_le, pos. Qed.
Definition divide_up (a b : Z) : Z := (- (- a / b))%Z.
Lemma divide_up_le a b : (0 < b)%Z -> IZR a <= IZR (divide_up a b) * IZR b.
Proof. intros pos. unfold divide_up. rewrite opp_IZR. pose proof (floor_le (- a) b pos). rewrite opp_IZR in H. lra. Qed.
Definition round_down (q : Q) : Z := (Qnum q * grain / Zpos (Qden q))%Z.
Definition round_up (q : Q) : Z := divide_up (Qnum q * grain) (Zpos (Qden q)).
Lemma Q2R_times q : Q2R q * IZR (Zpos (Qden q)) = IZR (Qnum q).
Proof. unfold Q2R. field. apply IZR_neq. discriminate. Qed.
Lemma den_pos q : 0 < IZR (Zpos (Qden q)). Proof. apply IZR_lt. reflexivity. Qed.
Lemma round_down_le q : IZR (round_down q) <= Q2R q * Grain.
Proof.
  pose proof (floor_le (Qnum q * grain) (Zpos (Qden q)) eq_refl) as le. fold (round_down q) in le.
  rewrite mult_IZR in le.
  fold Grain in le. rewrite <- (Q2R_times q) in le. pose proof (den_pos q). nra.
Qed.
Lemma le_round_up q : Q2R q * Grain <= IZR (round_up q).
Proof.
  pose proof (divide_up_le (Qnum q * grain) (Zpos (Qden q)) eq_refl) as le. fold (round_up q) in le.
  rewrite mult_IZR in le.
  fold Grain in le. rewrite <- (Q2R_times q) in le. pose proof (den_pos q). nra.
Qed.

Definition add_ends (a b : ends) : ends := (fst a + fst b, snd a + snd b)%Z.
Lemma add_ends_between x y a b : between x a -> between y b -> between (x + y) (add_ends a b).
Proof. unfold between, add_ends. cbn. rewrite !plus_IZR. lra. Qed.
Definition scale_ends (q : Q) (b : ends) : ends := let (n, d) := (Qnum q, Zpos (Qden q)) in
  if (0 <=? n)%Z then (fst b * n / d, divide_up (snd b * n) d)%Z else (snd b * n / d, divide_up (fst b * n) d)%Z.
Lemma scale_ends_between q x b : between x b -> between (Q2R q * x) (scale_ends q b).
Proof.
  unfold between, scale_ends. intros [l h]. pose proof (den_pos q) as pos. pose proof (Q2R_times q) as e.
  destruct (0 <=? Qnum q)%Z eqn:sign; cbn [fst snd].
  - apply Z.leb_le, IZR_le in sign.
    pose proof (floor_le (fst b * Qnum q) (Zpos (Qden q)) eq_refl) as f. rewrite mult_IZR in f.
    pose proof (divide_up_le (snd b * Qnum q) (Zpos (Qden q)) eq_refl) as a. rewrite mult_IZR in a.
    set (n := IZR (Qnum q)) in *. set (d := IZR (Zpos (Qden q))) in *.
    split; apply Rmult_le_reg_r with d; auto; replace (Q2R q * x * Grain * d) with (x * Grain * n) by (rewrite <- e;
      ring); nra.
  - apply Z.leb_gt, IZR_lt in sign.
    pose proof (floor_le (snd b * Qnum q) (Zpos (Qden q)) eq_refl) as f. rewrite mult_IZR in f.
    pose proof (divide_up_le (fst b * Qnum q) (Zpos (Qden q)) eq_refl) as a. rewrite mult_IZR in a.
    set (n := IZR (Qnum q)) in *. set (d := IZR (Zpos (Qden q))) in *.
    split; apply Rmult_le_reg_r with d; auto; replace (Q2R q * x * Grain * d) with (x * Grain * n) by (rewrite <- e;
      ring); nra.
Qed.

(* Below exp: (1 + p/2^22)^(2^22), rounded downwards, of p or of 40, whichever is less. *)
Definition halvings : nat := 22.
Definition squared_down (n : Z) : Z := Z.shiftr (n * n) grain_bits.
Lemma squared_down_is n : squared_down n = (n * n / grain)%Z.
Proof. apply Z.shiftr_div_pow2. discriminate. Qed.
Definition exp_above (p : Z) : Z :=
  Nat.iter halvings squared_down (Z.max 0 (grain + Z.min p (40 * grain) / 2 ^ Z.of_nat halvings))%Z.
Lemma square_nonneg n : (0 <= n)%Z -> (0 <= squared_down n)%Z.
Proof. intros pos. rewrite squared_down_is. apply Z.div_pos; [apply Z.mul_nonneg_nonneg; exact pos|reflexivity]. Qed.
Lemma iter_nonneg k n : (0 <= n)%Z -> (0 <= Nat.iter k squared_down n)%Z.
Proof. intros pos. induction k as [|k IH]; [exact pos|apply square_nonneg, IH]. Qed.
Lemma squares k : forall n y, (0 <= n)%Z -> IZR n <= exp y * Grain -> IZR (Nat.iter k squared_down n) <= exp (y * 2 ^
  k) * Grain.
Proof.
  induction k as [|k IH]; intros n y pos le; [cbn; rewrite Rmult_1_r; exact le|].
  cbn [Nat.iter nat_rect]. specialize (IH n y pos le). set (m := Nat.iter k squared_down n) in *.
  pose proof (iter_nonneg k n pos) as pm. fold m in pm. apply IZR_le in pm.
  change (IZR (squared_down m) <= exp (y * 2 ^ S k) * Grain).
  pose proof (floor_le (m * m) grain eq_refl) as f. rewrite <- squared_down_is in f. rewrite mult_IZR in f.
  fold Grain in f.
  replace (y * 2 ^ S k) with (y * 2 ^ k + y * 2 ^ k) by (cbn; ring). rewrite exp_plus.
  pose proof Grain_pos. apply Rmult_le_reg_r with Grain; [assumption|].
  pose proof (Rmult_le_compat _ _ _ _ pm pm IH IH). lra.
Qed.
Lemma exp_above_nonneg p : (0 <= exp_above p)%Z.
Proof. apply iter_nonneg, Z.le_max_l. Qed.
Lemma exp_above_le p x : IZR p <= x * Grain -> IZR (exp_above p) <= exp x * Grain.
Proof.
  intros le. unfold exp_above. set (m := Z.min p (40 * grain)). set (y := x / 2 ^ halvings).
  pose proof Grain_pos as pos. assert (two : 0 < 2 ^ halvings) by (apply pow_lt; lra).
  replace x with (y * 2 ^ halvings) by (unfold y; field; lra). apply squares; [apply Z.le_max_l|].
  destruct (Z.max_spec 0 (grain + m / 2 ^ Z.of_nat halvings)) as [[_ ->]|[_ ->]].
  2: { pose proof (exp_pos y). nra. }
  assert (same : IZR (2 ^ Z.of_nat halvings) = 2 ^ halvings) by (symmetry; apply pow_IZR).
  pose proof (floor_le m (2 ^ Z.of_nat halvings) eq_refl) as f. rewrite same in f. rewrite plus_IZR.
  pose proof (IZR_le _ _ (Z.le_min_l p (40 * grain))) as less. fold m in less. fold Grain.
  assert (IZR (m / 2 ^ Z.of_nat halvings) <= y * Grain).
  { apply Rmult_le_reg_r with (2 ^ halvings); [exact two|]. replace (y * Grain * 2 ^ halvings) with (x * Grain) by
    (unfold y; field; lra).
    lra. }
  pose proof (exp_ineq1_le y). nra.
Qed.

(* A lower end from what is below exp(-p), an upper one from what is below exp p. *)
Lemma fires_low p (low : Z) : (0 <= low)%Z -> IZR low <= exp (- p) * Grain ->
  IZR (grain * low / (grain + low)) <= fires p * Grain.
Proof.
  intros n e. pose proof Grain_pos as pos. pose proof (exp_pos (- p)) as pp. assert (0 < grain)%Z by reflexivity.
  assert (f := floor_le (grain * low) (grain + low) ltac:(lia)). rewrite mult_IZR, plus_IZR in f. fold Grain in f.
  apply IZR_le in n. assert (one : exp p * exp (- p) = 1) by (rewrite <- exp_plus, Rplus_opp_r; apply exp_0).
  assert (s : fires p = exp (- p) / (1 + exp (- p))).
  { unfold fires. apply Rmult_eq_reg_r with ((1 + exp p) * (1 + exp (- p))); [|pose proof (exp_pos p); nra].
    pose proof (exp_pos p). field_simplify; lra. }
  rewrite s. set (y := exp (- p)) in *. clearbody y.
  apply Rmult_le_reg_r with (Grain + IZR low); [lra|]. apply Rle_trans with (1 := f).
  replace (y / (1 + y) * Grain * (Grain + IZR low)) with (Grain * (y * (Grain + IZR low) / (1 + y))) by (field; lra).
  apply Rmult_le_compat_l; [lra|]. apply Rmult_le_reg_r with (1 + y); [lra|].
  unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. nra.
Qed.
Lemma fires_high p (high : Z) : (0 <= high)%Z -> IZR high <= exp p * Grain ->
  fires p * Grain <= IZR (divide_up (grain * grain) (grain + high)).
Proof.
  intros n e. pose proof Grain_pos as pos. pose proof (exp_pos p) as pp. assert (0 < grain)%Z by reflexivity.
  assert (a := divide_up_le (grain * grain) (grain + high) ltac:(lia)). rewrite mult_IZR, plus_IZR in a.
  fold Grain in a.
  apply IZR_le in n. unfold fires. set (y := exp p) in *. clearbody y.
  apply Rmult_le_reg_r with (Grain + IZR high); [lra|]. refine (Rle_trans _ _ _ _ a).
  replace (1 / (1 + y) * Grain * (Grain + IZR high)) with (Grain * ((Grain + IZR high) / (1 + y))) by (field; lra).
  apply Rmult_le_compat_l; [lra|]. apply Rmult_le_reg_r with (1 + y); [lra|].
  unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.
Definition fires_above (p : Z) : Z := let low := exp_above (- p) in (grain * low / (grain + low))%Z.
Definition fires_below (p : Z) : Z := (divide_up (grain * grain) (grain + exp_above p))%Z.
Definition sigmoid (b : ends) : ends := (fires_above (snd b), fires_below (fst b)).
#[global] Strategy opaque [exp_above].
Lemma sigmoid_between p b : between p b -> between (fires p) (sigmoid b).
Proof.
  intros [l h]. split.
  - apply fires_low; [apply exp_above_nonneg|]. apply exp_above_le. rewrite opp_IZR. lra.
  - apply fires_high; [apply exp_above_nonneg|]. apply exp_above_le, l.
Qed.
