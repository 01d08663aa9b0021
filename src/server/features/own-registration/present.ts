import type { OwnRegistration } from '#contract/own-registration.ts';
import { activeFields } from '#contract/rules/public-fields.ts';
import { asPublicEvents, canCancel, canChangeEvents, canCorrect, heldEvents } from './permissions.ts';
import type { OwnSignUp } from './queries.ts';

const moment = (time: Date | null): string | null => time?.toISOString() ?? null;

/** The fields that the person is asked for the events held or waited for. */
export const fieldsOf = (own: OwnSignUp) => {
  const held = asPublicEvents(heldEvents(own));
  return activeFields(
    own.fields,
    held,
    held.map(({ id }) => id),
  );
};

/** A sign-up as the API gives it to whoever has a link to it. */
export function presentOwn(own: OwnSignUp): OwnRegistration {
  const { row, series } = own;
  const fields = fieldsOf(own);
  const isAsked = (name: string): boolean => fields.some((field) => field.name === name);
  return {
    series_title: series.title,
    person: {
      first_name: row.first_name,
      last_name: row.last_name,
      job_title: row.job_title,
      organisation: row.organisation,
      email: row.email,
      accepts_marketing: row.accepts_marketing,
    },
    fields: fields.map((field) => ({ ...field, options: [...field.options], inputType: field.type, help_text: field.help_text ?? null })),
    answers: Object.fromEntries(Object.entries(row.answers).filter(([name]) => isAsked(name))),
    registrations: own.events.map((event) => ({
      event_id: event.id,
      event_title: event.title,
      date: moment(event.startsAt),
      end_date: moment(event.endsAt),
      venue: event.venue,
      venue_address: event.venueAddress,
      join_url: event.status === 'confirmed' ? event.joinUrl : null,
      status: event.status,
      position: event.position,
      offer_ends_at: moment(event.offerEndsAt),
      can_cancel: canCancel(own, event),
      changes_until: event.status === 'confirmed' && series.self_service ? moment(event.changesUntil) : null,
    })),
    can_correct: canCorrect(own),
    can_change_events: canChangeEvents(own),
    version: row.version,
  };
}
