import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Cover, Speaker, Theme } from '#contract/forms/public-face.ts';
import type { StoredPicture } from '#contract/pictures.ts';
import type { EventPlaces } from '#contract/registrations/places.ts';
import { hasBegun, withClosing } from '#contract/rules/event-times.ts';
import { hasPlaceholder } from '#contract/rules/mail/mail-values.ts';
import type { PublicEvent, PublicField } from '#contract/rules/public-fields.ts';
import { signUpTime } from '#contract/rules/sign-up-time.ts';
import type { FormRules } from '#contract/rules/sign-up.ts';
import { STEPS } from '#contract/steps/steps.ts';
import { nowFull } from '#contract/texts/words/form.ts';
import { type Db, PREPARED, rowsOf } from '#server/db/connection.ts';
import type { FormRow, Row } from '#server/db/tables.ts';
import { type AppError, invalid } from '#server/errors.ts';
import { FORM_COLUMNS, presentPublicEvent, withDates } from '#server/event-fields.ts';
import { toPublicField } from './fields.ts';
import { canChange, HAS_WAITING_LIST, SELF_SERVICE_COLUMNS } from './form-rows.ts';

export const FACE_COLUMNS = ['description', 'cover', 'speakers', 'theme', 'in_search'] as const;
/** The settings that decide what the answer to a sign-up says about mail and the self-service page. */
const SIGN_UP_MAIL_COLUMNS = [...STEPS.email.settings, ...SELF_SERVICE_COLUMNS] as const;

/** Columns that the public page or the answer to a sign-up shows; the text of a marketing form's button depends on the downloadable content. */
export const SHOWN_COLUMNS = [
  'title',
  'has_downloadable_content',
  'closed_text',
  'success_text',
  'calendar_entries',
  'repeat_policy',
  ...SIGN_UP_MAIL_COLUMNS,
  ...FACE_COLUMNS,
] as const;

/** How an event that closes when full shows its places. */
interface EventLimits {
  readonly hasList: boolean;
  /** The number of places left from which the form shows them; null: always, 0: never. */
  readonly leftFrom: number | null;
  /** False if repeats are settled: a number's change after a sign-up would show whether the address was known. */
  readonly isExact: boolean;
}

/** `closes_at` is the time at which it actually closes. */
export interface StoredEvent extends PublicEvent {
  /** Milliseconds since 1970. */
  readonly ends: number;
  /** The closing time that staff have set, if any. */
  readonly until?: string | undefined;
  /** Absent while the event is not limited. */
  readonly limits?: EventLimits | undefined;
  readonly hasJoinLink?: boolean;
}

/** The mail that people get after signing up, and what they can do through its link. */
export interface SignUpMail {
  readonly isConfirmed: boolean;
  /** Whether the confirmation lists the events, with the links to join. */
  readonly listsEvents: boolean;
  /** Whether the mail to people on a waiting list has the link. */
  readonly isWaitingLinked: boolean;
  readonly sender: string | undefined;
  readonly hasSelfService: boolean;
  readonly canChange: boolean;
}

/** A stored public form: what visitors see, and what sign-ups are checked against. */
export interface StoredForm extends FormRules {
  readonly id: string;
  readonly title: string;
  /** Increases with each change to what the form shows; a sign-up is only stored if it was checked against the current version. */
  readonly version: number;
  readonly events: readonly StoredEvent[];
  readonly fields: readonly PublicField[];
  readonly hasDownloadableContent: boolean;
  /** Markdown. */
  readonly description?: string | undefined;
  readonly cover?: Cover | undefined;
  /** The sizes of the cover and logo. */
  readonly pictureSizes?: readonly Pick<StoredPicture, 'id' | 'width' | 'height'>[] | undefined;
  readonly speakers?: readonly Speaker[] | undefined;
  readonly theme?: Theme | undefined;
  /** Whether search engines may show its page. */
  readonly inSearch?: boolean;
  /** Texts that staff wrote. */
  readonly closedText?: string | undefined;
  readonly successText?: string | undefined;
  /** Whether visitors may add its events to their calendars. */
  readonly hasCalendarEntries?: boolean;
  readonly signUpMail?: SignUpMail;
  /** Whether people who signed up may have links: it has self-service pages, or a waiting list. */
  readonly givesLinks?: boolean;
}

/** The speakers of these events, in the order of the page. */
export const speakersOf = ({ speakers = [] }: Pick<StoredForm, 'speakers'>, events: readonly StoredEvent[]): Speaker[] =>
  speakers.filter(({ id }) => events.some((event) => event.speakers?.includes(id)));

/** Whether a sign-up may find an event full. */
export const isLimited = ({ events }: StoredForm): boolean => events.some(({ limits }) => limits !== undefined);

const signUpMailOf = (
  row: Pick<FormRow, (typeof SIGN_UP_MAIL_COLUMNS)[number]> & { readonly waiting_template: string | null },
): SignUpMail => ({
  isConfirmed: STEPS.email.settings.every((name) => row[name] !== null),
  listsEvents: hasPlaceholder(row.email_template ?? '', 'EVENTS'),
  isWaitingLinked: row.waiting_template === null || hasPlaceholder(row.waiting_template, 'LINK'),
  sender: row.email_from ?? undefined,
  hasSelfService: row.self_service,
  canChange: canChange(row),
});

/** The events that visitors may choose from, without any that have ended while sign-up for another one is open or opens later. */
export function listedEvents({ events }: Pick<StoredForm, 'events'>, now: number): readonly StoredEvent[] {
  const isOver = (event: StoredEvent): boolean => signUpTime(event, now) === 'over';
  const listed = events.filter((event) => event.ends > now || !isOver(event));
  return listed.every(isOver) ? events : listed;
}

