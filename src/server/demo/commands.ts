import { type RawBuilder, sql } from 'kysely';
import type { FormRef } from '#contract/forms/form-ref.ts';
import { fieldKey } from '#contract/rules/field-key.ts';
import { isCounted, takesAnswer } from '#contract/rules/field-types.ts';
import { starterMail } from '#contract/texts/words/mails.ts';
import { DAY_MS, HOUR_MS } from '#contract/time.ts';
import type { Tx } from '#server/db/connection.ts';
import { newId } from '#server/db/new-id.ts';
import { fitPlaces, rebuildCounters } from '#server/registrations/counters.ts';
import { type Actor, write, type WriteDeps } from '#server/write.ts';
import { DEMO, type DemoEvent, type DemoField, type DemoForm } from './plan.ts';

const DEMO_DAYS = 395;
const NOTIFICATIONS = { send_notifications_slack: true, slack_channel_id: 'C0DEMO', email_from: 'courses@example.com' } as const;

const ago = (ms: number): Date => new Date(Date.now() - ms);

/** A form whose rows are added, and its events in the order of the plan. */
interface Form {
  readonly id: string;
  readonly fields: readonly DemoField[];
  readonly events: readonly DemoEvent[];
  readonly eventIds: readonly string[];
}

async function addFields(tx: Tx, { id: form_id, fields, events, eventIds }: Form): Promise<void> {
  if (fields.length === 0) return;
  const rows = fields.map(({ label, type, isRequired = false, options = [], showOnSlack = false, brunchEvent }, position) => {
    const brunch_event_id = eventIds[events.findIndex(({ title }) => title === brunchEvent)] ?? null;
    const further = { is_required: isRequired, show_on_slack: showOnSlack, is_brunch: brunch_event_id !== null, brunch_event_id };
    return { id: newId(), form_id, key: fieldKey(label), label, type, options: JSON.stringify(options), position, ...further };
  });
  await tx.insertInto('form_fields').values(rows).execute();
}

/** `count` sign-ups at working hours, more of them recent, each for one to three events by their weights. Six in a hundred sign up again. */
const drawn = (count: number, events: readonly DemoEvent[]) => {
  const lot = events.flatMap(({ weight = 0 }, index) => Array<number>(weight).fill(index + 1));
  return sql`
    select number, case when random() < 0.06 then ceil(random() * number)::integer else number end as person, gen_random_uuid() as id, 'confirmed' as status,
      case when at > now() then now() - random() * interval '1 hour' else at end as at,
      array(select distinct (${lot}::integer[])[1 + floor(random() * ${lot.length})::integer] from generate_series(1, least(wanted, ${lot.length}))) as chosen
    from generate_series(1, ${count}::integer) as number
    cross join lateral (
      select date_trunc('day', now()) + make_interval(days => number * 0 - floor(random() ^ 1.2 * ${DEMO_DAYS})::integer, hours => 7) + random() * interval '11 hours',
        1 + (random() < 0.3)::integer + (random() < 0.1)::integer
    ) as moment (at, wanted)`;
};

/** Planned sign-ups of a limited event, by its number among those of the series. */
const planned = (eventNumber: number, signUps: readonly object[]) => sql`
  select number, number as person, id, status, at, array[${eventNumber}::integer] as chosen
  from rows from (jsonb_to_recordset(${JSON.stringify(signUps)}) as (id uuid, status text, at timestamptz))
    with ordinality as given (id, status, at, number)`;

/** Inserts sign-ups of invented people, whose domains are reserved for examples, with two steps each. */
async function addSignUps(tx: Tx, { id: formId, fields, events, eventIds }: Form, signUps: RawBuilder<unknown>): Promise<void> {
  const asked = fields.filter(takesAnswer).map(({ label, type, isRequired, options, samples, brunchEvent }) => ({
    key: fieldKey(label),
    samples: options ?? samples,
    share: isRequired === true || isCounted({ type }) ? 1 : 0.3,
    menu_of: brunchEvent === undefined ? null : events.findIndex(({ title }) => title === brunchEvent) + 1,
  }));
  const pick = (words: string) => sql`(string_to_array(${words}, ', '))[1 + floor(random() * ${words.split(', ').length})::integer]`;
  await sql`
    with drawn as materialized (${signUps}),
    people as materialized (
      select number as person, ${pick(DEMO.people.firstNames)} as first_name, ${pick(DEMO.people.lastNames)} as last_name,
        ${pick(DEMO.people.jobTitles)} as job_title, ${pick(DEMO.people.organisations)} as organisation
      from drawn
    ),
    added as (
      insert into submissions (id, form_id, first_name, last_name, job_title, organisation, email, email_key, accepts_marketing, answers, source, submitted_at)
      select id, ${formId}::uuid, first_name, last_name, job_title, organisation, email, email,
        random() < 0.45,
        coalesce((
          select jsonb_object_agg(key, samples -> floor(random() * jsonb_array_length(samples))::integer)
          from jsonb_to_recordset(${JSON.stringify(asked)}) as field (key text, samples jsonb, share float8, menu_of integer)
          where random() < share and (menu_of is null or menu_of = any(chosen))
        ), '{}'),
        (array['{}', '{}', '{"utm_source": "newsletter", "utm_medium": "email"}', '{"source_page": "https://www.example.com/events"}'])[1 + floor(random() * 4)::integer]::jsonb,
        at
      from drawn join people using (person)
      cross join lateral (
        select regexp_replace(translate(lower(first_name || '.' || last_name), 'í', 'i'), '[^a-z.]', '', 'g') || person || '@'
          || regexp_replace(lower(organisation), '[^a-z]', '', 'g') || '.example'
      ) as address (email)
    ),
    registered as (
      insert into registrations (event_id, submission_id, submitted_at, status)
      select (${eventIds}::uuid[])[event_number], id, at, status::registration_status from drawn, unnest(chosen) as event_number
    )
    insert into submission_steps (submission_id, step, state, attempts, message, cause, first_tried_at, updated_at)
    select id, step, 'succeeded', 1, '', '', at, at from drawn, unnest(array['slack', 'email']) as step`.execute(tx);
}

