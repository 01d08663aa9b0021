import { sql } from 'kysely';
import type { Event, EventEdit, AnnouncedValues } from '#contract/events/event.ts';
import { parseEventDate } from '#contract/rules/event-date.ts';
import type { PublicEvent } from '#contract/rules/public-fields.ts';
import { trimmedOrNull } from '#contract/rules/text.ts';
import type { EventRow } from '#server/db/tables.ts';

interface EventField {
  /** Its name in bodies, answers and conflicts. */
  readonly name: keyof EventEdit | 'cancelled_at';
  readonly isTime?: true;
  /** Visitors see it on the form. */
  readonly isShown?: true;
  /** Visitors do not see it, but it decides what the form shows. */
  readonly decidesForm?: true;
  /** Copies of the event keep it. */
  readonly isCopied?: true;
  /** Mails and calendar entries have it, and people are notified when it changes. */
  readonly isAnnounced?: true;
  /** Automatic mails are timed by it: those whose moment is over when it changes are not sent. */
  readonly timesMails?: true;
}

/** The columns that no body contains. */
type OwnColumn =
  | 'id'
  | 'form_id'
  | 'created_at'
  | 'version'
  | 'field_versions'
  | 'calendar_sequence'
  | 'announced_details'
  | 'mails_timed_at';

/** What staff set for an event, by column: everything the server does with a field follows from its row. */
const FIELDS = {
  title: { name: 'event_title', isShown: true, isCopied: true, isAnnounced: true },
  starts_at: { name: 'date', isTime: true, isShown: true, isCopied: true, isAnnounced: true, timesMails: true },
  ends_at: { name: 'end_date', isTime: true, isShown: true, isCopied: true, isAnnounced: true, timesMails: true },
  is_on_form: { name: 'show_on_form', decidesForm: true, isCopied: true },
  is_brunch: { name: 'brunch_event', isShown: true, isCopied: true },
  calendar_id: { name: 'google_calendar_id' },
  target_participants: { name: 'target_participants', isCopied: true },
  maximum_participants: { name: 'maximum_participants', isCopied: true },
  closes_when_full: { name: 'close_when_full', decidesForm: true, isCopied: true },
  places_left_from: { name: 'show_places_left_from', decidesForm: true, isCopied: true },
  waiting_list: { name: 'waiting_list', decidesForm: true, isCopied: true },
  offer_hours: { name: 'offer_hours', isCopied: true },
  venue: { name: 'venue', isShown: true, isCopied: true, isAnnounced: true },
  venue_address: { name: 'venue_address', isShown: true, isCopied: true, isAnnounced: true },
  join_url: { name: 'join_url', isAnnounced: true },
  opens_at: { name: 'opens_at', isTime: true, isShown: true, isCopied: true },
  closes_at: { name: 'closes_at', isTime: true, isShown: true, isCopied: true },
  cancelled_at: { name: 'cancelled_at', isTime: true, decidesForm: true, isAnnounced: true, timesMails: true },
  copper_tag: { name: 'copper_tag', isCopied: true },
  description: { name: 'description', isShown: true, isCopied: true },
  price: { name: 'price', isShown: true, isCopied: true },
  speakers: { name: 'speakers', isShown: true, isCopied: true },
  reminder_minutes: { name: 'reminder_minutes', isCopied: true, timesMails: true },
  starting_soon_minutes: { name: 'starting_soon_minutes', isCopied: true, timesMails: true },
  thank_you_minutes: { name: 'thank_you_minutes', isCopied: true, timesMails: true },
  reminder_note: { name: 'reminder_note', isCopied: true },
} as const satisfies Record<Exclude<keyof EventRow, OwnColumn>, EventField>;
type Fields = typeof FIELDS;
type EventColumn = keyof Fields;
type ColumnWith<Key extends keyof EventField> = {
  [Column in EventColumn]: Fields[Column] extends Record<Key, unknown> ? Column : never;
}[EventColumn];

/* oxlint-disable typescript/no-unsafe-type-assertion -- keys and values of these objects are those of the table above */
const columnsWith = <Key extends keyof EventField>(key: Key) =>
  (Object.keys(FIELDS) as EventColumn[]).filter((column) => key in FIELDS[column]) as ColumnWith<Key>[];

const EVENT_COLUMNS = columnsWith('name');
const TIME_COLUMNS = columnsWith('isTime');
const PUBLIC_COLUMNS = columnsWith('isShown');
export const FORM_COLUMNS = [...PUBLIC_COLUMNS, ...columnsWith('decidesForm')];
export const COPIED_COLUMNS = columnsWith('isCopied');
export const ANNOUNCED_COLUMNS = columnsWith('isAnnounced');
const MAIL_TIME_COLUMNS = columnsWith('timesMails');

