"""English."""

IRREGULAR = """
arise arose arisen
awake awoke awoken
be am is are was were been being
bear bore borne born
beat beaten
become became
begin began begun
bend bent
bet
bind bound
bite bit bitten
bleed bled
blow blew blown
break broke broken
breed bred
bring brought
broadcast
build built
burn burnt
burst
buy bought
cast
catch caught
choose chose chosen
cling clung
come came
cost
creep crept
cut
deal dealt
dig dug
dive dove
do does did done
draw drew drawn
dream dreamt
drink drank drunk
drive drove driven
dwell dwelt
eat ate eaten
fall fell fallen
feed fed
feel felt
fight fought
find found
flee fled
fling flung
fly flew flown
forbid forbade forbidden
forecast
foresee foresaw foreseen
forget forgot forgotten
forgive forgave forgiven
forgo forwent forgone
freeze froze frozen
get got gotten
give gave given
go goes went gone
grind ground
grow grew grown
hang hung
have has had
hear heard
hide hid hidden
hit
hold held
hurt
input
keep kept
kneel knelt
know knew known
lay laid
lead led
lean leant
leap leapt
learn learnt
leave left
lend lent
let
light lit
lose lost
make made
mean meant
meet met
mislead misled
mistake mistook mistaken
misunderstand misunderstood
mow mown
offset
outdo outdid outdone
outgrow outgrew outgrown
overcome overcame
overdo overdid overdone
overhear overheard
override overrode overridden
oversee oversaw overseen
overtake overtook overtaken
overthrow overthrew overthrown
pay paid
plead pled
prove proven
put
quit
read
rebuild rebuilt
redo redid redone
refreeze refroze refrozen
remake remade
repay repaid
reset
rerun reran
resell resold
rethink rethought
rewrite rewrote rewritten
rid
ride rode ridden
ring rang rung
rise rose risen
run ran
saw sawn
say said
see saw seen
seek sought
sell sold
send sent
set
sew sewn
shake shook shaken
shed
shine shone
shoot shot
show shown
shrink shrank shrunk
shut
sing sang sung
sink sank sunk
sit sat
sleep slept
slide slid
sling slung
slit
smell smelt
sow sown
speak spoke spoken
speed sped
spend spent
spill spilt
spin spun
spit spat
split
spoil spoilt
spread
spring sprang sprung
stand stood
steal stole stolen
stick stuck
sting stung
stink stank stunk
strike struck stricken
strive strove striven
swear swore sworn
sweep swept
swell swelled swollen
swim swam swum
swing swung
take took taken
teach taught
tear tore torn
tell told
think thought
throw threw thrown
thrust
tread trod trodden
undergo underwent undergone
understand understood
undertake undertook undertaken
undo undid undone
uphold upheld
upset
wake woke woken
wear wore worn
weave wove woven
weep wept
win won
wind wound
withdraw withdrew withdrawn
withhold withheld
withstand withstood
wring wrung
write wrote written
"""

IRREGULAR_NOUNS = """
sunlight sun sunshine
reception front_desk
editor editorship
membership member
department dept
question query
government govt
association assoc
management mgmt
maximum max
minimum min
average avg
apartment apt
laboratory lab
university univ
manufacturer mfr
unemployment_rate jobless_rate unemployment
sapling young_tree
successor replacement
licensee licence_holder license_holder
attendance visitor turnout
child children
man men
woman women
person people
foot feet
tooth teeth
goose geese
mouse mice
louse lice
ox oxen
half halves
knife knives
life lives
wife wives
leaf leaves
loaf loaves
shelf shelves
wolf wolves
calf calves
thief thieves
hoof hooves
scarf scarves
analysis analyses
basis bases
crisis crises
diagnosis diagnoses
hypothesis hypotheses
thesis theses
axis axes
oasis oases
criterion criteria
phenomenon phenomena
datum data
medium media
bacterium bacteria
curriculum curricula
stratum strata
spectrum spectra
memorandum memoranda
index indices
matrix matrices
vertex vertices
appendix appendices
nucleus nuclei
fungus fungi
stimulus stimuli
alumnus alumni
larva larvae
vertebra vertebrae
formula formulae
antenna antennae
fireman firemen
policeman policemen
chairman chairmen
spokesman spokesmen
craftsman craftsmen
businessman businessmen
fisherman fishermen
salesman salesmen
"""