/** The columns of an event this many days from today. */
function eventOf({ title, at: [inDays, hour, hours], settings = {} }: DemoEvent) {
  const starts_at = ago(-inDays * DAY_MS);
  starts_at.setUTCHours(hour, 30, 0, 0);
  if (hours !== undefined) while ([0, 6].includes(starts_at.getUTCDay())) starts_at.setUTCDate(starts_at.getUTCDate() + 1);
  const ends_at = hours === undefined ? null : new Date(starts_at.getTime() + hours * HOUR_MS);
  return { title, starts_at, ends_at, target_participants: 60, maximum_participants: 80, is_on_form: inDays > -7, ...settings };
}

/** The sign-ups of a limited event, of which the last ones found it full. */
async function addPeople(tx: Tx, form: Form, event: DemoEvent, [confirmed, waiting]: NonNullable<DemoEvent['people']>): Promise<void> {
  const eventNumber = form.events.indexOf(event) + 1;
  const signUps = Array.from({ length: confirmed + waiting }, (_, index) => {
    const at = ago((44 - index) * DAY_MS);
    at.setUTCHours(8 + ((index * 7) % 10));
    return { id: newId(), status: index < confirmed ? 'confirmed' : 'waiting', at };
  });
  await addSignUps(tx, form, planned(eventNumber, signUps));
  await sql`
    with listed as (
      insert into waiting_entries (event_id, submission_id, list_order, joined_at)
      select event_id, submission_id, row_number() over (order by submitted_at), submitted_at from registrations
      where event_id = ${form.eventIds[eventNumber - 1]} and status = 'waiting'
      returning *
    )
    insert into registration_changes (id, form_id, event_id, submission_id, kind, actor, details, at, awaiting_fan_out)
    select gen_random_uuid(), ${form.id}, event_id, submission_id, 'joined', 'visitor', jsonb_build_object('position', list_order), joined_at, false
    from listed`.execute(tx);
}

async function addForm(tx: Tx, kind: FormRef['kind'], { title, settings, events, fields, signUps }: DemoForm): Promise<void> {
  const id = newId();
  const { subject: email_subject, template: email_template } = starterMail(kind, DEMO.team);
  const row = { id, kind, title, ...NOTIFICATIONS, email_subject, email_template, ...settings };
  await tx.insertInto('forms').values(row).execute();
  await tx.insertInto('form_setups').values({ form_id: id, dismissed_at: new Date() }).execute();
  const form = { id, fields, events, eventIds: events.map(() => newId()) };
  for (const [index, event] of events.entries()) {
    const own = { id: form.eventIds[index] ?? '', form_id: id, calendar_id: `demo-${index + 1}`, ...eventOf(event) };
    await tx.insertInto('events').values(own).execute();
  }
  await addFields(tx, form);
  if (signUps > 0) await addSignUps(tx, form, drawn(signUps, events));
  for (const event of events) if (event.people !== undefined) await addPeople(tx, form, event, event.people);
  await fitPlaces(tx, form.eventIds);
  await sql`
    insert into view_counts (form_id, day, views)
    select ${id}, (now() - make_interval(days => back))::date, 3 + floor(random() * ${Math.ceil(signUps / 40)})::integer
    from generate_series(0, ${DEMO_DAYS - 1}::integer) as back`.execute(tx);
}

async function addFeedback(tx: Tx, { title, entries }: typeof DEMO.feedback): Promise<void> {
  const list_id = newId();
  await tx.insertInto('feedback_lists').values({ id: list_id, title, entries_count: entries.length }).execute();
  const rows = entries.map((entry, index) => ({ id: newId(), list_id, ...entry, submitted_at: ago(index * 9 * DAY_MS) }));
  await tx.insertInto('feedback_entries').values(rows).execute();
}

/** Adds the sample data once. @returns whether it was added; false when it is there already */
export async function addSampleData(deps: WriteDeps, by: Actor): Promise<boolean> {
  const isAdded = await write(deps, by, async (w) => {
    // Two people may ask for it at the same time.
    await sql`select pg_advisory_xact_lock(hashtext('sample data'))`.execute(w);
    const titles = DEMO.series.map(({ title }) => title);
    if ((await w.selectFrom('forms').select('id').where('title', 'in', titles).executeTakeFirst()) !== undefined) return false;
    await sql`select setseed(0.20261)`.execute(w); // A fixed seed, so that every demo is the same.
    for (const series of DEMO.series) await addForm(w, 'series', series);
    for (const form of DEMO.forms) await addForm(w, 'marketing', form);
    await addFeedback(w, DEMO.feedback);
    return true;
  });
  if (isAdded) await rebuildCounters(deps.db);
  return isAdded;
}
