import type { Registration } from '#contract/registrations/places.ts';
import { asksFor } from '#server/steps/fan-out.ts';

/** Stores sign-ups without a limited event: $1 has them as JSON, $2 their form. It returns those not stored: the form was changed or deleted, or the key is taken. */
export const SIGN_UP_STATEMENT = `
  -- The sign-ups.
  with incoming as materialized (
    select * from json_to_recordset($1) as incoming (
      id uuid, form_version integer, events uuid[], first_name text, last_name text, job_title text, organisation text, email text, email_key text,
      accepts_marketing boolean, answers jsonb, source jsonb, idempotency_key text, body_hash text
    )
  ),
  -- Waits while staff change the form (lockForm), then locks its row, so that it cannot change before the commit. All other rows are read
  -- as they were before the wait, but 'for share' reads this one again as it is after it, with its version.
  owner as materialized (
    select id as form_id, kind, form_version, repeat_policy, ${asksFor('forms')} as asks_for,
      array(select id from events where form_id = forms.id and is_on_form) as open_events,
      array(select id from events where form_id = forms.id and copper_tag is not null) as tagged_events
    from forms
    where (select count(pg_advisory_xact_lock_shared(hashtextextended($2::uuid::text, 0)))) > 0 and id = $2::uuid for share
  ),
  -- Those that were checked against the present version of the form, in the order of their keys, so that two servers with the same keys
  -- cannot deadlock. The worker settles all to a series that does not allow repeats.
  added as (
    insert into submissions (
      id, form_id, first_name, last_name, job_title, organisation, email, email_key, accepts_marketing,
      answers, source, idempotency_key, body_hash, awaiting_fan_out, asks_for, settles_by
    )
    select id, form_id, first_name, last_name, job_title, organisation, email, email_key, accepts_marketing,
      answers, source, idempotency_key, body_hash, true, asks_for, nullif(repeat_policy, 'allow')
    from incoming join owner using (form_version)
    where events <@ open_events
    order by idempotency_key
    on conflict (form_id, idempotency_key) where idempotency_key is not null do nothing
    returning id, submitted_at
  ),
  -- A registration for each chosen event; for one with a tag the visitor becomes a lead.
  registered as (
    insert into registrations (event_id, submission_id, submitted_at, asks_for_crm)
    select event_id, id, submitted_at, event_id = any(tagged_events)
    from added join incoming using (id) cross join owner cross join unnest(events) as chosen (event_id)
  ),
  -- Registrations by address, since one statement may not update a row twice.
  gained as (
    select form_id, email_key, sum(cardinality(events)) as registrations
    from added join incoming using (id) cross join owner group by form_id, email_key
  ),
  -- An address has a row only while it has registrations, so an inserted row (xmax = 0) is one more address.
  raised as (
    insert into address_counts (form_id, email_key, registrations)
    select form_id, email_key, registrations from gained where registrations > 0 order by form_id, email_key
    on conflict (form_id, email_key) do update set registrations = address_counts.registrations + excluded.registrations
    returning form_id, xmax = 0 as is_new
  ),
  -- A series counts its addresses, a marketing form its sign-ups.
  counted as (
    insert into form_counts (form_id, signups)
    select form_id, count(*)
    from (select form_id from raised where is_new union all select form_id from added cross join owner where kind = 'marketing') as counts
    group by form_id
    on conflict (form_id) do update set signups = form_counts.signups + excluded.signups
  )
  -- The sign-ups that were not stored.
  select id from incoming where not exists (select from added where added.id = incoming.id)`;

/** The outcome of a sign-up to a limited series. Not stored and nothing full: the form has changed, or the idempotency key is taken. */
export interface LimitedOutcome {
  readonly id: string;
  readonly is_stored: boolean;
  /** The chosen events without a free place for it. */
  readonly full: readonly string[];
  readonly waits: readonly { readonly event_id: string; readonly position: number }[];
}

