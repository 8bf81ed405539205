(* Columns of tables, row by row; and calls of one table inside another. *)
From Coq Require Import List Bool Arith ZArith Lia Ring Field InitialRing.
Require Import OGD.Theorem OGD.Field OGD.Tables OGD.Frame.
Import ListNotations.
Local Open Scope field_scope.

Section Columns.
Context {F : ordered_field} (R : rule F).
Add Field numbers : (field_of F) (morphism (num_morphism F), completeness (num_faithful F),
  constants [numeral], power_tac (power_of F) [exponent]).

(* Lists of weights say the same, if they agree up to v. *)
Definition same (k : nat) (l l' : list F) : Prop := map (listed l) (seq 0 (S k)) = map (listed l') (seq 0 (S k)).
Lemma same_iff k l l' : same k l l' <-> forall i, (i <= k)%nat -> nth i l 0 = nth i l' 0.
Proof. apply map_seq_nth. Qed.
Lemma row_same k e b b' a : same k b b' -> row R k e b a -> row R k e b' a.
Proof.
  destruct e as [x y]. rewrite same_iff. intros s (range & kink & moves). cbn [fst] in range.
  assert (d : dot x (listed b) = dot x (listed b')).
  { clear - s range. induction x as [|[c p] x IH]; [reflexivity|].
    change (p * nth c b 0 + dot x (listed b) = p * nth c b' 0 + dot x (listed b')).
    apply andb_prop in range as [c1 c2]. apply Nat.ltb_lt in c1. rewrite IH, s by (assumption || lia). reflexivity. }
  unfold row, on_kink in *. cbn [fst snd] in *. rewrite <- d. split; [exact range|].
  replace (listed b' k) with (listed b k) by (apply s; lia). split; [exact kink|].
  rewrite <- moves. apply map_seq_nth. intros i l. unfold step. cbv zeta. rewrite <- d. unfold listed.
  rewrite !s by lia. reflexivity.
Qed.
Lemma path_same k es b b' rows : same k b b' -> path R k es b rows -> path R k es b' rows.
Proof.
  destruct es as [|e es], rows; cbn; try tauto. intros s [h t]. split; [|exact t]. apply (row_same _ _ b); assumption.
Qed.
Lemma last_cons {A} (a : A) l d : last (a :: l) d = last l a.
Proof.
  revert a d. induction l as [|b l IH]; intros a d; [reflexivity|].
  change (last (b :: l) d = last (b :: l) a). rewrite !IH. reflexivity.
Qed.
Lemma last_app {A} (l l' : list A) d : last (l ++ l') d = last l' (last l d).
Proof. revert d. induction l as [|a l IH]; intros d; [reflexivity|]. cbn [app]. rewrite !last_cons. apply IH. Qed.
Lemma path_app k es1 es2 b rows1 rows2 : path R k es1 b rows1 -> path R k es2 (last rows1 b) rows2 ->
  path R k (es1 ++ es2) b (rows1 ++ rows2).
Proof.
  revert b rows1. induction es1 as [|e es IH]; intros b [|l rows1]; cbn [path app]; try tauto.
  intros [h t] t2. split; [exact h|]. apply IH; [exact t|]. rewrite last_cons in t2. exact t2.
Qed.
Lemma leads_app k es1 es2 b rows1 m rows2 a : leads R k es1 b rows1 m -> leads R k es2 m rows2 a ->
  leads R k (es1 ++ es2) b (rows1 ++ rows2) a.
Proof.
  intros [p1 e1] [p2 e2]. split.
  - apply path_app; [exact p1|]. apply (path_same _ _ m); [symmetry; exact e1|exact p2].
  - fold (same k (last rows1 b) m) in e1. fold (same k (last rows2 m) a) in e2.
    fold (same k (last (rows1 ++ rows2) b) a). rewrite last_app, same_iff in *. destruct rows2 as [|l rows2].
    + cbn in *. intros i l. rewrite e1 by exact l. apply e2, l.
    + intros i j. rewrite <- e2 by exact j. rewrite !last_cons. reflexivity.
Qed.
Lemma leads_row k e b a : row R k e b a -> leads R k [e] b [a] a.
Proof. intros r. split; [split; [exact r|exact I]|reflexivity]. Qed.
Lemma leads_cons k e es b m rows a : row R k e b m -> leads R k es m rows a -> leads R k (e :: es) b (m :: rows) a.
Proof. intros r l. exact (leads_app k [e] es b [m] m rows a (leads_row k e b m r) l). Qed.
Lemma leads_as k es b b' rows a a' : leads R k es b rows a -> same k b b' -> same k a a' -> leads R k es b' rows a'.
Proof.
  intros [p e] sb sa. split; [apply (path_same _ _ b); assumption|]. rewrite <- sa, <- e. destruct rows as [|l rows].
  - symmetry. exact sb.
  - rewrite !last_cons. reflexivity.
Qed.
Lemma leads_nothing k b : leads R k [] b [] b.
Proof. split; [exact I|reflexivity]. Qed.

(* A call inside a table. *)
Lemma nth_within k on b n row c : (c <= k)%nat -> nth c (within_at R k on b n row) 0 =
  match position c (on ++ [k]) with Some i => nth i row 0 | None => decay R ^ n * nth c b 0 end.
Proof.
  intros l. unfold within_at. match goal with |- nth c (map ?f _) 0 = _ => set (g := f) end.
  rewrite (nth_indep _ 0 (g 0%nat)) by (rewrite map_length, seq_length; lia).
  rewrite map_nth, seq_nth by lia. reflexivity.
Qed.
Lemma call_path k' k on es : length on = k' -> NoDup (on ++ [k]) -> forallb (fun c => c <? k)%nat on = true ->
  forall n b rows whole whole0, path R k' es b rows ->
  (forall i, (i <= k')%nat -> nth (nth i (on ++ [k]) 0%nat) whole 0 = nth i b 0) ->
  (forall c, (c <= k)%nat -> ~ In c (on ++ [k]) -> nth c whole 0 = decay R ^ n * nth c whole0 0) ->
  path R k (called k on es) whole (within_from R n k on whole0 rows).
Proof.
  intros size distinct below. assert (size' : length (on ++ [k]) = S k') by (rewrite app_length; cbn; lia).
  assert (last_place : nth k' (on ++ [k]) 0%nat = k) by (rewrite app_nth2, size, Nat.sub_diag by lia; reflexivity).
  assert (bound : forall c, (c < k')%nat -> (nth c (on ++ [k]) 0%nat < k)%nat).
  { intros c l. rewrite app_nth1 by lia. apply Nat.ltb_lt. rewrite forallb_forall in below. apply below, nth_In. lia. }
  induction es as [|e es IH]; intros n b [|l rows] whole whole0; cbn [path called map within_from]; try tauto.
  intros [h t] a rest. destruct (frame_step R k' (on ++ [k]) size' distinct e b l (listed whole) h a)
    as (kink & inside & outside).
  rewrite last_place in kink, inside, outside. split.
  - split; [|split; [exact kink|]].
    + destruct h as [range _]. destruct e as [x y]. cbn [rename fst] in *. rewrite forallb_forall in *.
      intros [c p] m. apply in_map_iff in m as [[d q] [m1 m2]]. injection m1 as <- <-. specialize (range _ m2).
      cbn in range. apply Nat.ltb_lt in range. apply Nat.ltb_lt, bound. exact range.
    + apply map_seq_nth. intros c j. unfold listed at 2. rewrite nth_within by exact j.
      destruct (position c (on ++ [k])) as [i|] eqn:p.
      * apply position_some in p as [p1 p2]. rewrite <- p2. apply inside. lia.
      * apply position_none in p. rewrite outside by exact p. unfold listed. rewrite rest by assumption.
        change (decay R ^ S n) with (decay R * decay R ^ n). ring.
  - apply (IH (S n) l); [exact t| |].
    + intros i j. rewrite nth_within by (destruct (Nat.eq_dec i k') as [->|]; [rewrite last_place;
        lia|specialize (bound i); lia]).
      rewrite position_nth by (assumption || lia). reflexivity.
    + intros c j o. rewrite nth_within by exact j. apply position_none in o. rewrite o. reflexivity.
Qed.
Lemma leads_call k' k on es b rows b' whole after : leads R k' es b rows b' -> length on = k' ->
  distinct (on ++ [k]) = true -> forallb (fun c => c <? k)%nat on = true ->
  map (listed whole) (on ++ [k]) = map (listed b) (seq 0 (S k')) ->
  map (listed (within_at R k on whole (length es) b')) (seq 0 (S k)) = map (listed after) (seq 0 (S k)) ->
  leads R k (called k on es) whole (within R k on whole rows) after.
Proof.
  intros [p e] size d below match_in match_out. apply distinct_NoDup in d.
  assert (entered : forall i, (i <= k')%nat -> nth (nth i (on ++ [k]) 0%nat) whole 0 = nth i b 0).
  { intros i l. assert (n : nth i (map (listed whole) (on ++ [k])) (listed whole 0%nat) = listed b i).
    { rewrite match_in. rewrite (nth_indep _ _ (listed b 0%nat)) by (rewrite map_length, seq_length; lia).
      rewrite map_nth, seq_nth by lia. reflexivity. }
    rewrite map_nth in n. exact n. }
  split.
  - apply (call_path k' k on es size d below 0 b); [exact p|exact entered|].
    intros c _ _. change (decay R ^ 0) with (1 : F). ring.
  - rewrite <- match_out. fold (same k' (last rows b) b') in e. rewrite same_iff in e.
    assert (arrived : forall es n b rows d, path R k' es b rows -> es <> [] ->
      last (within_from R n k on whole rows) d = within_at R k on whole (n + length es) (last rows b)).
    { clear. induction es as [|e es IH]; intros n b [|l rows] d; cbn [path]; try tauto. intros [_ t] _.
      destruct es as [|e' es], rows as [|l' rows]; try (cbn in t; tauto); [cbn; rewrite Nat.add_1_r; reflexivity|].
      change (last (within_from R (S n) k on whole (l' :: rows)) d = within_at R k on whole (n + length (e :: e' ::
        es)) (last (l' :: rows) b)).
      rewrite (IH (S n) l (l' :: rows) d t) by discriminate. cbn [length]. rewrite Nat.add_succ_comm, !last_cons.
      reflexivity. }
    apply map_seq_nth. intros c l. unfold listed. unfold within. rewrite nth_within by exact l.
    destruct es as [|e0 es].
    + destruct rows; [|cbn in p; tauto]. cbn in *. destruct (position c (on ++ [k])) as [i|] eqn:q.
      * apply position_some in q as [q1 q2]. rewrite app_length in q1. cbn in q1. rewrite <- e, <- entered, q2 by lia.
        reflexivity.
      * change (decay R ^ 0) with (1 : F). ring.
    + rewrite (arrived _ 0%nat b rows whole p) by discriminate. rewrite nth_within by exact l.
      destruct (position c (on ++ [k])) as [i|] eqn:q; [|reflexivity].
      apply position_some in q as [q1 q2]. rewrite app_length in q1. cbn in q1. apply e. lia.
Qed.
End Columns.
