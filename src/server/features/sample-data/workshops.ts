import { ANNOUNCED_CHANGES, mailOfChange } from '#contract/registrations/registration-changes.ts';
import { STEP_NAMES, type StepName } from '#contract/side-effects/steps.ts';
import { STARTER_MAILS } from '#contract/texts/starter-mail.ts';
import { newId } from '#server/db/new-id.ts';
import type { EventRow, ToldDetails } from '#server/db/tables.ts';
import { toldValuesOf } from '#server/writes/told-values.ts';
import { somebody } from './people.ts';
import { addFields, addSubmission, answersTo, DAY_MS, HOUR_MS, type Making, NOTIFICATIONS, viewsOf } from './rows.ts';
import { type DemoChange, type DemoStory, type DemoWorkshop, type DemoWorkshops, OFFER_HOURS, STORIES } from './workshop-plan.ts';

/** An account of a fresh machine. */
const STAFF = 'Robin Hale';
/** Days ago; those who found an event full came when its places were taken. */
const PLACES_TAKEN = { from: 44, to: 12 };
const LIST_JOINED = { from: 11, to: 4 };
/** Sign-ups for an event in the past ended so many days before it. */
const ENDED_BEFORE = 2;
const WEEKEND: ReadonlySet<number> = new Set([0, 6]);

interface Registration {
  readonly series_id: string;
  readonly event_id: string;
  readonly submission_id: string;
}

const endOfOffer = (madeAt: Date): Date => new Date(Math.floor((madeAt.getTime() + OFFER_HOURS * HOUR_MS) / 60_000) * 60_000);

/** The messages about a change; staff's own are not announced. */
function stepsOf({ kind, actor, details }: DemoChange): readonly StepName[] {
  const isMailed = details?.tell ?? mailOfChange(kind)?.by.includes(actor);
  const isAnnounced = actor !== 'staff' && ANNOUNCED_CHANGES.some((announced) => announced === kind);
  return STEP_NAMES.filter((step) => (step === 'email' ? isMailed : step === 'slack' && isAnnounced));
}

/** What became of a registration, with the messages about it, all of them sent. */
function addChanges({ rows, now }: Making, registration: Registration, { changes }: DemoStory): void {
  for (const change of changes) {
    const { kind, actor, hoursAgo } = change;
    const id = newId();
    const at = new Date(now.getTime() - hoursAgo * HOUR_MS);
    const until = kind === 'offered' ? { until: endOfOffer(at).toISOString() } : {};
    const details = JSON.stringify({ ...change.details, ...until });
    const actor_name = actor === 'staff' ? STAFF : null;
    rows.registration_changes.push({ ...registration, id, kind, actor, actor_name, details, at, awaiting_fan_out: false });
    const sent = { state: 'succeeded', attempts: 1, first_tried_at: at, updated_at: at } as const;
    const steps = stepsOf(change).map((step) => ({ submission_id: registration.submission_id, change_id: id, step, ...sent }));
    rows.submission_steps.push(...steps);
  }
}

/** Puts a registration on the waiting list, and leaves it there while it waits or has an offer. */
function joinList(
  { rows, now }: Making,
  registration: Registration,
  story: DemoStory,
  { at, position }: { at: Date; position: number },
): void {
  const details = JSON.stringify({ position });
  rows.registration_changes.push({ ...registration, id: newId(), kind: 'joined', actor: 'visitor', details, at, awaiting_fan_out: false });
  if (story.status !== 'waiting' && story.status !== 'offered') return;
  const offer = story.changes.find(({ kind }) => kind === 'offered');
  rows.waiting_entries.push({
    event_id: registration.event_id,
    submission_id: registration.submission_id,
    list_order: position,
    joined_at: at,
    offer_ends_at: offer === undefined ? null : endOfOffer(new Date(now.getTime() - offer.hoursAgo * HOUR_MS)),
  });
}

type EventDetails = Pick<EventRow, 'title' | 'starts_at' | 'ends_at' | 'venue' | 'venue_address' | 'join_url'>;

function detailsOf({ title, inDays, hour, hours, venue, address, joinUrl }: DemoWorkshop, now: Date): EventDetails {
  const startsAt = new Date(now.getTime() + inDays * DAY_MS);
  startsAt.setUTCHours(hour, 30, 0, 0);
  while (WEEKEND.has(startsAt.getUTCDay())) startsAt.setUTCDate(startsAt.getUTCDate() + 1);
  const endsAt = new Date(startsAt.getTime() + hours * HOUR_MS);
  return { title, starts_at: startsAt, ends_at: endsAt, venue, venue_address: address, join_url: joinUrl ?? null };
}