export const EVENT_NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  EVENT_COLUMNS.map((column) => [column, FIELDS[column].name]),
);

/** The columns to store when these change: when the times of automatic mails last changed. */
export const timedMails = (changed: ReadonlySet<string>): { readonly mails_timed_at?: Date } =>
  MAIL_TIME_COLUMNS.some((column) => changed.has(column)) ? { mails_timed_at: new Date() } : {};

type TimeColumn = ColumnWith<'isTime'>;
export type EventColumns = Partial<Pick<EventRow, EventColumn>>;
export type CopiedColumns = Pick<EventRow, ColumnWith<'isCopied'>>;
export type AnnouncedColumns = Pick<EventRow, ColumnWith<'isAnnounced'>>;

const toColumn = (column: EventColumn, sent: EventEdit[keyof EventEdit], timeZone: string) => {
  if (typeof sent !== 'string') return sent;
  return 'isTime' in FIELDS[column] ? (parseEventDate(sent, timeZone) ?? null) : trimmedOrNull(sent);
};

/** The columns of what was sent; a date without a zone is read in `timeZone`. */
export function toEventColumns(input: EventEdit & { readonly cancelled_at?: undefined }, timeZone: string): EventColumns {
  const sent = EVENT_COLUMNS.filter((column) => input[FIELDS[column].name] !== undefined);
  return Object.fromEntries(sent.map((column) => [column, toColumn(column, input[FIELDS[column].name], timeZone)])) as EventColumns;
}

/** An event from the JSON of a row, with its times as dates. */
export function withDates<Row extends Readonly<Record<TimeColumn, string | null>>>(row: Row) {
  const times = TIME_COLUMNS.map((column) => [column, row[column] === null ? null : new Date(row[column])]);
  return { ...row, ...(Object.fromEntries(times) as Pick<EventRow, TimeColumn>) } as Omit<Row, TimeColumn> & Pick<EventRow, TimeColumn>;
}

type OnWire<Value> = Value extends Date ? string : Value;

function present<Column extends EventColumn>(row: Pick<EventRow, Column>, columns: readonly Column[]) {
  const values = columns.map((column) => {
    const value: EventRow[EventColumn] = row[column];
    return [FIELDS[column].name, value instanceof Date ? value.toISOString() : value];
  });
  return Object.fromEntries(values) as { [C in Column as Fields[C]['name']]: OnWire<EventRow[C]> };
}

const withoutEmpty = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0))) as {
    [Name in keyof Values]: null extends Values[Name] ? NonNullable<Values[Name]> | undefined : Values[Name];
  };

/** What a copy keeps besides the times of the event, which follow from its new date. */
export const copiedValues = (event: CopiedColumns) =>
  Object.fromEntries(COPIED_COLUMNS.filter((column) => !('isTime' in FIELDS[column])).map((column) => [column, event[column]])) as Omit<
    CopiedColumns,
    TimeColumn
  >;
/* oxlint-enable typescript/no-unsafe-type-assertion */

/** An event as staff read it, where the calendar's id has another name than in bodies (D16). */
export function presentEvent(row: EventRow): Event {
  const { google_calendar_id: googleCalendarId, ...values } = present(row, EVENT_COLUMNS);
  return { id: row.id, ...values, googleCalendarId, version: row.version };
}

export function presentPublicEvent(row: Pick<EventRow, 'id' | 'cancelled_at' | (typeof PUBLIC_COLUMNS)[number]>): PublicEvent {
  const values = present(row, PUBLIC_COLUMNS);
  return { id: row.id, ...withoutEmpty(values), date: values.date, ...(row.cancelled_at !== null && { is_cancelled: true }) };
}

/** A column under its name in the code. */
type CamelCase<Column extends string> = Column extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelCase<Tail>>}` : Column;

/** The details of an event in mails and calendar entries. */
export type EventDetails = { readonly [Column in ColumnWith<'isAnnounced'> as CamelCase<Column>]: EventRow[Column] };

const detailsIn = (columns: readonly EventColumn[]) =>
  sql.join(
    ANNOUNCED_COLUMNS.map((column) => {
      const name = sql.id(column.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase()));
      return columns.includes(column) ? sql`${sql.ref(`event.${column}`)} as ${name}` : sql`null as ${name}`;
    }),
  );

/** The details of `event` in a list of columns: those for people with a place, and those for everyone, without how to join. */
export const EVENT_DETAILS = detailsIn(ANNOUNCED_COLUMNS);
export const PUBLIC_DETAILS = detailsIn([...PUBLIC_COLUMNS, 'cancelled_at']);

/** The values of an event whose changes people are notified of. */
export const announcedValuesOf = (event: AnnouncedColumns): AnnouncedValues => present(event, ANNOUNCED_COLUMNS);