VERBS = """
employ staff.n workforce.n
guarantee warranty.n
shorten cut abridge trim
ask consult
climb ascend ascent.n
restore restoration.n
contain supply
produce turn_out output.n
recover bring_up raise salvage
carry ride transport
lose loss.n
appoint appointment.n
inspect inspection.n
settle settlement.n
reward award
store belong keep
reach warm_to cool_to heat_to climb_to drop_to
join be_added_to
visit enter admission.n entry.n
ratify ratification.n
hand_in submit
house be_home_to
employ have_on_the_payroll
cost price.n
attend be_present_at
stand lie be_located be_situated
deliver supply
depart leave embark board
leave store deposit put
refit put_back reattach reinsert
design draw_up devise
draw attract attendance.n
last life.n run_time.
demolish raze bulldoze
fell cut_down chop_down
borrow take_out check_out loan
find come_to_light be_discovered
cover pay_for
accompany join
order request ask_for
manage look_after take_care_of run
remove tow_away tow
pay foot_the_bill bear_the_cost cover_the_cost meet_the_cost pick_up_the_bill pick_up_the_tab
cost set_you_back sell_for sell_at go_for be_charged_at retail_at
refund give_money_back return_the_money money_back pay_back
return take_back accept_back send_back
accompany come_along go_with come_with escort
phase_out discontinue withdraw retire
set_aside reserve earmark allocate
carry_over carry_forward roll_over transfer
take_effect come_into_force enter_into_force come_into_effect apply start
step_in intervene
account_for make_up represent constitute
catch contract come_down_with
turn_away refuse reject
draw_up prepare draft compile
come_up_with devise develop
deploy roll_out install release
roll_back revert undo
time_out expire
opt_out unsubscribe withdraw
run_into encounter come_across
face confront be_faced_with
headquarter be_headquartered headquarters.n seat.n be_based
house be_home_to host
hold take accommodate seat have_room_for capacity.n
produce generate output.n production.n
last persist endure go_on
contain have be_contaminated_with be_tainted_with
contaminate taint pollute
log_on log_in sign_in
pay_out disburse distribute payout.n
pay_off repay settle
raise increase mark_up
lower mark_down reduce
lay_down stipulate set_out prescribe
hand_back return give_back
send_out dispatch issue mail_out
let_in admit allow_in
keep_out exclude ban
look_into investigate examine
point_out note observe say
bring_in introduce
go_up rise increase
come_down fall drop
run_short run_low
fall_behind lag trail
back_out withdraw pull_out
speak_for represent
stand_in_for replace substitute
fill_in_for replace stand_in_for
break_out erupt start outbreak.n
wear_off fade
die_out disappear become_extinct
top_up recharge refill
sell_out be_fully_booked
book_up be_fully_booked
set_off trigger activate
put_on_hold suspend pause
pause suspend halt
hold_off delay wait
go_ahead proceed take_place
fall_through fail collapse
pull_through recover survive survival.
survive make_it_through
call_in summon
team_up cooperate collaborate work_together partner cooperation. collaboration.
sum_up summarise conclude
single_out pick_out
narrow_down limit
make_available provide release offer
make_public publish disclose release
disclose reveal make_known disclosure.n
conceal withhold
make_compulsory require mandate
mandate require oblige
waive drop not_charge
resell sell_on
ship_out dispatch ship
unload offload discharge
store stockpile warehouse
insure cover be_insured insurance.
indemnify compensate
infringe breach violate
terminate cancel end termination.n
renew extend renewal.n
sign_up enrol register join
recruit hire take_on
lay_off dismiss make_redundant redundancy. layoff.n
promote advance promotion.n
train instruct
supervise oversee line_manage
report inform tell notify
report_to answer_to be_accountable_to
call_in_sick report_sick
prescribe order
administer inject give
relieve ease soothe
worsen aggravate exacerbate make_worse
vomit throw_up be_sick
faint pass_out lose_consciousness
swell_up swell swelling.
examine check look_at
hospitalise hospitalize admit_to_hospital
discharge release send_home
monitor keep_under_observation watch
overcharge bill_too_much
audit review examine
forecast project expect predict
underestimate underrate
exceed go_over top surpass
meet satisfy fulfil comply_with
breach break violate
compile build
debug troubleshoot
overwrite replace
delete wipe purge drop
restore recover bring_back
sync synchronise synchronize
upload transfer
crash fall_over go_down fail
monitor keep_an_eye_on
throttle slow_down limit
pass get_through succeed
fail flunk
attend turn_up_to go_to
miss skip fail_to_attend
overflow burst_its_banks
take_office begin assume_office
assume take_over take
stir_in add
learn be_taught be_trained
deliver contain provide
expose affect
trim shorten
pay cost
abandon scrap drop give_up
prove turn_out
break damage
pay_damages compensate
shrink get_smaller become_smaller
accept support allow
tell order instruct
ask_for request
fill full.
break_down fail stop_working
make_up form compose
split share
fly_back return fly
deactivate go_out switch_off turn_off go_off
drive_away leave
spread extend
come_with include
run_by operate manage
borrow take_out
reach conclude strike
mark celebrate
complain object complaint.n
inspect look_over
practise practice
drop_off deliver leave
drip leak
apply_for request
quit give_up stop
smoke smoking.
win beat
replace change
lift revoke remove
need have_to
want wish would_like
begin start commence initiate launch beginning.n start.n commencement.n onset.n get_under_way get_underway kick_off
end finish conclude ending.n end.n conclusion.n wrap_up come_to_an_end
end terminate cease stop discontinue termination.n
expire lapse run_out end expiry. expiration.
buy purchase acquire purchase.n acquisition.n
acquire buy take_over takeover.n buyout.n acquisition.n
sell dispose_of divest offload sale.n disposal.n
return give_back send_back bring_back return.n
get receive obtain be_given collect receipt.n
receive be_entitled_to get be_granted entitlement.n
give provide supply offer furnish grant provision.
give hand present donate
award grant give award.n
require need necessitate call_for demand requirement.n need.n
pay settle remit payment.n
pay remunerate pay.n wage.n salary.n remuneration. earnings.
reimburse refund repay pay_back reimbursement.n refund.n compensate
refund money_back.
cost be_priced_at price.n
charge bill invoice
reduce lower cut decrease trim bring_down lessen reduction.n cut.n
reduce ease relieve lessen alleviate soothe relief. reduction.n mitigate
fall drop decline decrease go_down dip slip drop.n fall.n decrease.n decline.n
increase raise boost lift put_up step_up hike increase.n rise.n hike.n
rise increase grow climb go_up increase.n rise.n growth.
shrink contract get_smaller
expand extend enlarge broaden widen expansion.n extension.n enlargement.
extend prolong lengthen extension.n
shorten cut_short curtail abridge
shut close closure.n closing.n close_down shut_down
open opening.n
switch_off turn_off shut_off power_off power_down shut_down deactivate
switch_on turn_on power_on power_up activate come_on light_up
disable deactivate turn_off switch_off
enable activate turn_on switch_on
throw_out dismiss reject toss_out strike_down turn_down refuse decline rejection.n dismissal.n
dismiss fire sack lay_off let_go dismissal.n
hire recruit take_on employ engage hiring.n recruitment.
approve authorise authorize clear sign_off give_the_green_light_to greenlight sanction endorse approval.n clearance. authorisation.n authorization.n
permit allow let authorise authorize permission. permitted. be_allowed_to
forbid prohibit ban bar outlaw ban.n prohibition.n
exclude leave_out rule_out omit
include contain comprise cover be_included_in
cover apply_to extend_to include fall_under affect
remove delete take_out take_away strip eliminate take_off get_rid_of removal.n deletion.n elimination.
erase delete wipe
cancel call_off scrap axe cancellation.n
cancel terminate end
postpone delay defer put_off push_back put_back reschedule postponement.n delay.n deferral.
reschedule move shift
bring_forward advance move_up
move shift transfer relocate relocation.n transfer.n
replace substitute swap exchange supersede replacement.n
succeed take_over_from replace follow
resign step_down stand_down quit resignation.n leave
retire retirement.n
appoint name nominate install appointment.n
elect vote_in election.n
found establish set_up create launch start foundation. creation. establishment.
build construct erect construction. building. put_up
make manufacture produce build production. manufacture.
make create build
assemble put_together assembly.
develop design devise create development.n
improve enhance better get_better upgrade improvement.n enhancement.n
worsen deteriorate get_worse deterioration.
repair fix mend restore repair.n
fix correct patch resolve remedy address fix.n patch.n
solve resolve settle solution.n
renovate refurbish modernise modernize remodel renovation.n refurbishment. modernisation. modernization.
replace renew
update upgrade update.n
install fit mount set_up installation.
attach fasten fix secure mount affix anchor
tighten fasten
connect plug_in attach link connection.n hook_up
disconnect unplug detach
join merge combine merger.n
merge combine unite fuse merger.n amalgamate
split divide separate division.n
use employ utilise utilize apply use.n usage. make_use_of
operate run function work operation.n
run last
last take go_on
continue go_on carry_on keep_going persist continuation. proceed
keep hold retain maintain preserve store
keep store hold save
hold stage organise organize host
hold contain have
take_place be_held happen occur
happen occur take_place arise come_about
stay remain
wait await
show demonstrate reveal indicate suggest find display
find discover detect identify uncover find.n discovery.n come_across
find conclude show
find_out learn discover
prove demonstrate
say state tell declare remark
announce declare unveil reveal make_public announcement.n
inform notify tell advise let_know notification.n
warn caution alert warning.n
explain clarify describe explanation.n set_out
describe depict portray characterise characterize description.n
recommend advise suggest counsel urge recommendation.n advice.
urge call_on exhort
ask request
ask question query enquire inquire
reply answer respond response.n reply.n answer.n
propose suggest put_forward proposal.n suggestion.n
argue contend maintain claim
believe think
expect anticipate forecast foresee predict project expectation.n forecast.n be_due_to
plan intend aim plan.n intention.n
estimate reckon calculate put_at estimate.n
calculate compute work_out determine calculation.n
measure gauge assess measurement.n
test examine check test.n check.n examination.n
check verify inspect examine check.n inspection.n verification.
inspect check examine survey
investigate probe look_into examine study inquiry.n investigation.n probe.n
study examine analyse analyze research look_at study.n analysis.
track follow monitor observe trace
monitor watch supervise observe keep_an_eye_on
review assess evaluate review.n assessment.n evaluation.n
compare contrast
choose select pick opt_for choice.n selection.n
decide determine resolve settle decision.n
agree accept consent agreement.
accept agree_to
sign signature.n signing.
reject refuse decline turn_down rebuff rejection.n refusal.
deny refute dispute denial.n
win triumph prevail victory.n win.n
beat defeat overcome knock_out get_the_better_of overcame.
lose be_beaten loss.n
score net
compete take_part
participate take_part join participation. participant.n
attend go_to be_present_at attendance.
enrol enroll register sign_up enrolment. enrollment. registration.n recruit
subscribe sign_up subscription.n
apply application.n
submit file lodge hand_in send_in submission.n turn_in
send dispatch ship mail post despatch forward dispatch. shipment.n
deliver bring ship delivery.n
arrive come reach get_to turn_up arrival.n come_in
leave depart set_off set_out departure.n
travel journey trip.n journey.n
visit call_at go_to visit.n
enter go_into come_in entry. entrance.
exit leave
carry transport convey transport.
carry bear
lift raise hoist
press push hit
click press
drop let_fall
tip topple knock_over overturn tip_over fall_over turn_over
shake agitate
stir mix
mix blend combine mixture.n blend.n
rinse wash clean
wash clean launder
wipe clean
dry drain
soak steep immerse
immerse submerge dip immersion. submersion. put_under_water
heat warm preheat
cool chill refrigerate
refrigerate keep_in_the_fridge chill
freeze deep-freeze
thaw defrost
cook prepare
chop cut slice
pour tip
add put_in
serve dish_up
eat consume ingest
swallow take ingest
drink swallow
administer give
prescribe order prescription.n
treat therapy.n treatment.n
cure heal
inhibit block suppress inhibition.
prevent avert stop prevention. keep_from
avoid refrain_from steer_clear_of stay_away_from avoidance.
stop halt come_to_a_halt
protect safeguard guard shield protection.
protect defend
endanger threaten put_at_risk jeopardise jeopardize
damage harm impair damage. harm.
destroy wreck ruin gut destruction.
injure hurt wound injury.n
kill death.n
die pass_away perish death.n
suffer sustain
cause bring_about lead_to result_in trigger give_rise_to cause.n
cause provoke prompt
result follow result.n
affect influence impact influence.n impact.n effect.n
depend hinge rely
contribute add
help assist aid support help. assistance. aid.
support back endorse support.
support be_compatible_with
oppose resist object_to opposition.
encourage urge promote
promote advertise
advertise market advert.n advertisement.n ad.n
criticise criticize attack condemn slam denounce criticism.n
praise commend applaud hail
accuse allege accusation.n allegation.n
sue take_to_court file_a_lawsuit_against bring_an_action_against lawsuit.n
arrest detain take_into_custody arrest.n detention.
question interview interrogate
convict find_guilty conviction.n
acquit find_not_guilty acquittal.
sentence jail imprison
fine penalise penalize penalty.n fine.n
rule judge ruling.n judgment.n judgement.n decide decision.n
appeal contest
overturn quash reverse set_aside
uphold confirm sustain
breach violate infringe break contravene breach.n violation.n infringement.n
comply obey follow conform observe adhere_to abide_by compliance. stick_to
enforce implement enforcement.
implement carry_out put_into_practice implementation.
perform carry_out conduct do execute
conduct carry_out run
complete finish accomplish completion.
fulfil fulfill meet satisfy comply_with
exceed surpass top
reach attain achieve hit
achieve accomplish attain reach achievement.n
fail failure.n
fail break_down malfunction breakdown.n
try attempt seek attempt.n
succeed manage success.n
gain earn win
earn make gain
earn yield
save economise economize
spend expend
invest investment.n
lend loan loan.n
borrow borrowing.
rent hire lease rental. let
own possess have ownership.
belong be_owned_by
donate give contribute donation.n
fund finance pay_for funding.
raise collect gather
collect gather accumulate amass collection.n pick_up
count tally
record register log
record document
publish release issue put_out publication. release.n
publish bring_out appear come_out
launch introduce roll_out bring_out release launch.n introduction. rollout. release.n
introduce bring_in
abolish scrap do_away_with abolition.
withdraw pull_out withdrawal.n
withdraw take_out
recall call_back
employ have_on_the_payroll
work be_employed
teach instruct train
train coach training.
lead head chair be_in_charge_of
lead head run direct manage
manage run oversee administer management.
supervise oversee manage
control regulate control. regulation.
govern rule
represent stand_for
represent act_for speak_for
mean signify stand_for denote
name call
rename rechristen
call phone ring telephone
contact reach get_in_touch_with
write author pen
compose write
translate render translation.n
speak talk
discuss talk_about debate discussion.n
meet gather meeting.n
meet encounter
live reside dwell
inhabit live_in
settle move_to
grow_up be_raised be_brought_up
raise bring_up rear
raise breed rear
marry wed marriage.n
divorce split_up
bear be_born birth.
flow run
flood inundate
burn be_on_fire
extinguish put_out douse
explode blow_up explosion.n
collapse crash cave_in give_way
crash collide collision.n hit
shine glow light_up
light illuminate
display show present
appear look seem
appear turn_up
disappear vanish go_missing
hide conceal
spread distribute
distribute hand_out share_out distribution.
store keep save storage.
load upload
download fetch
search look_for seek search.n
watch view
view look_at see
notice spot observe
ignore disregard overlook
forget omit
remember recall
remind prompt
know be_aware_of
understand comprehend grasp
like enjoy
prefer favour favor
adjust alter modify change adapt adjustment.n modification.n
change alter amend revise modify change.n alteration.n amendment.n revision.n
convert transform turn_into conversion.
transform change
reset restore
restart reboot
log_in sign_in login.n
log_out sign_out
crash freeze hang
back_up backup.n
encrypt scramble encryption.
delay hold_up hold_back
speed_up accelerate hasten acceleration.
slow_down decelerate
hurry rush
rest relax
sleep slumber doze_off drift_off fall_asleep fall_sleep
wake wake_up awaken
walk stroll walk.n
ride travel_on
drive motor
fly aviate flight.n
swim bathe swimming. bathing.
play perform
perform give_a_performance performance.n
act behave
care_for look_after take_care_of tend
look_after be_responsible_for
deal_with handle cope_with address
handle deal_with process
cope_with deal_with handle manage withstand
tolerate withstand bear stand endure
resist withstand
weigh have_a_weight_of weight.
amount come_to total
total amount_to add_up_to come_to
equal amount_to correspond_to
consist be_made_up be_composed comprise
consist_of comprise be_made_up_of be_composed_of
stretch extend span
surround encircle
border adjoin
lie be_located be_situated sit
vote ballot vote.n
guarantee ensure warrant assure
ensure make_sure see_to_it
insure cover
claim demand
entitle give_the_right_to
qualify be_eligible be_entitled
owe be_in_debt
confirm verify corroborate confirmation.n
suspect be_suspicious_of
blame hold_responsible attribute put_down_to ascribe
attribute ascribe credit
link connect associate tie link.n
relate concern pertain
involve entail involvement.
consider weigh mull look_at think_about consideration.
consider regard see view
focus concentrate
emphasise emphasize stress underline highlight emphasis.
aim seek
strive try
struggle have_difficulty
hope wish
worry concern
fear be_afraid fear.n
surprise astonish
anger annoy irritate
interrupt disrupt interruption.n disruption.n
disturb interfere_with
obstruct block hinder
obtain get acquire
reserve book booking.n reservation.n
order place_an_order order.n
deduct subtract take_off
attach enclose
enclose include
mark label tag
enter type key_in
fill_in complete fill_out
fill fill_up
refill top_up replenish
empty drain
clean cleanse
descale decalcify
dispose discard throw_away disposal.
discard throw_away get_rid_of dispose_of
recycle reuse
waste squander
leak seep leak.n
break fracture
crack split
bend flex
twist turn
turn rotate spin
rotate revolve
hang suspend
suspend halt
cross traverse
descend go_down
land touch_down
depart take_off
board get_on
evacuate clear
rescue save
escape flee get_away
chase pursue
catch capture
capture seize
seize confiscate
steal take theft.n
rob raid robbery.n
attack assault attack.n
bomb bombard
guard watch
award bestow
honour honor pay_tribute_to
name_after name_in_honour_of name_in_honor_of rename_in_honour_of rename_after
commemorate honour honor mark
host put_on
seat have_room_for seat.n accommodate room_for
accommodate house put_up
feed nourish
plant sow
harvest gather
hunt pursue
fish angle
cut_back reduce scale_back
strike walk_out walkout.n strike.n
go_back_to return_to resume
resume restart recommence
reopen open_again
repeat do_again
retry try_again
leash keep_on_a_lead keep_on_a_leash put_on_a_lead
wear have_on
dress clothe
undress strip
smell sniff
sound ring
beep sound
flash blink
report file
persuade convince
force compel oblige make
oblige require compel obligation.n
allow_for take_into_account
assume suppose
imply suggest
contradict conflict_with
differ vary
vary change
match correspond
fit match
exist be_there
belong_to be_part_of
thank express_gratitude_to
apologise apologize say_sorry apology.n
forgive pardon
punish penalise penalize
reward recompense
compensate make_up_for reimburse compensation.
offset make_up_for
commission order
trade deal
export ship_abroad
generate produce create
produce yield make
consume use_up
absorb take_up soak_up uptake. absorption.
emit give_off release emission.n
contaminate pollute contamination. pollution.
infect infection.n
vaccinate immunise immunize inoculate vaccination.n immunisation. immunization. jab.n
diagnose diagnosis.
operate_on surgery.
recover get_better recovery.
relapse fall_ill_again
bleed haemorrhage hemorrhage
breathe respire
digest digestion.
crush grind
chew masticate
dissolve disintegrate
dilute thin water_down
apply put_on rub_in
apply be_valid hold
exempt free exemption.n
waive drop waiver.n
impose levy put
tax levy
enact pass adopt
repeal revoke rescind
revoke withdraw cancel rescind
assign transfer
assign allocate allot
delegate hand_over
hand_over transfer pass_on
inherit come_into
bequeath leave
notify give_notice notice.
object protest objection.n
protest demonstrate protest.n
march parade demonstration.n
gather assemble
scatter disperse
arrange organise organize
sort arrange order
list enumerate
name mention
cite quote
illustrate show
paint portray
photograph picture
record tape
broadcast air
stream broadcast
launch send_up
orbit circle
shoot fire
touch contact
grip hold
grab seize
squeeze press
wrap pack
unpack unwrap
open unlock
lock secure
close_off seal
seal close
scan read
print output
copy duplicate
paste insert
insert put_in place_in introduce
eject push_out
slide push
pump push
inject injection.n
spray mist
sprinkle scatter
season flavour flavor
boil simmer
simmer cook
bake cook
fry cook
roast cook
taste sample
sample try
demand insist_on
expose be_vulnerable
beat top
beat exceed
slip slide
outperform beat
trail lag
lag fall_behind
overtake pass
qualify get_through
equalise equalize level
relegate go_down
promote move_up
coach manage
retire give_up
debut make_a_debut
top head
overlook look_out_on
house contain hold
date come_from
date_from date_back_to
excavate dig_up unearth uncover excavation.n
unearth uncover bring_to_light find discover
bring_to_light uncover reveal discover
restore renovate restoration.
preserve conserve preservation. conservation.
conserve save
demolish tear_down pull_down knock_down demolition.
abandon give_up leave
desert abandon
surrender give_up
yield give_way
occupy take_up
fill occupy
vacate leave
evict throw_out eviction.n
rent_out let
sublet sublease
furnish equip
equip fit_out outfit
supply equip
lack be_without be_missing
miss be_absent_from
miss fail_to_meet fall_short_of
fall_short miss
keep_to observe respect
owe_to be_due_to
attribute_to put_down_to
deduce infer
infer conclude
summarise summarize sum_up summary.n
define specify definition.n
specify state stipulate set_out specification.n
stipulate provide specify
provide_for stipulate
govern regulate
restrict limit restriction.n limit.n
limit cap restrict limit.n
narrow reduce
focus centre center
point_to indicate
signal indicate
hint suggest
tighten toughen
loosen relax ease
strengthen reinforce bolster
weaken undermine
undermine erode
erode wear_away
accelerate quicken
stabilise stabilize steady
fluctuate vary
double be_twice_as_high
triple treble
halve cut_in_half fall_by_half reduce_by_half
stagnate stay_flat
recover rebound bounce_back
plummet plunge collapse tumble
soar surge jump shoot_up
edge inch
level_off flatten plateau
peak reach_its_highest
rank come place
come_second be_runner_up finish_second
date schedule
schedule plan
time schedule
"""

