import type { z } from 'zod';
import type { AnnouncedValues } from '../events/event.ts';
import type { RegistrationStatus } from '../registrations/places.ts';
import type { changedValueSchema } from '../registrations/registration-changes.ts';
import * as formWords from '../texts/words/form.ts';
import * as mailWords from '../texts/words/mails.ts';
import { placeLine } from './event-line.ts';

export type ChangedValue = Readonly<z.infer<typeof changedValueSchema>>;

type SpanInWords = (date: string, end: string | null) => string;

const orNone = (text: string): string => (text === '' ? mailWords.NONE : text);

/** An event's change as its mail describes it: dates as `span` writes them, nothing as a dash. */
export function changedValues(before: AnnouncedValues, now: AnnouncedValues, span: SpanInWords): ChangedValue[] {
  const lines: readonly (readonly [string, (values: AnnouncedValues) => string])[] = [
    [mailWords.EVENT_VALUES.title, ({ event_title: title }) => title],
    [mailWords.EVENT_VALUES.date, ({ date, end_date: end }) => (date === null ? formWords.DATE_TO_BE_ANNOUNCED : span(date, end))],
    [mailWords.EVENT_VALUES.venue, ({ venue }) => orNone(venue ?? '')],
    [mailWords.EVENT_VALUES.address, ({ venue_address: address }) => orNone(placeLine(null, address))],
    [mailWords.EVENT_VALUES.joinLink, ({ join_url: link }) => orNone(link ?? '')],
    [mailWords.EVENT_VALUES.status, ({ cancelled_at: cancelled }) => (cancelled ? mailWords.CANCELLED : mailWords.GOING_AHEAD)],
  ];
  return lines
    .map(([label, inWords]) => ({ label, before: inWords(before), now: inWords(now) }))
    .filter((change) => change.before !== change.now);
}

/** The values as someone with a registration of this status may know them: only people with a place get the join link. */
export const valuesSeenBy = (status: RegistrationStatus, values: AnnouncedValues): AnnouncedValues =>
  status === 'confirmed' ? values : { ...values, join_url: null };

/** `changedValues`, of what someone with a registration of this status may know. */
export const changesSeenBy = (status: RegistrationStatus, before: AnnouncedValues, now: AnnouncedValues, span: SpanInWords) =>
  changedValues(valuesSeenBy(status, before), valuesSeenBy(status, now), span);

export const changeLine = ({ label, before, now }: ChangedValue): string => `${label}: ${before} → ${now}`;