/** Stores sign-ups to a series with a visible limited event: $1 has them as JSON, n their order, $2 the series. It returns a `LimitedOutcome` for each. */
export const LIMITED_STATEMENT = `
  -- The sign-ups, in the order in which they arrived.
  with incoming as materialized (
    select * from json_to_recordset($1) as incoming (
      n integer, id uuid, form_version integer, events uuid[], waits uuid[], first_name text, last_name text, job_title text, organisation text,
      email text, email_key text, accepts_marketing boolean, answers jsonb, source jsonb, idempotency_key text, body_hash text
    )
  ),
  -- Waits while staff change the series (lockForm), then locks its row, so that it cannot change before the commit. All other rows are read
  -- as they were before the wait, but 'for share' reads this one again as it is after it, with its version.
  owner as materialized (
    select id as form_id, form_version, repeat_policy, ${asksFor('forms')} as asks_for,
      array(select id from events where form_id = forms.id and is_on_form) as open_events,
      array(select id from events where form_id = forms.id and copper_tag is not null) as tagged_events
    from forms
    where (select count(pg_advisory_xact_lock_shared(hashtextextended($2::uuid::text, 0)))) > 0 and id = $2::uuid for share
  ),
  -- Those that were checked against the present version of the series, without repeated calls, which would take a place a second time.
  fresh as materialized (
    select * from (
      select incoming.*, form_id, row_number() over (partition by idempotency_key order by n) as call
      from incoming join owner using (form_version) where events <@ open_events
    ) as calls
    where idempotency_key is null or (call = 1 and not exists (
      select from submissions as stored where stored.form_id = calls.form_id and stored.idempotency_key = calls.idempotency_key
    ))
  ),
  -- The counters of the chosen limited events, locked until the commit in the order of their ids, and so read as any server left them.
  held as materialized (
    select event_id, has_list, last_order, waiting, free
    from event_places where event_id = any(array(select unnest(events) from fresh)) order by event_id for no key update
  ),
  -- Numbered, as grant_places knows them.
  slots as materialized (select *, row_number() over (order by event_id)::integer as slot from held),
  -- What each asks for in its turn: a place, which it must get unless it would also wait for it.
  wishes as materialized (
    select fresh.n as turn, slot, not (has_list and event_id = any(fresh.waits)) as must
    from fresh join slots on event_id = any(fresh.events)
  ),
  -- What each gets: p a place, w the waiting list, f full, r refused, because another event was full.
  granted as materialized (
    select given.turn, given.gets, slots.event_id
    from (
      select array_agg(turn order by turn, slot) as turns, array_agg(slot order by turn, slot) as slots, array_agg(must order by turn, slot) as musts
      from wishes
    ) as line,
    unnest(line.turns, line.slots, grant_places(line.turns, line.slots, line.musts, (select array_agg(free order by slot) from slots)))
      as given (turn, slot, gets)
    join slots using (slot)
  ),
  -- Those that got places, or wait for them, in the order of their keys, so that two servers with the same keys cannot deadlock. The worker
  -- settles those who wait, and all to a series that does not allow repeats.
  added as (
    insert into submissions (
      id, form_id, first_name, last_name, job_title, organisation, email, email_key, accepts_marketing,
      answers, source, idempotency_key, body_hash, awaiting_fan_out, asks_for, settles_by
    )
    select id, form_id, first_name, last_name, job_title, organisation, email, email_key, accepts_marketing,
      answers, source, idempotency_key, body_hash, true, asks_for,
      case when repeat_policy <> 'allow' or n in (select turn from granted where gets = 'w') then repeat_policy end
    from fresh join owner using (form_id)
    where n not in (select turn from granted where gets in ('f', 'r'))
    order by idempotency_key
    on conflict (form_id, idempotency_key) where idempotency_key is not null do nothing
    returning id, submitted_at
  ),
  -- A registration for each chosen event; for one with a tag the visitor becomes a lead.
  registered as (
    insert into registrations (event_id, submission_id, submitted_at, status, asks_for_crm)
    select chosen.event_id, id, submitted_at, (case when gets = 'w' then 'waiting' else 'confirmed' end)::registration_status,
      chosen.event_id = any(tagged_events)
    from added join incoming using (id) cross join owner cross join unnest(events) as chosen (event_id)
    left join granted on granted.turn = incoming.n and granted.event_id = chosen.event_id
    returning event_id, submission_id, status
  ),
  -- The registrations that wait, numbered for each event.
  newcomers as materialized (
    select slots.event_id, submission_id, last_order, waiting, row_number() over (partition by slots.event_id order by n) as ordinal
    from registered join incoming on id = submission_id join slots using (event_id)
    where status = 'waiting'
  ),
  -- Their entries in the lists, behind all others.
  listed as (
    insert into waiting_entries (event_id, submission_id, list_order) select event_id, submission_id, last_order + ordinal from newcomers
  ),
  -- Their history, with the position that the mail states.
  recorded as (
    insert into registration_changes (id, form_id, submission_id, event_id, kind, actor, details, awaiting_fan_out)
    select gen_random_uuid(), form_id, submission_id, event_id, 'joined', 'visitor', json_build_object('position', waiting + ordinal), false
    from newcomers cross join owner
  ),
  -- Places are counted by what was inserted, since another server may have taken an idempotency key in the meantime.
  placed as (
    update event_places set taken = taken + gained.confirmed, waiting = waiting + gained.waits, last_order = last_order + gained.waits
    from (
      select event_id, count(*) filter (where status = 'confirmed') as confirmed, count(*) filter (where status = 'waiting') as waits
      from registered group by event_id
    ) as gained
    where event_places.event_id = gained.event_id
  ),
  -- Registrations by address, since one statement may not update a row twice.
  gained as (
    select form_id, email_key, count(*) as registrations
    from registered join incoming on id = submission_id cross join owner where status = 'confirmed' group by form_id, email_key
  ),
  -- An address has a row only while it has registrations, so an inserted row (xmax = 0) is one more address.
  raised as (
    insert into address_counts (form_id, email_key, registrations)
    select form_id, email_key, registrations from gained where registrations > 0 order by form_id, email_key
    on conflict (form_id, email_key) do update set registrations = address_counts.registrations + excluded.registrations
    returning form_id, xmax = 0 as is_new
  ),
  -- A series counts its addresses.
  counted as (
    insert into form_counts (form_id, signups)
    select form_id, count(*) from raised where is_new group by form_id
    on conflict (form_id) do update set signups = form_counts.signups + excluded.signups
  ),
  -- The answer to each: the events that were full, and its positions in the lists.
  refused as (select turn, json_agg(event_id order by event_id) as events from granted where gets = 'f' group by turn),
  listings as (
    select submission_id as id, json_agg(json_build_object('event_id', event_id, 'position', waiting + ordinal)) as events
    from newcomers group by submission_id
  )
  select incoming.id, added.id is not null as is_stored, coalesce(refused.events, '[]') as full, coalesce(listings.events, '[]') as waits
  from incoming left join added using (id) left join refused on turn = n left join listings using (id)`;

/** The registrations of a sign-up that was stored, by event. */
export const registrationsOf = ({ events }: { readonly events: readonly string[] }, waits: LimitedOutcome['waits']): Registration[] =>
  events.toSorted().map((eventId) => {
    const position = waits.find(({ event_id: id }) => id === eventId)?.position ?? null;
    return { event_id: eventId, status: position === null ? 'confirmed' : 'waiting', position };
  });