NOUNS = """
duration length time_span
validity validity_period
shelf_life expiry_date
guest visitor
lifespan lifetime service_life life_span life
walkout strike
proposal offer plan
staff personnel workforce employees.
holidaymaker tourist
tourist visitor
headcount staff_numbers number_of_employees
turnover revenue sales. takings.
earnings. profit. profits.
expenditure spending costs. expenses.
overheads. running_costs operating_costs
instalment payment
fee charge surcharge
surcharge extra_charge supplement
discount reduction rebate
recipient addressee consignee
sender shipper consignor
courier carrier delivery_company
consignment shipment delivery
depot warehouse distribution_centre
customs_duty tariff import_duty
physician doctor gp clinician
nurse carer caregiver
carer caregiver
kidney_failure renal_failure
blood_sugar blood_glucose glucose
blood_clot thrombosis
rash skin_irritation
nausea feeling_sick sickness
dizziness light_headedness
tiredness fatigue exhaustion
itch itching
swelling oedema edema
allergy allergic_reaction
intake consumption
outage downtime blackout power_cut
blackout power_cut power_failure
update patch
user_name username login
two_factor_authentication two_step_verification
admin administrator
repository repo
bug defect error
log record
quota limit allowance
allowance entitlement
entitlement right claim
paperwork documents. documentation.
applicant candidate
vacancy opening open_position
probation probationary_period trial_period
reference testimonial
payslip pay_slip
shift working_hours
overtime extra_hours
sick_leave sickness_absence
maternity_leave parental_leave
head chief boss leader director
director head chief boss
site location place premises.
opening_hours opening_times business_hours
fine penalty
tenancy lease rental_agreement
lease rental_agreement
landlord owner
occupant resident
premises. building property
pet animal
footage video recording
snag problem issue
glitch fault malfunction
mould mold fungus
space area zone
officer police. policeman
judge court
safety harmlessness
internet online. web
mail post
goods freight cargo
cargo freight load
damage harm
letter message
schedule timetable plan
rubbish. litter
fee payment
contest dispute
workshop seminar
plane flight
storm gale
photograph print
shop premises.
guide leaflet brochure
leaflet brochure booklet
jacket coat
sofa couch settee
trousers. pants.
jumper sweater pullover
spectacles. glasses.
purse wallet
cellar basement
remedy treatment medicine
itching itch
run string series streak
changelog release version release_note
hose line pipe
petrol. gasoline.
parking_lot car_park
employee worker staff. staff_member member_of_staff personnel. workforce.
employer company firm
company firm business enterprise group
organisation organization body
agency authority
government administration
ministry department
department division unit
committee panel board
parliament legislature
lawmaker legislator
politician statesman
candidate contender
voter elector electorate.
citizen national
resident inhabitant
tenant renter lessee
landlord lessor owner
owner proprietor
customer client patron shopper
consumer user
user account_holder
buyer purchaser
seller vendor
supplier vendor provider
shop store outlet
supermarket grocery
factory plant works. mill
warehouse depot
office bureau
headquarters. head_office main_office
branch outlet
building structure
house home dwelling property residence
flat apartment
storey floor level
ceiling roof
lift elevator
stairs. staircase steps. stairwell
corridor hallway
room chamber space
hall room
kitchen galley
bathroom washroom
toilet lavatory restroom wc. loo
garden yard
car vehicle automobile auto
lorry truck
van truck
bus coach
train rail.
plane aircraft. airplane aeroplane jet
ship vessel boat
bicycle bike cycle
motorway highway freeway expressway
road street
path trail track
pavement sidewalk
junction crossroads. intersection
bridge crossing
holiday vacation leave.
holiday public_holiday bank_holiday
leave. time_off absence
break pause rest interval
meeting assembly session
conference congress convention
talk lecture presentation speech
lesson class
course programme program
school academy
teacher instructor tutor
pupil student
degree qualification
exam examination test
mark grade
book volume title
novel book
article piece
newspaper paper daily
magazine journal periodical
author writer novelist
journalist reporter correspondent
photo photograph picture image
film movie picture
song track tune
album record
band group
singer vocalist
actor performer
artist painter
poet bard
play drama
show performance
concert gig
exhibition show display
exhibit exhibition
painting picture canvas work
work piece
museum gallery
entry admission. admittance.
fee charge price cost
price cost rate
cost expense expenditure
fare price
rate tariff
discount reduction rebate price_cut
saving economy
profit gain earnings.
turnover. sales. revenue takings.
income earnings.
wage salary pay.
pension retirement_benefit
benefit allowance
allowance grant
bonus premium
tax levy duty
debt liability
loan credit
mortgage home_loan
bank lender
insurer insurance_company
insurance cover coverage.
policy rule
rule regulation
law act statute legislation.
contract agreement deal
agreement deal accord pact treaty
clause provision section
section paragraph article
deadline cutoff due_date
date day
beginning start outset
end close conclusion
middle centre center
part section portion
portion part share
share stake holding interest
shareholder stockholder
stock share
amount sum quantity
number amount quantity
figure number
total sum
pair couple
size dimension
duration length term
term period duration
height altitude elevation
width breadth
depth deepness
weight mass
speed velocity rate
level concentration
noise sound
light lamp
bulb lamp
torch flashlight
button key
switch button
screen display monitor
keyboard keypad
mobile_phone cell_phone cellphone mobile smartphone phone handset
phone telephone
computer pc machine
laptop notebook
device appliance unit gadget
machine device unit
tool instrument
equipment. gear. kit
component part module
software program application
application app program
file document
folder directory
password passcode
account profile
email mail e_mail
package parcel pack packet
packaging package wrapping
box case carton
bag sack
bottle flask
container vessel receptacle
lid cover cap
cable cord lead wire
plug connector
socket outlet
battery accumulator
charger adapter
engine motor
tyre tire
boot trunk
bonnet hood
windscreen windshield
fridge refrigerator cooler
freezer deep_freeze
oven cooker stove
dishwasher washing_up_machine
tap faucet
rubbish. garbage. trash. waste. refuse.
bin trash_can dustbin
soil earth ground
field meadow
forest woodland wood
flower bloom blossom
animal creature beast
animal pet
dog canine hound
cat feline
cattle. livestock.
pig hog swine
hen chicken
bird fowl
insect bug
lead leash
meal food
breakfast morning_meal
lunch midday_meal
dinner evening_meal supper
drink beverage
dessert sweet pudding
sweets. candy.
biscuit cookie
crisps. potato_chips
chips. french_fries fries.
aubergine eggplant
courgette zucchini
leftover. leftovers.
drug medicine medication preparation
tablet pill
dose dosage
treatment therapy
illness disease sickness
disease illness condition
condition disorder
condition requirement proviso
symptom sign
side_effect adverse_effect adverse_reaction
fever high_temperature
pain ache
headache migraine
heart_attack myocardial_infarction
stroke cerebrovascular_accident
cancer malignancy
high_blood_pressure hypertension
kidney renal.
liver hepatic.
heart cardiac.
lung pulmonary.
skin dermal.
stomach gastric.
doctor physician medic gp
patient sufferer
ward unit
chemist pharmacist
pharmacy chemist drugstore
vaccine jab shot
injection shot jab
baby infant newborn
child kid youngster
teenager adolescent
young_people youths. youngsters.
adult grown_up
old_people elderly. seniors. older_people
senior pensioner
pensioner retiree
man gentleman
woman lady
mother mum mom
father dad
relative family_member
family household
neighbour neighbor
friend companion mate
colleague co_worker coworker
boss superior supervisor
head chief leader
chair chairman chairwoman chairperson
chief_executive ceo. chief_executive_officer
chief_financial_officer cfo. finance_chief finance_director
chief_operating_officer coo.
spokesperson spokesman spokeswoman
representative agent
representative delegate
union trade_union labour_union
lawyer attorney solicitor counsel
barrister counsel
judge justice
court tribunal
case lawsuit
lawsuit suit action complaint
complaint grievance
claim allegation
accusation claim charge
trial hearing
verdict judgment judgement
ruling verdict decision
jury panel
crime offence offense
thief robber burglar
burglary break_in
murder killing homicide
police. police_officer cop
police_officer policeman
detective investigator inspector
prison jail gaol
prisoner inmate
victim casualty
witness bystander
fire blaze
firefighter fireman
flood inundation
storm tempest
earthquake quake tremor
accident crash incident
crash accident collision
disaster catastrophe
emergency crisis
danger hazard risk threat
safety security
soldier troops. serviceman
navy naval_forces
conflict war fighting
battle fight
weapon arms.
ceasefire truce
peace truce
research study
trial study experiment
experiment test trial
survey poll study
respondent participant interviewee
researcher scientist
participant volunteer subject
sample specimen
result finding outcome
evidence. proof.
evidence. data.
data. information. figures.
information. details.
detail particular
report account
report study
paper study article
fact truth
theory hypothesis
idea concept notion
scheme programme plan project
programme program scheme
proposal plan
proposal suggestion
aim goal objective target purpose
endpoint goal objective outcome_measure
reason cause ground
cause reason origin
effect impact
effect result
consequence result
benefit advantage
drawback disadvantage downside
problem difficulty issue trouble
fault defect flaw
flaw defect bug vulnerability weakness
bug fault error defect
error mistake fault
outage failure interruption downtime.
breakdown failure
delay hold_up
queue line
waiting_list wait_list
crowd throng
visitor guest
attendance. visitor_numbers
audience spectators.
spectator fan
fan supporter
supporter follower
player sportsman
athlete sportsperson
team side squad
club team
match game fixture
final deciding_match
semi_final last_four
quarter_final last_eight
championship title
title crown
trophy cup
champion titleholder
winner victor champion
victory win triumph
defeat loss
runner_up second_place
second_half after_the_break
goal strike
striker forward
goalkeeper keeper
coach manager trainer
referee umpire
medal award
prize award
stadium arena ground
ground pitch field
race contest
tournament competition contest
league division
season campaign
record best
injury wound
country nation state
region area district
area region zone
district area quarter
city town municipality
village hamlet
capital capital_city
suburb outskirts.
coast shore seaside coastline
beach shore
sea ocean
hill mount
mountain peak mount
valley vale
island isle
border frontier
place location site
spot place
address location
route line connection
flight air_service
trip journey tour
airport airfield
airline carrier
railway rail. railroad
station stop
platform track
passenger traveller traveler
luggage. baggage.
suitcase bag
seat place
driver motorist
pedestrian walker
traffic. vehicles.
speed_limit maximum_speed
licence license permit
permit licence permission
permission. consent. approval. authorisation. authorization.
consent. permission. approval. agreement.
passport travel_document
id_card identity_card
certificate document
form questionnaire
application request
invoice bill
receipt proof_of_purchase
order purchase
delivery shipment consignment
goods. merchandise. products. items. wares.
goods. stock.
product item article
brand make
model version
version release edition
series range line
range selection
variety range
type kind sort
way manner method
method procedure technique approach
procedure process method
step stage
stage phase
stage leg
skill ability
ability capability capacity
capacity volume
knowledge expertise
experience background
job post position role
role function
task job duty
duty obligation responsibility
right entitlement
permission leave.
choice option
chance opportunity
possibility chance
probability likelihood chance
hope expectation
feeling emotion
opinion view
attitude stance
mood atmosphere
weather climate_conditions
rainfall precipitation rain
snow snowfall
wind breeze
sunshine sun
autumn fall.
dawn sunrise daybreak
dusk sunset nightfall
midday noon.
noon. midday.
era age
past. history.
future. years_ahead
moment instant
minute moment
childhood. early_years
youth. early_years
birth. born.
death. dying.
grave tomb
church chapel
priest clergyman
religion faith
language tongue
term word expression
sentence phrase
name title
surname last_name family_name
first_name given_name
sign symbol
picture drawing
colour color hue
shape form
edge rim
corner angle
door entrance
entrance entry doorway
exit way_out
attic loft
shed hut
fence barrier
gate entrance
pipe tube
valve tap
filter strainer
alarm alert
alert warning
camera webcam
microphone mic
speaker loudspeaker
headphones. earphones.
television tv. telly
radio wireless
internet. web. net.
website site web_page homepage
link hyperlink
page sheet
server host
network web
hard_drive hard_disk
processor cpu.
chip microchip
code source_code
function routine
parameter argument
value figure
default standard_setting
setting option
feature function
characteristic trait feature
property characteristic
quality standard
standard norm
ceiling limit cap
maximum limit
minimum floor
average mean
median midpoint
percentage share proportion
ratio proportion
rate percentage
growth increase
increase rise
decline decrease fall
fall drop
recession downturn slump
boom upturn
inflation price_rises
unemployment joblessness. jobless_rate
unemployed. jobless. out_of_work
interest_rate key_rate base_rate
central_bank monetary_authority
currency money
money cash funds.
money funding.
fund money
budget funds.
grant subsidy funding.
investment spending
spending expenditure outlay
savings. deposits.
deposit down_payment
deposit security
withdrawal cash_out
transfer remittance
instalment installment payment
penalty fine
compensation damages. reparation
damages. compensation.
merger tie_up
takeover acquisition buyout
acquisition takeover purchase
deal transaction agreement
bid offer
tender bid
auction sale
sale disposal
market marketplace
trader dealer merchant
competitor rival
industry sector
agriculture farming
farm holding
farmer grower
harvest crop yield
fertiliser fertilizer
pesticide insecticide
electricity power
energy power
power_station power_plant
wind_turbine windmill
solar_panel photovoltaic_module
nuclear_reactor atomic_reactor
oil petroleum
gas natural_gas
greenhouse_gas carbon_emissions
pollution contamination
environment nature
climate_change global_warming
species kind
habitat environment
population inhabitants. number_of_inhabitants
ecosystem habitat
extinction dying_out
planet world
space outer_space
rocket launcher
satellite probe
spacecraft probe
astronaut cosmonaut
telescope observatory_instrument
observation sighting
founder creator
inventor creator
builder contractor
cleaner janitor
caretaker janitor
guard security_officer
assistant aide helper
aide assistant adviser
adviser advisor consultant
expert specialist
analyst expert
critic opponent
opponent adversary rival
enemy foe
ally partner
member participant
member adherent
group team
task_force working_group
summit meeting
negotiation talks.
talks. negotiations.
dispute disagreement row
strike walkout industrial_action stoppage
protest demonstration rally
riot unrest
rebellion uprising revolt
revolution uprising
coup overthrow
election vote poll
vote ballot
referendum plebiscite
campaign drive
reform overhaul
speech address
statement announcement
declaration statement
promise pledge commitment
threat menace
order command
instruction direction
instructions. directions. guide
manual handbook guide
guideline recommendation
advice. recommendation. guidance.
tip hint
example instance
instance case
exception exemption
difference distinction
similarity resemblance
comparison contrast
change alteration modification
adjustment alteration
amendment change
improvement enhancement
progress advance
development progress
expansion enlargement
extension expansion
reduction cut decrease
closure shutdown
opening inauguration
launch introduction
arrival coming
departure leaving
lack shortage absence
shortage lack scarcity
surplus excess
rest remainder
storage storehouse
stock supply inventory
purchase buy
customer_service customer_support helpdesk
help_desk helpdesk service_desk support_desk
support help assistance
service maintenance
maintenance servicing upkeep
guarantee warranty
return sending_back
exchange swap
refund reimbursement
voucher coupon
gift present
party celebration
celebration festivity
festival fair
fair trade_show
wedding marriage_ceremony
funeral burial
anniversary jubilee
birthday date_of_birth
"""