/** The events that someone can choose instead of a cancelled one, for a place or the waiting list, without `taken` and any that are over. */
export const otherDates = ({ events }: StoredForm, places: readonly EventPlaces[], now: number, taken: ReadonlySet<string> = new Set()) =>
  events.filter((event) => {
    const of = places.find(({ event_id: id }) => id === event.id);
    const isOpen = signUpTime(event, now) === 'open' && (of?.is_full !== true || of.waiting_list);
    return isOpen && event.ends > now && !taken.has(event.id);
  });

/** The forms with these ids, each read in one query, so that its version matches its contents. */
export async function listStoredForms(db: Db, ids: readonly string[], timeZone: string): Promise<StoredForm[]> {
  const rows = await db
    .selectFrom('forms as owner')
    .where('id', 'in', ids)
    .select(['kind', 'id', 'form_version', ...SHOWN_COLUMNS])
    .select((eb) => [
      sql<string | null>`(select template from form_mails where form_id = owner.id and kind = 'waiting')`.as('waiting_template'),
      HAS_WAITING_LIST.as('has_waiting_list'),
      jsonArrayFrom(
        eb
          .selectFrom('events')
          .select([
            'events.id',
            ...FORM_COLUMNS.map((column) => `events.${column}` as const),
            sql<boolean>`events.join_url is not null`.as('has_join_link'),
          ])
          .whereRef('events.form_id', '=', 'owner.id')
          .where('events.is_on_form', '=', true)
          .orderBy('events.starts_at', (order) => order.asc().nullsLast())
          .orderBy('events.id'),
      ).as('events'),
      jsonArrayFrom(
        eb.selectFrom('form_fields').selectAll().whereRef('form_fields.form_id', '=', 'owner.id').orderBy('position').orderBy('id'),
      ).as('fields'),
      jsonArrayFrom(
        eb.selectFrom('pictures').select([sql<string>`encode(sha256, 'hex')`.as('id'), 'width', 'height']).where(sql<boolean>`
            sha256 in (decode(owner.cover ->> 'large', 'hex'), decode(owner.cover ->> 'small', 'hex'), decode(owner.theme ->> 'logo', 'hex'))`),
      ).as('picture_sizes'),
    ])
    .execute();
  return rows.map((row) => ({
    kind: row.kind,
    id: row.id,
    title: row.title,
    version: row.form_version,
    events: row.events.map((event) => ({
      ...withClosing(presentPublicEvent(withDates(event)), timeZone),
      ...(event.has_join_link && { hasJoinLink: true }),
      limits: event.closes_when_full
        ? { hasList: event.waiting_list !== 'off', leftFrom: event.places_left_from, isExact: row.repeat_policy === 'allow' }
        : undefined,
    })),
    fields: row.fields.map(toPublicField),
    hasDownloadableContent: row.has_downloadable_content,
    description: row.description ?? undefined,
    cover: row.cover ?? undefined,
    pictureSizes: row.picture_sizes,
    speakers: row.speakers.length === 0 ? undefined : row.speakers,
    theme: row.theme ?? undefined,
    inSearch: row.in_search,
    closedText: row.closed_text ?? undefined,
    successText: row.success_text ?? undefined,
    signUpMail: signUpMailOf(row),
    hasCalendarEntries: row.calendar_entries,
    givesLinks: row.self_service || row.has_waiting_list,
  }));
}

/** The current version of each form, by id, except unknown ids. */
export async function listFormVersions(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.selectFrom('forms').select(['id', 'form_version']).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row.form_version]));
}

export type PlaceCounts = Pick<Row<'event_places'>, 'event_id' | 'capacity' | 'taken' | 'waiting' | 'unreachable'>;

/** The counters of the limited events of these series. */
export const listPlaceCounts = (db: Db, seriesIds: readonly string[]) => rowsOf<PlaceCounts & { readonly form_id: string }>(db)`${PREPARED}
  select form_id, event_id, capacity, taken, waiting, unreachable from event_places where form_id = any(${seriesIds}::uuid[])`;

/** Below this share of the places, only a few are left. */
const FEW_SHARE = 1 / 5;

function shownNumbers({ leftFrom, isExact }: EventLimits, { capacity, waiting }: PlaceCounts, left: number) {
  if (!isExact) return { left: null, is_few: leftFrom !== 0 && left > 0 && left < capacity * FEW_SHARE, waiting: null };
  const isShown = leftFrom === null || (leftFrom > 0 && left <= leftFrom);
  return { left: isShown ? left : null, is_few: false, waiting };
}

export const shownPlaces = ({ events }: StoredForm, counts: readonly PlaceCounts[], now: number): EventPlaces[] =>
  events.flatMap(({ id, date, limits }) => {
    const counted = counts.find(({ event_id: eventId }) => eventId === id);
    if (limits === undefined || counted === undefined) return [];
    const left = Math.max(0, counted.capacity - counted.taken);
    return {
      event_id: id,
      is_full: left === 0 || counted.waiting > counted.unreachable,
      ...shownNumbers(limits, counted, left),
      waiting_list: limits.hasList && !hasBegun({ date }, now),
    };
  });

/** The error for a sign-up to full events, with the current places of all limited ones. */
export function fullRefusal(form: StoredForm, full: readonly string[], places: readonly EventPlaces[]): AppError {
  const events = form.events.filter(({ id }) => full.includes(id));
  const hasList = (eventId: string): boolean => places.some(({ event_id: id, waiting_list: isOpen }) => id === eventId && isOpen);
  const message = nowFull(events.map(({ id, event_title: title }) => ({ title, hasList: hasList(id) })));
  return invalid([{ path: 'events', message }], { places });
}
