import type { Registration } from '#contract/registrations/places.ts';
import { GRANTED_PARTS } from '#server/registrations/places.ts';
import { addedPart, INCOMING_COLUMNS, IS_TAGGED, type IncomingRow, MANY, type OneOrMany, validPart } from './sign-up-statement.ts';

/** A sign-up to a limited series, that is, one with a visible event that closes when it is full. */
export type LimitedRow = IncomingRow & { readonly id: string; readonly events: readonly string[]; readonly waits: readonly string[] };

/** What became of a sign-up to a limited series. Not stored and nothing full: the form has changed, or the idempotency key is taken. */
export interface LimitedOutcome {
  readonly id: string;
  readonly is_stored: boolean;
  /** The chosen events that had no place for it. */
  readonly full: readonly string[];
  /** Those for which it waits. */
  readonly waits: readonly { readonly event_id: string; readonly position: number }[];
}

const COLUMNS = [...INCOMING_COLUMNS, ['waits', 'uuid[]']] as const;

/** `n` is the order of arrival. */
const MANY_OF_LIMITED: OneOrMany = {
  ...MANY,
  incoming: `materialized (
    select * from rows from (json_to_recordset($1) as (${COLUMNS.map(([name, type]) => `${name} ${type}`).join(', ')}))
      with ordinality as incoming (${COLUMNS.map(([name]) => name).join(', ')}, n)
  )`,
};

/*
 * The statement of all other sign-ups, with more parts:
 * `fresh`: the calls that were not made before; a repeated one would take a place a second time.
 * `granted`: who gets a place. A refused sign-up takes none, so a later one in the batch may get it.
 * `recorded`: who joined a list, with the position that the mail states.
 * `placed`: counts the inserted rows, since another server may take an idempotency key in the meantime.
 */
/** Stores sign-ups to limited series, one or many; returns a `LimitedOutcome` for each. */
export const LIMITED_STATEMENT = `${validPart(MANY_OF_LIMITED)}
  fresh as materialized (
    select * from (select *, row_number() over (partition by form_id, idempotency_key order by n) as call from valid) as calls
    where (idempotency_key is null or call = 1) and not exists (
      select from submissions as stored where stored.form_id = calls.form_id and stored.idempotency_key = calls.idempotency_key
    )
  ),${GRANTED_PARTS},
  accepted as (
    select * from fresh where n not in (select turn from granted where gets in ('f', 'r'))
  ),${addedPart('accepted order by form_id, idempotency_key', "n in (select turn from granted where gets = 'w')")},
  registered as (
    insert into registrations (event_id, submission_id, submitted_at, status, asks_for_crm)
    select chosen.event_id, added.id, added.submitted_at, (case when granted.gets = 'w' then 'waiting' else 'confirmed' end)::registration_status,
      ${IS_TAGGED}
    from added join incoming using (id) cross join lateral unnest(incoming.events) as chosen (event_id)
    left join granted on granted.turn = incoming.n and granted.event_id = chosen.event_id
    returning event_id, submission_id, status
  ),
  newcomers as materialized (
    select slots.event_id, registered.submission_id, last_order, waiting,
      row_number() over (partition by slots.event_id order by incoming.n) as ordinal
    from registered join incoming on incoming.id = registered.submission_id join slots using (event_id)
    where registered.status = 'waiting'
  ),
  listed as (
    insert into waiting_entries (event_id, submission_id, list_order) select event_id, submission_id, last_order + ordinal from newcomers
  ),
  recorded as (
    insert into registration_changes (id, form_id, submission_id, event_id, kind, actor, details, awaiting_fan_out)
    select gen_random_uuid(), incoming.form_id, submission_id, event_id, 'joined', 'visitor',
      json_build_object('position', waiting + ordinal), false
    from newcomers join incoming on incoming.id = submission_id
  ),
  placed as (
    update event_places set taken = taken + gained.confirmed, waiting = waiting + gained.waits, last_order = last_order + gained.waits
    from (
      select event_id, count(*) filter (where status = 'confirmed') as confirmed, count(*) filter (where status = 'waiting') as waits
      from registered group by event_id
    ) as gained
    where event_places.event_id = gained.event_id
  ),
  addresses as (
    insert into address_counts (form_id, email_key, registrations)
    select incoming.form_id, incoming.email_key, count(*)
    from registered join incoming on incoming.id = registered.submission_id
    where registered.status = 'confirmed' group by 1, 2 order by 1, 2
    on conflict (form_id, email_key) do update set registrations = address_counts.registrations + excluded.registrations
    returning form_id, xmax = 0 as is_new
  ),
  counts as (
    insert into form_counts (form_id, signups)
    select form_id, count(*) from addresses where is_new group by 1 order by 1
    on conflict (form_id) do update set signups = form_counts.signups + excluded.signups
  ),
  refused as (select turn, json_agg(event_id order by event_id) as events from granted where gets = 'f' group by turn),
  waits as (
    select submission_id as id, json_agg(json_build_object('event_id', event_id, 'position', waiting + ordinal)) as events
    from newcomers group by submission_id
  )
  select incoming.id, added.id is not null as is_stored, coalesce(refused.events, '[]') as full, coalesce(waits.events, '[]') as waits
  from incoming left join added using (id) left join refused on refused.turn = incoming.n left join waits using (id)`;

/** The registrations of a sign-up that was stored, by event. */
export const registrationsOf = ({ events }: LimitedRow, waits: LimitedOutcome['waits']): Registration[] =>
  events.toSorted().map((eventId) => {
    const position = waits.find(({ event_id: id }) => id === eventId)?.position ?? null;
    return { event_id: eventId, status: position === null ? 'confirmed' : 'waiting', position };
  });
