import { type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { PHONES_MAX, type Door, type DoorLink, type DoorLinks, type NewDoorLink } from '#contract/door.ts';
import { dayStartOf, movedByDays } from '#contract/rules/event-date.ts';
import { endOf, type EventTimes } from '#contract/rules/event-times.ts';
import { LINK_HAS_ENDED, TOO_MANY_PHONES } from '#contract/texts/door.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '#contract/time.ts';
import { type Db, hasRows, PREPARED, rowOf, rowsOf } from '#server/db/connection.ts';
import { newId } from '#server/db/new-id.ts';
import { AppError, invalid, orNotFound } from '#server/errors.ts';
import { getEvent, selectEvent } from '#server/events/queries.ts';
import { staffEventPath } from '#server/form-store/form-address.ts';
import { TAPS_IN_EFFECT } from '#server/registrations/attendance.ts';
import { digestOfToken, newAccessToken } from '#server/tokens/access-token.ts';
import { type EventPath, momentsAsText } from '#server/wire-names.ts';
import { type Actor, type Write, write, type WriteDeps, type ZonedDeps } from '#server/write.ts';

const HOURS_AFTER_END = 6;
const HOURS_AFTER_START = 12;
const DAYS_AFTER_EVENT = 7;
/** Days after the event from which staff choose one. */
const LATER_DAYS = [1, 3, DAYS_AFTER_EVENT];

/** A link, with the details of its event that the door shows. */
export interface OpenLink {
  readonly id: string;
  readonly seriesId: string;
  readonly seriesTitle: string;
  readonly eventId: string;
  readonly title: string;
  readonly startsAt: Date | null;
  readonly eventEndsAt: Date | null;
  readonly isOnForm: boolean;
  readonly isCancelled: boolean;
  readonly label: string;
  readonly isOwn: boolean;
  readonly mayAdd: boolean;
  readonly endsAt: Date;
  readonly endedAt: Date | null;
  readonly phones: readonly string[];
  readonly createdAt: Date;
}

const readLink = (db: Db, isChosen: RawBuilder<boolean>): Promise<OpenLink | undefined> => rowOf<OpenLink>(db)`${PREPARED}
  select link.id, event.form_id as "seriesId", series.title as "seriesTitle", event.id as "eventId", event.title, event.starts_at as "startsAt", event.ends_at as "eventEndsAt",
    event.is_on_form as "isOnForm", event.cancelled_at is not null as "isCancelled", link.label, link.is_own as "isOwn", link.may_add as "mayAdd", link.ends_at as "endsAt", link.ended_at as "endedAt",
    link.phones::text[] as phones, link.created_at as "createdAt"
  from door_links as link join events as event on event.id = link.event_id join forms as series on series.id = event.form_id where ${isChosen}`;

/** The link of a token, even if it has ended; undefined for an unknown token. */
export async function findLink(db: Db, token: string): Promise<OpenLink | undefined> {
  const digest = digestOfToken(token);
  return digest === undefined ? undefined : readLink(db, sql`link.token_hash = ${digest}`);
}

/** Reads, at most once a second, which links phones may use. @returns whether a token is that of one */
export function openLinkTokens(db: Db): (token: string) => Promise<boolean> {
  const digests = new LRUCache<'all', ReadonlySet<string>>({
    max: 1,
    ttl: SECOND_MS,
    fetchMethod: async () => {
      const isUsed = sql<boolean>`ended_at is null and ends_at > now() - interval '1 day'`;
      const rows = await db.selectFrom('door_links').select('token_hash').where(isUsed).execute();
      return new Set(rows.map(({ token_hash: digest }) => digest.toString('hex')));
    },
  });
  return async (token) => (await digests.fetch('all'))?.has(digestOfToken(token)?.toString('hex') ?? '') === true;
}

export const hasEnded = ({ endedAt, endsAt }: Pick<OpenLink, 'endedAt' | 'endsAt'>): boolean =>
  endedAt !== null || endsAt.getTime() <= Date.now();

export const byLink = ({ label }: Pick<OpenLink, 'label'>): Actor => ({ kind: 'token', name: label, email: '' });

const midnightAfter = (time: Date, timeZone: string): Date => movedByDays(dayStartOf(time, timeZone), 1, timeZone) ?? time;

export function presentDoor(link: OpenLink, timeZone: string): Door {
  const times = momentsAsText({ date: link.startsAt, end_date: link.eventEndsAt });
  return {
    event: {
      id: link.eventId,
      event_title: link.title,
      ...times,
      on_from: link.startsAt && dayStartOf(link.startsAt, timeZone).toISOString(),
      on_until: link.startsAt && midnightAfter(new Date(endOf(times, timeZone) - 1), timeZone).toISOString(),
      is_cancelled: link.isCancelled,
    },
    label: link.label,
    ends_at: link.endsAt.toISOString(),
    may_add: link.mayAdd,
    links_page: link.isOwn ? staffEventPath({ ...link, id: link.eventId }).replace('#', '?doors#') : null,
    time_zone: timeZone,
    time: new Date().toISOString(),
  };
}

/** Lets a phone in. @throws AppError `conflict` when the link already has the most phones */
export async function openDoor(deps: WriteDeps, link: OpenLink, phone: string): Promise<void> {
  const isIn = await write(
    deps,
    byLink(link),
    (w) => hasRows(w)`
    update door_links set phones = case when ${phone} = any(phones) then phones else phones || ${phone}::uuid end, last_used_at = now()
    where id = ${link.id} and (${phone} = any(phones) or cardinality(phones) < ${PHONES_MAX}) returning 1`,
  );
  if (!isIn) throw new AppError('conflict', TOO_MANY_PHONES);
}

export const linkHasEnded = (): AppError => new AppError('unauthenticated', LINK_HAS_ENDED);

/** Records, to the minute, that a link was used. @returns its current state @throws AppError `unauthenticated` when staff have ended it */
export async function useLink(w: Write, { id }: OpenLink): Promise<OpenLink> {
  // Before any registration is locked, as in commands that move or delete the event.
  await sql`update door_links set last_used_at = now() where id = ${id} and last_used_at < now() - interval '1 minute'`.execute(w);
  const link = await readLink(w, sql`link.id = ${id}`);
  if (link === undefined || link.endedAt !== null) throw linkHasEnded();
  return link;
}

type LinkMoment = 'last_used_at' | 'ended_at';

/** The links to the door of an event, newest first, without staff's own links that have expired or were replaced; and when a new one may end. @throws AppError `not_found` */
export async function listLinks(db: Db, by: Actor, path: EventPath, timeZone: string): Promise<DoorLinks> {
  const event = await getEvent(db, path);
  const rows = await rowsOf<Omit<DoorLink, LinkMoment | 'ends_at'> & Record<LinkMoment, Date | null> & { readonly ends_at: Date }>(db)`
    select id, label, is_own, is_own and made_by = ${by.email} as is_mine, may_add, cardinality(phones) as phones, last_used_at, ends_at, ended_at, ended_by, coalesce(used.people, 0) as checked_in
    from door_links as link left join (
      select details ->> 'link' as link_id, count(distinct registration.submission_id)::integer as people
      from registrations as registration cross join lateral (select tap.details from ${TAPS_IN_EFFECT}) as made
      where registration.event_id = ${path.eventId} and registration.attended_at is not null group by 1
    ) as used on used.link_id = link.id::text
    where link.event_id = ${path.eventId} and not (is_own and ended_at is null and ends_at <= now()) order by created_at desc, id`;
  const times = momentsAsText({ date: event.starts_at, end_date: event.ends_at });
  const later = LATER_DAYS.map((days) => new Date(overFrom(times, timeZone) + days * DAY_MS));
  return { links: rows.map(momentsAsText), ends: [usualEnd(times, timeZone), ...later].map((end) => end.toISOString()) };
}

/** The start of the days after an event: its end or, without a date, now. */
const overFrom = (event: EventTimes, timeZone: string): number =>
  event.date === null ? Date.now() : Math.max(endOf(event, timeZone), Date.now());

/** When a link ends by default: some hours after its event, and no sooner than some hours from now. */
function usualEnd(event: EventTimes, timeZone: string): Date {
  const { date, end_date: end } = event;
  const now = new Date();
  if (date === null) return midnightAfter(now, timeZone);
  const ends = endOf(event, timeZone);
  const isWithoutEnd = !end && ends === Date.parse(date);
  const after = ends + (isWithoutEnd ? HOURS_AFTER_START : HOURS_AFTER_END) * HOUR_MS;
  return new Date(Math.max(after, now.getTime() + HOURS_AFTER_END * HOUR_MS));
}

/** @throws AppError `invalid` for an end that is over, or long after the event */
function checkedEnd(end: string, event: EventTimes, timeZone: string): Date {
  const [time, now] = [Date.parse(end), Date.now()];
  const last = overFrom(event, timeZone) + DAYS_AFTER_EVENT * DAY_MS;
  if (time <= now) throw invalid([{ path: 'ends_at', message: 'This time has passed' }]);
  if (time > last) throw invalid([{ path: 'ends_at', message: 'Please choose a time at most 7 days after the event' }]);
  return new Date(time);
}

/** Makes a link to the door of an event; a staff member's own link replaces the previous one. @returns its id and token, which is not stored @throws AppError `not_found` or `invalid` */
export async function addLink(deps: ZonedDeps, by: Actor, path: EventPath, input: NewDoorLink) {
  const { timeZone } = deps.config;
  const [id, { token, digest }] = [newId(), newAccessToken()];
  const isOwn = input.own === true;
  await write(deps, by, async (w) => {
    // Locked, so that only one remains of own links made at the same time.
    const { starts_at: date, ends_at: end_date } = orNotFound(await selectEvent(w, path).forUpdate().executeTakeFirst(), 'Event');
    const times = momentsAsText({ date, end_date });
    const end = isOwn ? null : (input.ends_at ?? null);
    const label = isOwn ? by.name : input.label;
    // Phones that were let in may still send the check-ins they kept.
    if (isOwn)
      await sql`
        update door_links set ends_at = least(ends_at, now())
        where event_id = ${path.eventId} and is_own and made_by = ${by.email} and ended_at is null`.execute(w);
    await w
      .insertInto('door_links')
      .values({
        id,
        event_id: path.eventId,
        token_hash: digest,
        label,
        may_add: isOwn || input.may_add,
        is_own: isOwn,
        ends_at: end === null ? usualEnd(times, timeZone) : checkedEnd(end, times, timeZone),
        made_by: by.email,
      })
      .execute();
    w.did({ about: { type: 'door_link', id, title: label } });
  });
  return { id, token };
}

/** Ends a link for all phones; a repeat changes nothing. @throws AppError `not_found` */
export async function endLink(deps: WriteDeps, by: Actor, path: EventPath, linkId: string): Promise<void> {
  await write(deps, by, async (w) => {
    await getEvent(w, path);
    const ended = { ended_at: sql<Date>`coalesce(ended_at, now())`, ended_by: sql<string>`coalesce(ended_by, ${by.name})` };
    const query = w.updateTable('door_links').set(ended).where('id', '=', linkId).where('event_id', '=', path.eventId).returning('label');
    const { label } = orNotFound(await query.executeTakeFirst(), 'Door link');
    w.did({ about: { type: 'door_link', id: linkId, title: label } });
  });
}
