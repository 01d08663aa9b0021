import { sql } from 'kysely';
import { dueMails, type TimedEvent } from '#contract/mailings/mail-moments.ts';
import { type AutomaticMail, automaticMail } from '#contract/registrations/mail-kind.ts';
import { type Db, hasRows, rowsOf } from '#server/db/connection.ts';
import { newId } from '#server/db/new-id.ts';
import { momentsAsText } from '#server/wire-names.ts';
import { SERVER, type Write, write, type WriteDeps } from '#server/write.ts';

interface NearEvent extends Pick<TimedEvent, 'mails'> {
  readonly id: string;
  readonly starts_at: Date;
  readonly ends_at: Date | null;
  /** The mails that have begun for the event's current date. */
  readonly begun: readonly AutomaticMail[];
}

type Due = readonly [kind: AutomaticMail, moment: number];

const setting = (kind: AutomaticMail) => {
  const own = sql.ref(`event.${kind}_minutes`);
  return sql`json_build_object('minutes', coalesce(${own}, ${sql.ref(`form.${kind}_minutes`)}), 'since',
    extract(epoch from case when ${own} is null then greatest(event.mails_timed_at, form.mails_timed_at) else event.mails_timed_at end) * 1000)`;
};

/** The longest reminder time, and the longest thank-you time plus the days it may be late, each with a day to spare. */
const [BEFORE, AFTER] = [sql`interval '15 days'`, sql`interval '12 days'`];
const minutes = (column: string) => sql`make_interval(mins => coalesce(event.${sql.ref(column)}, form.${sql.ref(column)}))`;
/** Clocks may change, and all-day events are handled at other times of day. */
const SPARE = sql`interval '1 day'`;

/** Events with automatic mails that may be due; `dueMails` decides the exact moment. */
async function listNear(db: Db, eventId?: string): Promise<NearEvent[]> {
  const isChosen = eventId === undefined ? sql`true` : sql`id = ${eventId}`;
  return rowsOf<NearEvent>(db)`
    select event.id, event.starts_at, event.ends_at,
      json_build_object(${sql.join(automaticMail.options.flatMap((kind) => [sql.lit(kind), setting(kind)]))}) as mails,
      array(select kind from mailings where event_id = event.id and form_id = event.form_id and kind <> 'mailing' and for_date = event.starts_at) as begun
    from (
      select * from events where starts_at > now() and starts_at < now() + ${BEFORE} and ${isChosen}
      union all
      select * from events where coalesce(ends_at, starts_at) <= now() and coalesce(ends_at, starts_at) > now() - ${AFTER} and ${isChosen}
    ) as event join forms as form on form.id = event.form_id
    where event.cancelled_at is null and not exists (select from sending_pause) and (
      event.starts_at > now() and event.starts_at <= now() + ${SPARE} + greatest(${minutes('reminder_minutes')}, ${minutes('starting_soon_minutes')})
        and coalesce(event.reminder_minutes, form.reminder_minutes) + coalesce(event.starting_soon_minutes, form.starting_soon_minutes) > 0
      or coalesce(event.ends_at, event.starts_at) <= now() - ${minutes('thank_you_minutes')} + ${SPARE}
        and coalesce(event.thank_you_minutes, form.thank_you_minutes) > 0)
    order by event.starts_at, event.id`;
}

function dueOf({ starts_at: start, ends_at: end, mails, begun }: NearEvent, timeZone: string): Due[] {
  const event = { ...momentsAsText({ date: start, end_date: end }), mails };
  return dueMails(event, timeZone, Date.now()).filter(([kind]) => !begun.includes(kind));
}

async function insertDue(w: Write, eventId: string, [kind, moment]: Due): Promise<void> {
  const audience = JSON.stringify({ events: [eventId], statuses: ['confirmed'] });
  await sql`
    insert into mailings (id, form_id, kind, event_id, for_date, audience, begins_at)
    select ${newId()}, form_id, ${kind}, id, starts_at, ${audience}::jsonb, ${new Date(moment)} from events where id = ${eventId}
    on conflict do nothing`.execute(w);
}

/** Begins the automatic mails of an event, unless someone else is changing it. @returns whether it did */
const beginOf = (deps: WriteDeps, id: string, timeZone: string): Promise<boolean> =>
  write(deps, SERVER, async (w) => {
    // Since the list was read, the event may have been moved or cancelled, or another worker may have begun its mails.
    const isLocked = await hasRows(w)`select from events where id = ${id} for update skip locked`;
    const [event] = isLocked ? await listNear(w, id) : [];
    if (event === undefined) return false;
    const due = dueOf(event, timeZone);
    for (const each of due) await insertDue(w, id, each);
    return due.length > 0;
  });

/** Begins the automatic mails that are due, for all events; none when the server has no mail set up. @returns whether it began any */
export async function insertNextDue(deps: WriteDeps, timeZone: string): Promise<boolean> {
  if (!deps.canMail) return false;
  let hasBegun = false;
  for (const event of await listNear(deps.db)) {
    if (dueOf(event, timeZone).length > 0 && (await beginOf(deps, event.id, timeZone))) hasBegun = true;
  }
  return hasBegun;
}
