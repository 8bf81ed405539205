(* Tables of slots that a computation accepts: what their calls do to data. *)
From Coq Require Import List Bool Arith ZArith Lia.
Require Import OGD.Theorem OGD.InTime OGD.AnyOrder OGD.Slots.
Import ListNotations.
Local Open Scope Z_scope.

(* In each case of each slot one member wins by 2 or more, and leads to the line that is printed. *)
Definition same (l l' : line) : bool := if list_eq_dec Z.eq_dec l l' then true else false.
Definition sum (l u : line) : line := map (fun '(x, y) => x + y) (combine l u).
Definition row_holds (members : list line) '((before, after) : line * line) : bool :=
  let v := least (map (fun u => product u before) members) in
  match filter (fun u => product u before <? v + 2) members with [u] => same (sum before u) after | _ => false end.
Fixpoint all_differ (l : list line) : bool := match l with [] => true | u :: l => negb (existsb (same u) l) &&
  all_differ l end.
Definition wide (width : nat) (l : list line) : bool := forallb (fun u => (length u =? width)%nat) l.
Fixpoint slots_hold (width : nat) (before : list line) (l : list (list line * list line)) : bool := match l with
  | [] => wide width before
  | (members, after) :: l => negb (length members =? 0)%nat && all_differ members && (wide width before &&
      wide width members && (length before =? length after)%nat && forallb (row_holds members) (combine before after) &&
      slots_hold width after l) end.
Definition table_holds (width : nat) (t : table) : bool := slots_hold width (cases t) (turns t).
(* From this line a table leads to that one, and the last coordinate of all lines on the way is at most z, if it is
  asked. *)
Fixpoint path (i : nat) (l : line) (more : list (list line * list line)) : list line :=
  l :: match more with [] => [] | (_, after) :: more => path i (nth i after []) more end.
Definition leads (t : table) (bound : option Z) (given wanted : line) : bool := existsb (fun i =>
  same (nth i (cases t) []) given && same (last (path i given (turns t)) []) wanted &&
  match bound with None => true | Some z => forallb (fun l => last l 0 <=? z) (path i given (turns t)) end)
  (seq 0 (length (cases t))).
Definition both_bits (f : bool -> bool) : bool := f true && f false.
Definition nand_keeps t := both_bits (fun x => both_bits (fun y => both_bits (fun z =>
  leads t None [bit x; bit y; bit z; 2] [bit x; bit y; bit (nand x y); 2]))).
Definition not_keeps t := both_bits (fun x => both_bits (fun y => leads t None [bit x; bit y] [bit x; bit (negb x)])).
Definition copy_keeps t := both_bits (fun x => both_bits (fun y => leads t None [bit x; bit y] [bit x; bit x])).
Definition raise_keeps t := both_bits (fun x => let z := if x then 1 else 0 in leads t (Some z) [bit x; 0] [bit x; z]).
Record sound (G : slot_tables) : Prop := {
  nand_holds : table_holds 4 (nand_table G) = true; not_holds : table_holds 2 (not_table G) = true;
  copy_holds : table_holds 2 (copy_table G) = true; raise_holds : table_holds 2 (raise_table G) = true;
  nand_kept : nand_keeps (nand_table G) = true; not_kept : not_keeps (not_table G) = true;
  copy_kept : copy_keeps (copy_table G) = true; raise_kept : raise_keeps (raise_table G) = true }.

Lemma same_eq l l' : same l l' = true -> l = l'.
Proof. unfold same. destruct (list_eq_dec _ _ _); [auto|discriminate]. Qed.
Lemma both_bits_all f x : both_bits f = true -> f x = true.
Proof. intros b. apply andb_prop in b as [t e]. destruct x; assumption. Qed.
Lemma least_in l : l <> [] -> In (least l) l.
Proof.
  destruct l as [|x l]; [contradiction|intros _]. unfold least. induction l as [|y l IH]; [left; reflexivity|]. cbn
    [fold_right].
  destruct (Z.min_spec y (fold_right Z.min x l)) as [[_ ->]|[_ ->]]; [right; left; reflexivity|].
  destruct IH as [e|i]; [left; exact e|right; right; exact i].
Qed.
Lemma least_low l x : In x l -> least l <= x.
Proof.
  destruct l as [|y l]; [contradiction|]. unfold least. revert x. induction l as [|y' l IH]; intros x i; cbn
    [fold_right].
  - destruct i as [->|[]]. lia.
  - destruct i as [->|[->|i]]; [specialize (IH x (or_introl eq_refl))| |specialize (IH x (or_intror i))]; lia.
Qed.

(* Placed members, on coordinates that are distinct. *)
Lemma known_none places l c : ~ In c places -> known places l c = None.
Proof.
  revert l. induction places as [|o places IH]; intros l n; [reflexivity|]. destruct l as [|x l]; [reflexivity|]. cbn.
  destruct (Nat.eqb_spec c o) as [->|]; [elim n; left; reflexivity|]. apply IH. intros i. apply n. right. exact i.
Qed.
Lemma placed_cons o places x u : placed (o :: places) (x :: u) =
  if x =? 0 then placed places u else (o, x) :: placed places u.
Proof. unfold placed. cbn. destruct (x =? 0); reflexivity. Qed.
Lemma entry_placed places : NoDup places -> forall u c, entry_at (placed places u) c = match known places u c with Some
  x => x | None => 0 end.
Proof.
  induction 1 as [|o places out nodup IH]; intros u c; [reflexivity|]. destruct u as [|x u]; [reflexivity|].
  rewrite placed_cons. cbn [known]. destruct (Z.eqb_spec x 0) as [->|n].
  - rewrite IH. destruct (Nat.eqb_spec c o) as [->|]; [rewrite known_none by exact out|]; reflexivity.
  - cbn. change (fold_right _ 0 (placed places u)) with (entry_at (placed places u) c). rewrite IH.
    destruct (Nat.eqb_spec c o) as [->|]; [rewrite known_none by exact out; lia|reflexivity].
Qed.
Lemma value_placed places d : forall u l, length u = length places -> length l = length places -> NoDup places ->
  (forall c x, known places l c = Some x -> d c = x) -> value (placed places u) d = product u l.
Proof.
  induction places as [|o places IH]; intros u l lu ll nodup f; destruct u as [|x u], l as [|w l]; try discriminate;
    [reflexivity|].
  inversion nodup as [|? ? out more]. subst.
  rewrite placed_cons. unfold product. cbn [combine fold_right]. fold (product u l).
  assert (e : value (placed places u) d = product u l).
  { apply IH; try (cbn in *; lia); try assumption. intros c y kn. apply f. cbn. destruct (Nat.eqb_spec c o) as [->|];
    [|exact kn].
    rewrite known_none in kn by exact out. discriminate. }
  assert (d o = w) by (apply f; cbn; rewrite Nat.eqb_refl; reflexivity).
  destruct (Z.eqb_spec x 0) as [->|]; [rewrite e; lia|]. cbn. change (fold_right _ 0 (placed places u)) with (value
    (placed places u) d). nia.
Qed.
Lemma known_sum places c : forall l u, length l = length places -> length u = length places ->
  known places (sum l u) c = match known places l c, known places u c with Some x, Some y => Some (x + y) | _, _ =>
    None end.
Proof.
  induction places as [|o places IH]; intros l u ll lu; destruct l as [|x l], u as [|y u]; try discriminate;
    [reflexivity|].
  cbn. destruct (c =? o)%nat; [reflexivity|]. apply IH; cbn in *; lia.
Qed.
Lemma known_all places l c : length l = length places -> In c places -> exists x, known places l c = Some x.
Proof.
  revert l. induction places as [|o places IH]; intros l len i; [contradiction|]. destruct l as [|x l];
    [discriminate|]. cbn.
  destruct (Nat.eqb_spec c o); [exists x; reflexivity|]. destruct i as [->|i]; [contradiction|]. apply IH; [cbn in len;
    lia|exact i].
Qed.
Lemma fits_moved places l u d : NoDup places -> length l = length places -> length u = length places ->
  fits places l d -> fits places (sum l u) (moved d (placed places u)).
Proof.
  intros nodup ll lu f c. specialize (f c). unfold moved. rewrite (entry_placed places nodup), known_sum by assumption.
  destruct (in_dec Nat.eq_dec c places) as [i|n].
  - destruct (known_all places l c ll i) as (x & e), (known_all places u c lu i) as (y & e'). rewrite e, e' in *. lia.
  - rewrite !(known_none _ _ _ n) in *. rewrite Z.add_0_r. exact f.
Qed.
Lemma moved_off places u d c : NoDup places -> ~ In c places -> moved d (placed places u) c = d c.
Proof. intros nodup n. unfold moved. rewrite (entry_placed places nodup), (known_none _ _ _ n). lia. Qed.
Lemma wide_in width l u : wide width l = true -> In u l -> length u = width.
Proof. intros w i. apply Nat.eqb_eq, (proj1 (forallb_forall _ _) w u i). Qed.

(* A row, at data that fit it. *)
Lemma row_turns z places members before after d t : NoDup places -> wide (length places) members = true ->
  length before = length places -> row_holds members (before, after) = true -> fits places before d -> d flag <= z ->
  choices t = members -> on t = places -> In (before, after) (lines t) ->
  exists u, turns_well z t d u /\ fits places after (moved d u) /\ forall c, ~ In c places -> moved d u c = d c.
Proof.
  intros nodup wm lb row f fl ct ot it. unfold row_holds in row.
  set (v := least _) in row. destruct (filter _ members) as [|u [|? ?]] eqn:found; try discriminate. apply same_eq in
    row.
  assert (iu : In u members /\ product u before < v + 2).
  { assert (i : In u [u]) by (left; reflexivity). rewrite <- found in i. apply filter_In in i as [i l]. split; [exact
    i|]. apply Z.ltb_lt, l. }
  assert (others : forall w, In w members -> w = u \/ v + 2 <= product w before).
  { intros w iw. destruct (Z.ltb_spec (product w before) (v + 2)) as [l|l]; [|right; lia]. left.
    assert (i : In w [u]) by (rewrite <- found; apply filter_In; split; [exact iw|apply Z.ltb_lt, l]).
    destruct i as [->|[]]. reflexivity. }
  assert (ev : product u before = v).
  { assert (i : In v (map (fun u => product u before) members)) by (apply least_in; destruct members; [destruct iu as
    [[] _]|discriminate]).
    apply in_map_iff in i as (w & e & iw). destruct (others w iw) as [->|l]; [exact e|lia]. }
  assert (values : forall w, In w members -> value (placed places w) d = product w before).
  { intros w iw. apply value_placed; [apply (wide_in _ members w wm iw)|exact lb|exact nodup|]. intros c x kn.
    specialize (f c). rewrite kn in f. exact f. }
  exists (placed places u). assert (lu : length u = length places) by (apply (wide_in _ members u wm), iu).
  pose proof (fits_moved places before u d nodup lb lu f) as fm. rewrite row in fm.
  split; [|split; [exact fm|intros c n; apply (moved_off places u d c nodup n)]].
  split; [exact fl|]. split.
  - unfold slot_of. rewrite ct, ot. split; [apply in_map, iu|]. intros w iw. apply in_map_iff in iw as (x & <- & ix).
    destruct (others x ix) as [->|l]; [left; reflexivity|right]. rewrite !values by (assumption || apply iu). lia.
  - exists before, after. rewrite ct, ot. split; [exact it|]. split; [exact f|]. split; [exact fm|].
    rewrite values by apply iu. exact ev.
Qed.
Lemma combine_nth_in {A B} (l : list A) (l' : list B) x y i : length l = length l' -> (i < length l)%nat ->
  In (nth i l x, nth i l' y) (combine l l').
Proof. intros e lt. rewrite <- combine_nth by exact e. apply nth_In. rewrite combine_length, <- e, Nat.min_id. exact
  lt. Qed.
Lemma turns_run z places more : NoDup places -> forall before i d (after : data -> Prop), slots_hold (length places)
  before more = true ->
  (i < length before)%nat -> fits places (nth i before []) d ->
  (In flag places -> forall l, In l (path i (nth i before []) more) -> exists x, known places l flag = Some x /\ x <=
    z) ->
  d flag <= z ->
  (forall d', fits places (last (path i (nth i before []) more) []) d' -> (forall c, ~ In c places -> d' c = d c) ->
    after d') ->
  runs z (turns_from places before more) d after.
Proof.
  intros nodup. induction more as [|[members lines_after] more IH]; intros before i d after holds li f below fl ends.
  - apply ends; [exact f|reflexivity].
  - cbn [slots_hold] in holds. apply andb_prop in holds as [_ holds]. apply andb_prop in holds as [holds later]. apply
    andb_prop in holds as [holds rows].
    apply andb_prop in holds as [holds len]. apply andb_prop in holds as [wb wm]. apply Nat.eqb_eq in len.
    pose proof (combine_nth_in before lines_after [] [] i len li) as here.
    assert (ob : length (nth i before []) = length places) by (apply (wide_in _ before); [exact wb|apply nth_In, li]).
    cbn [turns_from]. set (t := {| on := places; lines := combine before lines_after; choices := members |}).
    destruct (row_turns z places members _ _ d t nodup wm ob (proj1 (forallb_forall _ _) rows _ here) f fl eq_refl
      eq_refl here) as (u & well & fu & off).
    exists u. split; [exact well|]. apply (IH lines_after i); [assumption|lia|exact fu| | |].
    + intros ip l il. apply below; [exact ip|]. right. exact il.
    + destruct (in_dec Nat.eq_dec flag places) as [ip|np]; [|rewrite (off flag np); exact fl].
      destruct (below ip (nth i lines_after [])) as (x & e & lx).
      { right. destruct more as [|[? ?] ?]; left; reflexivity. }
      specialize (fu flag). rewrite e in fu. lia.
    + intros d' f' off'. apply ends.
      * cbn [path]. destruct more as [|[? ?] ?]; exact f'.
      * intros c n. rewrite (off' c n). apply off, n.
Qed.
Lemma path_wide width more : forall before i l, slots_hold width before more = true -> (i < length before)%nat ->
  In l (path i (nth i before []) more) -> length l = width.
Proof.
  induction more as [|[members after] more IH]; intros before i l holds li il.
  - destruct il as [<-|[]]. apply (wide_in _ before); [exact holds|apply nth_In, li].
  - cbn [slots_hold] in holds. apply andb_prop in holds as [_ holds]. apply andb_prop in holds as [holds later]. apply
    andb_prop in holds as [holds _].
    apply andb_prop in holds as [holds len]. apply andb_prop in holds as [wb _]. apply Nat.eqb_eq in len.
    destruct il as [<-|il]; [apply (wide_in _ before); [exact wb|apply nth_In, li]|].
    apply (IH after i); [exact later|lia|exact il].
Qed.

(* A call, at data that are ordinary but for the line that its table leads on from. *)
Lemma call_runs z places t bound given wanted d (after : data -> Prop) : NoDup places ->
  table_holds (length places) t = true -> leads t bound given wanted = true ->
  (forall c x, known places given c = Some x -> d c = x) -> (forall c, ordinary c (d c)) -> d flag <= z ->
  (In flag places -> bound = Some z /\ exists a, a <> flag /\ places = [a; flag]) ->
  (forall d', (forall c, ~ In c places -> d' c = d c) -> (forall c x, known places wanted c = Some x -> d' c = x) ->
    after d') ->
  runs z (turns_of_call (t, places)) d after.
Proof.
  intros nodup holds lead here plain fl flagged h. unfold leads in lead. apply existsb_exists in lead as (i & ii &
    lead).
  apply in_seq in ii as [_ li]. apply andb_prop in lead as [lead low]. apply andb_prop in lead as [eg ew].
  apply same_eq in eg, ew. cbn [turns_of_call]. apply (turns_run z places (turns t) nodup (cases t) i);
    [exact holds|exact li| | |exact fl|]; rewrite eg.
  - intros c. destruct (known places given c) as [x|] eqn:e; [apply here, e|apply plain].
  - intros ip l il. destruct (flagged ip) as (-> & a & af & ->). rewrite <- eg in il.
    pose proof (path_wide 2 (turns t) (cases t) i l holds li il) as len. rewrite eg in il.
    pose proof (proj1 (forallb_forall _ _) low l il) as ll. apply Z.leb_le in ll.
    destruct l as [|x [|y [|? ?]]]; try discriminate. exists y. cbn in *. destruct a; [contradiction|]. split;
      [reflexivity|exact ll].
  - rewrite ew. intros d' f off. apply h; [exact off|]. intros c x e. specialize (f c). rewrite e in f. exact f.
Qed.

(* The slots of a call: distinct members, on its places. *)
Lemma all_differ_nodup l : all_differ l = true -> NoDup l.
Proof.
  induction l as [|u l IH]; intros h; [constructor|]. cbn in h. apply andb_prop in h as [h more]. constructor; [|apply
    IH, more].
  intros i. apply negb_true_iff in h. assert (existsb (same u) l = true); [|congruence]. apply existsb_exists. exists u.
  split; [exact i|]. unfold same. destruct (list_eq_dec _ _ _); [reflexivity|contradiction].
Qed.
Lemma placed_in places u c x : In (c, x) (placed places u) -> In c places.
Proof. intros i. apply filter_In in i as [i _]. apply (in_combine_l _ _ _ _ i). Qed.
Lemma placed_injective places : NoDup places -> forall u v, length u = length places -> length v = length places ->
  placed places u = placed places v -> u = v.
Proof.
  induction 1 as [|o places out nodup IH]; intros u v lu lv e; destruct u as [|x u], v as [|y v]; try discriminate;
    [reflexivity|].
  rewrite !placed_cons in e. cbn in lu, lv. destruct (Z.eqb_spec x 0) as [->|nx], (Z.eqb_spec y 0) as [->|ny].
  - rewrite (IH u v) by (lia || exact e). reflexivity.
  - elim out. apply (placed_in places u o y). rewrite e. left. reflexivity.
  - elim out. apply (placed_in places v o x). rewrite <- e. left. reflexivity.
  - injection e as -> e. rewrite (IH u v) by (lia || exact e). reflexivity.
Qed.
Definition usable (dim : nat) (s : slot) : Prop := NoDup s /\ s <> [] /\ forall u c x, In u s -> In (c, x) u -> (c <
  dim)%nat.
Lemma turns_usable dim places : NoDup places -> (forall c, In c places -> (c < dim)%nat) -> forall more before t,
  slots_hold (length places) before more = true -> In t (turns_from places before more) -> usable dim (slot_of t).
Proof.
  intros nodup inside. induction more as [|[members after] more IH]; intros before t holds it; [contradiction|].
  cbn [slots_hold] in holds. apply andb_prop in holds as [members_fine holds]. apply andb_prop in members_fine as [some
    differ].
  apply andb_prop in holds as [holds later]. apply andb_prop in holds as [holds _].
  apply andb_prop in holds as [holds _]. apply andb_prop in holds as [_ wm].
  destruct it as [<-|it]; [|apply (IH after t later it)]. unfold slot_of. cbn [choices on].
  split; [|split].
  - apply all_differ_nodup in differ. clear some. induction differ as [|u l out _ IHl]; [constructor|].
    cbn [wide forallb] in wm. cbn [map]. apply andb_prop in wm as [wu wm]. apply Nat.eqb_eq in wu. constructor; [|apply
      IHl, wm].
    intros i. apply in_map_iff in i as (v & e & iv). apply out. rewrite <- (placed_injective places nodup v u); [exact
      iv| |exact wu|exact e].
    apply (wide_in _ l v wm iv).
  - destruct members; [discriminate|discriminate].
  - intros u c x iu ic. apply in_map_iff in iu as (v & <- & _). apply inside, (placed_in places v c x ic).
Qed.
