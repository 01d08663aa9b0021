import { asksFor } from '#server/steps/fan-out.ts';

/** Stores sign-ups without a limited event: $1 has them as JSON, $2 their form. It returns those not stored: the form has changed or gone, or the key is taken. */
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