/** What people know of an event that was moved since; null of one that was not. */
function toldDetailsOf({ movedFrom, ...workshop }: DemoWorkshop, now: Date): ToldDetails | null {
  if (movedFrom === undefined) return null;
  const { daysEarlier, venue, hoursAgo } = movedFrom;
  const before = detailsOf({ ...workshop, venue, inDays: workshop.inDays - daysEarlier }, now);
  return {
    ...toldValuesOf(before),
    changed_at: new Date(now.getTime() - hoursAgo * HOUR_MS).toISOString(),
  };
}

function addWorkshop({ rows, now }: Making, series_id: string, workshop: DemoWorkshop): string {
  const id = newId();
  const toldDetails = toldDetailsOf(workshop, now);
  rows.events.push({
    id,
    series_id,
    ...detailsOf(workshop, now),
    is_on_form: workshop.inDays > 0,
    calendar_id: `demo-workshop-${rows.events.length}`,
    maximum_participants: workshop.maximum,
    closes_when_full: true,
    waiting_list: workshop.waitingList,
    offer_hours: OFFER_HOURS,
    told_details: toldDetails === null ? null : JSON.stringify(toldDetails),
    calendar_sequence: toldDetails === null ? 0 : 1,
  });
  return id;
}

/** The time of the sign-up `index` of `count`, which come one after the other, between 8 and 18 o'clock. */
function momentIn({ chance, now }: Making, { from, to }: typeof PLACES_TAKEN, [index, count]: readonly [number, number]): Date {
  const daysAgo = from - ((from - to) * (index + chance.below(1_000) / 1_000)) / count;
  const at = new Date(now.getTime() - daysAgo * DAY_MS);
  at.setUTCHours(8 + Math.floor((at.getUTCHours() * 10) / 24));
  return at;
}

function addSignUps(
  making: Making,
  series_id: string,
  event: { id: string; workshop: DemoWorkshop; fields: DemoWorkshops['fields'] },
): void {
  const { rows, chance } = making;
  const stories = event.workshop.signUps.flatMap(([name, count]) => Array.from({ length: count }, () => STORIES[name]));
  const [placed, listed] = [stories.filter(({ hasWaited }) => !hasWaited), stories.filter(({ hasWaited }) => hasWaited)];
  const placesTaken = { ...PLACES_TAKEN, to: Math.max(PLACES_TAKEN.to, ENDED_BEFORE - event.workshop.inDays) };
  for (const [group, times] of [[placed, placesTaken] as const, [listed, LIST_JOINED] as const]) {
    group.forEach((story, index) => {
      const at = momentIn(making, times, [index, group.length]);
      const person = somebody(chance, index + 1);
      const submission_id = addSubmission(making, { series_id }, person, at, answersTo(event.fields, [], chance));
      const registration = { series_id, event_id: event.id, submission_id };
      rows.submission_events.push({ event_id: event.id, submission_id, submitted_at: at, status: story.status });
      if (story.hasWaited) joinList(making, registration, story, { at, position: index + 1 });
      addChanges(making, registration, story);
    });
  }
}

/** A series of limited events, whose registrations wait, have an offer or are cancelled too. */
export function addWorkshops(making: Making, workshops: DemoWorkshops): void {
  const { rows, now } = making;
  const id = newId();
  const { subject, template } = STARTER_MAILS.series;
  rows.event_series.push({
    id,
    title: workshops.title,
    ...NOTIFICATIONS,
    email_subject: subject,
    email_template: template,
    success_text: workshops.successText,
    calendar_entries: true,
    self_service: true,
  });
  rows.form_setups.push({ series_id: id, dismissed_at: now });
  addFields(making, { series_id: id }, workshops.fields, new Map());
  const before = rows.submissions.length;
  for (const workshop of workshops.events) {
    addSignUps(making, id, { id: addWorkshop(making, id, workshop), workshop, fields: workshops.fields });
  }
  rows.view_counts.push(...viewsOf(making, rows.submissions.length - before).map((views) => ({ series_id: id, ...views })));
}