WORDS = """
higher greater larger bigger
empty_stomach nothing_eaten before_eating without_food
long length lengthy
high height tall
wide width breadth broad
deep depth
heavy weight
thick thickness
old age aged
capable able
renal kidney
hepatic liver
cardiac heart
pulmonary lung
severe severely serious bad
shut closed
free free_of_charge at_no_charge for_nothing
quarterly every_quarter each_quarter per_quarter
fortnightly every_two_weeks every_fortnight
half_yearly twice_a_year every_six_months
nationwide across_the_country throughout_the_country
on_site on_the_premises at_the_site
off_site elsewhere
remotely from_home
part_time fewer_hours
in_writing written
orally verbally by_word_of_mouth
in_person personally
by_post by_mail mailed
online over_the_internet via_the_website electronically
in_full fully completely
at_once immediately straight_away
in_stock available
out_of_stock unavailable sold_out
up_to_date current
out_of_date expired outdated
in_charge_of responsible_for heads
at_least_once a_minimum_of_once
without_a_break continuous unbroken uninterrupted
without_notice unannounced
without_permission unauthorised unauthorized
pregnant pregnancy expecting
under_age minor
in_advance beforehand ahead
domestic within_the_country inland national
abroad overseas outside_the_country
comprehensive thorough full
revised amended updated modified
striking on_strike
overnight night
safe harmless
online internet on_the_internet
defective fault faulty
over ended
extra additional supplement supplementary
outlying remote
no_longer_supports no_longer_supported no_longer_support dropped_support drops_support discontinued_support drop_support ended_support removed_support
welcome allowed permitted
old former
poor bad
mandatory compulsory obligatory required
optional voluntary
necessary required needed
allowed permitted permissible authorised authorized
prohibited forbidden banned
free free_of_charge at_no_cost without_charge complimentary for_nothing gratis at_no_charge at_no_extra_cost without_payment
chargeable subject_to_a_fee
available on_offer obtainable
valid in_force effective in_effect applicable
invalid void
immediate instant with_immediate_effect
immediately at_once instantly straight_away right_away without_delay promptly directly
quick fast rapid swift speedy
slow gradual
gradually little_by_little step_by_step
sudden abrupt
automatic automated
automatically by_itself on_its_own by_themselves on_their_own of_its_own_accord itself themselves
manual by_hand
manually by_hand
annual yearly
annually yearly every_year each_year per_year a_year
monthly every_month each_month per_month a_month
weekly every_week each_week per_week a_week
daily every_day each_day per_day a_day
hourly every_hour each_hour per_hour
twice two_times
double twice twofold
triple threefold three_times
current present existing
currently now at_present at_the_moment presently today
previous former earlier prior
previously formerly earlier
former ex past
formerly previously once
next following coming subsequent
afterwards later subsequently thereafter
eventually finally in_the_end
finally in_the_end at_last lastly
recent latest
recently lately
initially at_first originally
original initial first
main principal primary chief leading
mainly mostly primarily chiefly largely predominantly
secondary subsidiary
additional extra further more supplementary
also too as_well additionally in_addition
total overall whole entire
overall in_total altogether
complete full whole entire
completely fully entirely totally wholly
partial incomplete
about around approximately roughly circa some
almost nearly close_to practically
especially particularly in_particular
usually generally normally typically
often frequently
rarely seldom infrequently
always invariably at_all_times
never at_no_time
sometimes occasionally from_time_to_time
regularly at_regular_intervals
continuous uninterrupted unbroken without_a_break without_interruption
continuously without_a_break without_interruption uninterruptedly
constant steady unchanged
unchanged the_same as_it_was untouched as_before unaltered
same identical
similar alike comparable
different distinct
many numerous a_lot_of lots_of
enough sufficient adequate
insufficient inadequate
excessive too_high too_much
big large sizeable
small little
tiny very_small
huge enormous massive
major big significant
minor small slight
slightly a_little a_bit marginally somewhat
significant considerable substantial marked
significantly considerably substantially markedly
considerably significantly markedly much
strong powerful
weak feeble
heavy weighty
thick dense
narrow tight
tall high
deep profound
long lengthy
short brief
briefly for_a_short_time
temporary interim provisional
temporarily for_the_time_being provisionally
permanent lasting
permanently for_good
new brand_new
elderly old older aged
young youthful
ancient very_old
modern contemporary
outdated obsolete
broken defective faulty out_of_order
damaged harmed
intact undamaged
safe secure
dangerous hazardous risky unsafe
harmful damaging detrimental
healthy fit
ill sick unwell
dead deceased
alive living
pregnant expecting_a_baby
empty vacant unoccupied
empty_stomach fasting
open accessible
closed shut
locked secured
public open_to_the_public
private privately_owned
official formal
unofficial informal
legal lawful
illegal unlawful against_the_law
guilty culpable
responsible liable accountable
eligible entitled
able capable
unable incapable
possible feasible
likely probable
unlikely improbable
probably likely
certain sure
surely certainly
uncertain unsure
clear obvious evident
clearly obviously evidently
apparently seemingly
important vital crucial key essential
essential vital crucial indispensable
unimportant minor
useful helpful
useless of_no_use
effective efficacious
successful fruitful
unsuccessful failed
popular well_liked
famous well_known renowned
known familiar
unfounded baseless groundless without_foundation
true correct
false untrue
correct right accurate
wrong incorrect
accurate precise exact
inaccurate imprecise
simple easy straightforward
difficult hard tough
complicated complex
cheap inexpensive low_cost
expensive costly dear
rich wealthy affluent
poor needy
beautiful attractive
ugly unattractive
clean spotless
dirty soiled
wet damp moist
dry arid
hot very_warm
cold chilly
warm heated
cool chilled
bright luminous
dark dim
loud noisy
quiet silent
silent noiseless
smooth even
rough uneven
flat level
round circular
square quadratic
upright vertical
sharp pointed
blunt dull
soft tender
hard firm
rigid stiff
flexible pliable
waterproof watertight
fragile delicate
sturdy robust
durable long_lasting
wireless cordless
wired with_a_cable
portable mobile
stationary fixed
shared communal common joint
jointly together
individual single
separate individual
separately individually
alone by_himself by_herself solo
single sole one
sole only
domestic national
foreign overseas
foreign from_abroad
abroad overseas in_another_country
international cross_border
worldwide globally around_the_world
nationwide across_the_country
local regional
urban city
rural country countryside
northern north
southern south
eastern east
western west
inside interior indoor within
interior inside inner
outside exterior outdoor
exterior outside outer
near close_to
nearby close neighbouring neighboring
beside next_to
opposite across_from
in_advance beforehand ahead_of_time
during in_the_course_of throughout
because due_to owing_to on_account_of
therefore thus consequently hence
despite in_spite_of notwithstanding
although though even_though
but however yet
however nevertheless
unless except_if
provided as_long_as so_long_as on_condition_that
instead in_place_of rather_than
regarding concerning about
excluding except_for apart_from
except apart_from other_than save_for
on_time punctual punctually in_time
late overdue delayed
overdue late outstanding
early premature
unopened sealed
used second_hand
married wed
unmarried single
unanimous with_no_votes_against
unanimously without_dissent
secret confidential
anonymous unnamed
unpaid without_pay
paid remunerated
unemployed jobless out_of_work
self_employed freelance
overnight during_the_night
nightly every_night
alternate every_other
anyone anybody
everyone everybody
someone somebody
non_stop direct
loss_making unprofitable
profitable in_profit
dissenting disagreeing
bacterial bacteria
chemical chemistry
dental tooth teeth
solar sun
lunar moon
nuclear atomic
electronic digital
electric electrical
financial monetary fiscal
economic economy
political politics
scientific science
medical medicine
legal law
musical music
historical history historic
environmental environment
industrial industry
agricultural farming agriculture
educational education
presidential president
governmental government
parliamentary parliament
municipal city town
regional region
national nation country
childhood child
unwilling reluctant
"""

LANDS = """
america american us usa u.s. united_states
britain british uk united_kingdom
england english
scotland scottish scots
wales welsh
ireland irish
france french
germany german
spain spanish
portugal portuguese
italy italian
greece greek
netherlands dutch holland
belgium belgian
luxembourg luxembourgish
switzerland swiss
austria austrian
denmark danish
sweden swedish
norway norwegian
finland finnish
iceland icelandic
poland polish
czechia czech
slovakia slovak
hungary hungarian
romania romanian
bulgaria bulgarian
serbia serbian
croatia croatian
slovenia slovenian slovene
turkey turkish
russia russian
ukraine ukrainian
china chinese
japan japanese
india indian
thailand thai
vietnam vietnamese
philippines philippine filipino
israel israeli
iraq iraqi
iran iranian
pakistan pakistani
lebanon lebanese
egypt egyptian
canada canadian
mexico mexican
brazil brazilian
argentina argentine argentinian
chile chilean
peru peruvian
europe european eu
australia australian
new_zealand new_zealander
kenya kenyan
nigeria nigerian
south_africa south_african
"""

SMALL = """
allowed permitted entitled welcome able may can
required obliged mandatory compulsory obligatory must
recommended advised advisable should ought
"""
