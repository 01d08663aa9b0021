import type { Tap, TapOutcome, TapResult, Taps } from '#contract/door.ts';
import type { RegistrationStatus } from '#contract/registrations/places.ts';
import * as words from '#contract/texts/door.ts';
import { PREPARED, rowOf, rowsOf, type Tx } from '#server/db/connection.ts';
import { AppError } from '#server/errors.ts';
import { lockForm, lockRegistrations } from '#server/form-store/form-rows.ts';
import { recordTaps, TAPS_IN_EFFECT, type StoredTap } from '#server/registrations/attendance.ts';
import { submissionOfCode } from '#server/registrations/check-in-codes.ts';
import { changeStatus } from '#server/registrations/status.ts';
import { type Write, write, type WriteDeps } from '#server/write.ts';
import { byLink, hasEnded, type OpenLink, useLink } from './links.ts';
import { listPeople } from './people.ts';

/** A person as read and changed by a call with taps. */
interface Attendee {
  readonly id: string;
  status: RegistrationStatus;
  /** The taps that are in effect. */
  inEffect: readonly string[];
  /** Taps that were undone, even before they arrived. */
  undone: readonly string[];
  /** How many taps are stored, of both kinds. */
  taps: number;
}

/** More than anyone needs: finding which taps are in effect takes time that grows with the square of their number. */
const TAPS_OF_ONE_MAX = 100;

/** The link and phone that taps come from. */
export interface Door {
  readonly link: OpenLink;
  readonly phone: string;
  readonly timeZone: string;
}

/** When a tap was made, as the phone says, but not in the future and not before the link was made. */
export const timeOfTap = ({ at }: Pick<Tap, 'at'>, sentAt: string, { createdAt }: Pick<OpenLink, 'createdAt'>): Date => {
  const now = Date.now();
  const age = Math.max(0, Date.parse(sentAt) - Date.parse(at));
  return new Date(Math.min(now, Math.max(now - age, createdAt.getTime())));
};

async function readAttendees(tx: Tx, { eventId }: OpenLink, ids: readonly string[]): Promise<Map<string, Attendee>> {
  const rows = await rowsOf<Attendee>(tx)`${PREPARED}
    select registration.submission_id as id, registration.status,
      array(select tap.id::text from ${TAPS_IN_EFFECT}) as "inEffect",
      array(
        select jsonb_array_elements_text(details -> 'takes_back') from registration_changes as undo
        where undo.submission_id = registration.submission_id and undo.event_id = registration.event_id and undo.kind = 'not_here'
      ) as undone,
      (select count(*)::integer from registration_changes as tap
        where tap.submission_id = registration.submission_id and tap.event_id = registration.event_id and tap.kind in ('here', 'not_here')) as taps
    from registrations as registration
    where registration.event_id = ${eventId} and registration.submission_id = any(${ids}::uuid[])`;
  return new Map(rows.map((row) => [row.id, row]));
}

/** Why someone who is not in the event is not checked in: they are in another event of the series, were deleted, or the code is unknown. */
async function reasonForAbsence(tx: Tx, { link, timeZone }: Door, { here, code }: Tap, submissionId: string | undefined): Promise<string> {
  const unknown = code === undefined ? words.DELETED : 'Not one of our codes';
  if (submissionId === undefined || !here) return unknown;
  const found = await rowOf<{ title: string | null; startsAt: Date | null }>(tx)`
    select event.title, event.starts_at as "startsAt" from submissions as submission
    left join registrations as registration on registration.submission_id = submission.id
    left join events as event on event.id = registration.event_id
    where submission.id = ${submissionId} and submission.form_id = ${link.seriesId} order by event.starts_at nulls last limit 1`;
  if (found === undefined) return unknown;
  if (found.title === null) return words.DELETED;
  const day = found.startsAt === null ? '' : `, ${words.dayOfMoment(found.startsAt, timeZone)}`;
  return `Signed up for another event: ${found.title}${day}`;
}

/** Why someone without a place is not checked in. */
async function reasonForNoPlace(tx: Tx, { link, timeZone }: Door, id: string): Promise<string> {
  const [person] = await listPeople(tx, link, [id]);
  return person === undefined ? words.DELETED : words.standingOf(person, words.ON_WAITING_LIST, timeZone);
}

/** Why a link checks nobody in: its event is cancelled, or it had ended by this time. */
export function refusalOfLink(link: OpenLink, at: Date): string | undefined {
  if (link.isCancelled) return words.EVENT_CANCELLED;
  return hasEnded(link) && at > link.endsAt ? words.LINK_HAS_ENDED : undefined;
}

/** Gives someone a place without a mail, even over the maximum. Requires `lockForm`. */
async function letIn(w: Write, { seriesId, eventId }: OpenLink, attendee: Pick<Attendee, 'id' | 'status'>): Promise<void> {
  const kind = attendee.status === 'cancelled' ? 'restored' : 'promoted';
  await changeStatus(w, seriesId, [{ eventId, submissionId: attendee.id }], { status: 'confirmed', kind, details: { tell: false } });
}

type Outcome = Pick<TapResult, 'outcome' | 'reason'>;

const refused = (reason: string): Outcome => ({ outcome: 'refused', reason });
const done: Outcome = { outcome: 'done', reason: null };

interface KnownTap {
  readonly id: string;
  readonly submissionId: string | null;
  readonly eventId: string | null;
  readonly kind: string;
}

interface Call {
  readonly door: Door;
  readonly sentAt: string;
  readonly attendees: ReadonlyMap<string, Attendee>;
  readonly known: Map<string, KnownTap>;
  readonly stored: StoredTap[];
}

/** The current state; an id that belongs to something else is refused. */
function takeAgain({ door: { link } }: Call, { id, here }: Tap, known: KnownTap, attendee: Attendee | undefined): Outcome {
  const isSame = known.kind === (here ? 'here' : 'not_here') && known.eventId === link.eventId && known.submissionId === attendee?.id;
  if (!isSame) return refused(words.ID_IN_USE);
  const isByOther = here && attendee !== undefined && attendee.inEffect.some((tap) => tap !== id);
  return isByOther ? { outcome: 'already', reason: null } : done;
}

function store({ door: { link, phone }, sentAt, known, stored }: Call, tap: Tap, attendee: Attendee): Outcome {
  const { id, here, how } = tap;
  const kind = here ? 'here' : 'not_here';
  const wasHere = attendee.inEffect.length > 0;
  const takesBack = tap.takes_back === undefined ? attendee.inEffect : [tap.takes_back];
  const details = { phone, link: link.id, how, ...(here ? {} : { takes_back: [...takesBack] }) };
  stored.push({ id, submissionId: attendee.id, kind, at: timeOfTap(tap, sentAt, link), details });
  known.set(id, { id, submissionId: attendee.id, eventId: link.eventId, kind });
  attendee.taps += 1;
  if (!here) {
    attendee.inEffect = attendee.inEffect.filter((each) => !takesBack.includes(each));
    attendee.undone = [...attendee.undone, ...takesBack];
    return done;
  }
  if (!attendee.undone.includes(id)) attendee.inEffect = [...attendee.inEffect, id];
  return wasHere ? { outcome: 'already', reason: null } : done;
}

async function takeOne(w: Write, call: Call, tap: Tap, submissionId: string | undefined): Promise<Outcome> {
  const { link } = call.door;
  const attendee = submissionId === undefined ? undefined : call.attendees.get(submissionId);
  const known = call.known.get(tap.id);
  if (known !== undefined) return takeAgain(call, tap, known, attendee);
  const isTooLate = refusalOfLink(link, timeOfTap(tap, call.sentAt, link));
  if (isTooLate !== undefined) return refused(isTooLate);
  if (attendee === undefined) return refused(await reasonForAbsence(w, call.door, tap, submissionId));
  if (attendee.taps >= TAPS_OF_ONE_MAX) return refused('Checked in and undone too many times. Please ask the organiser.');
  if (attendee.status !== 'confirmed') {
    if (!tap.let_in) return refused(await reasonForNoPlace(w, call.door, attendee.id));
    await letIn(w, link, attendee);
    attendee.status = 'confirmed';
  }
  return store(call, tap, attendee);
}

const listKnown = (tx: Tx, ids: readonly string[]): Promise<KnownTap[]> => rowsOf<KnownTap>(tx)`${PREPARED}
  select id, submission_id as "submissionId", event_id as "eventId", kind from registration_changes where id = any(${ids}::uuid[])`;

const codeKeyOf = async (tx: Tx, { seriesId }: OpenLink): Promise<string> =>
  (await tx.selectFrom('forms').select('code_key').where('id', '=', seriesId).executeTakeFirstOrThrow()).code_key;

/** `takeTaps` within a write; to let people in it requires `lockForm`. */
export async function takeWithin(w: Write, door: Door, { sent_at: sentAt, taps }: Taps): Promise<TapOutcome[]> {
  const { link } = door;
  const key = taps.some(({ code }) => code !== undefined) ? await codeKeyOf(w, link) : '';
  const asked = taps.map((tap) => ({ tap, submissionId: tap.code === undefined ? tap.submission_id : submissionOfCode(key, tap.code) }));
  const ids = [...new Set(asked.flatMap(({ submissionId }) => submissionId ?? []))];
  await lockRegistrations(w, link.eventId, ids);
  const tapIds = taps.map(({ id }) => id);
  const known = new Map((await listKnown(w, tapIds)).map((tap) => [tap.id, tap]));
  const call: Call = { door, sentAt, attendees: await readAttendees(w, link, ids), known, stored: [] };
  const outcomes: Outcome[] = [];
  for (const { tap, submissionId } of asked) outcomes.push(await takeOne(w, call, tap, submissionId));
  const written = call.stored.length === 0 ? new Set<string>() : await recordTaps(w, link, call.stored);
  const lost = new Set(call.stored.map(({ id }) => id).filter((id) => !written.has(id)));
  const people = new Map((await listPeople(w, link, ids)).map((person) => [person.id, person]));
  return asked.map(({ tap: { id }, submissionId = '' }, index) => ({
    id,
    ...((lost.has(id) ? undefined : outcomes[index]) ?? refused(words.ID_IN_USE)),
    person: people.get(submissionId) ?? null,
  }));
}

/** Checks people in, or undoes that, in one write. @returns the outcome of each tap, in order @throws AppError `forbidden` when the link may not let people in */
export async function takeTaps(deps: WriteDeps, door: Door, call: Taps): Promise<TapOutcome[]> {
  const { link } = door;
  const letsIn = call.taps.some((tap) => tap.let_in);
  if (letsIn && !link.mayAdd) throw new AppError('forbidden', words.MAY_NOT_ADD);
  return write(deps, byLink(link), async (w) => {
    if (letsIn) await lockForm(w, { kind: 'series', id: link.seriesId });
    return takeWithin(w, { ...door, link: await useLink(w, link) }, call);
  });
}
