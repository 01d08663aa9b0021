import { useNavigate } from 'react-router';
import { paths, type Titled } from '#admin/paths.ts';
import { showFailure } from '#admin/ui/feedback/show-alert.tsx';
import type { Event, ListedEvent } from '#contract/events/event.ts';
import { hasCome } from '#contract/mailings/mail-moments.ts';
import { type AutomaticMail, automaticMail } from '#contract/registrations/mail-kind.ts';
import { tooLateToSend } from '#contract/texts/event-mails.ts';
import { DAY_MS } from '#contract/time.ts';
import type { EventValues } from './event-values.ts';

export type SeriesTimes = Readonly<Record<`${AutomaticMail}_minutes`, number>>;

/** A mail that an event no longer sends, since its time had passed when it was set. */
interface LateMail {
  readonly kind: AutomaticMail;
  readonly event: Pick<ListedEvent, 'id' | 'event_title' | 'attended_count'> & { readonly submissions_count?: number };
}

export const minutesName = (kind: AutomaticMail) => `${kind}_minutes` as const;

const TIMING = ['date', 'end_date', ...automaticMail.options.map(minutesName)] as const;

/** What an event sent for this date, or for a date less than a day from it, since nobody gets the mail again after a smaller move. */
export const sentMail = ({ _sent_mails: mails }: Event, kind: AutomaticMail, date: string | null) =>
  mails?.find((mail) => {
    const isNear = Math.abs(Date.parse(mail.for_date) - Date.parse(date ?? '')) < DAY_MS;
    return mail.kind === kind && (mail.for_date === date || (isNear && mail.people > 0));
  });

export function lateMailsOfEvent(
  changed: Partial<EventValues>,
  event: Event & LateMail['event'],
  series: SeriesTimes,
  timeZone: string,
): LateMail[] {
  if (event.cancelled_at !== null || !TIMING.some((name) => name in changed)) return [];
  const at = { timeZone, now: Date.now() };
  const isLate = (kind: AutomaticMail) =>
    hasCome(kind, event[minutesName(kind)] ?? series[minutesName(kind)], event, at) && sentMail(event, kind, event.date) === undefined;
  return automaticMail.options.filter(isLate).map((kind) => ({ kind, event }));
}

/** The mails of a series' events that saving new times has made too late; those that were due before have been sent. */
export function lateMailsOfSeries(events: readonly ListedEvent[], before: SeriesTimes, after: SeriesTimes, timeZone: string): LateMail[] {
  const at = { timeZone, now: Date.now() };
  return events
    .filter(({ cancelled_at: cancelledAt }) => cancelledAt === null)
    .flatMap((event) => {
      const isLate = (kind: AutomaticMail) =>
        event[minutesName(kind)] === null &&
        hasCome(kind, after[minutesName(kind)], event, at) &&
        !hasCome(kind, before[minutesName(kind)], event, at);
      return automaticMail.options.filter(isLate).map((kind) => ({ kind, event }));
    });
}

/** Shows which mails are too late, and offers a mailing to the same people. */
export function useLateNotice(series: Titled): (late: readonly LateMail[]) => void {
  const navigate = useNavigate();
  return (late) => {
    const title = tooLateToSend(late.map(({ kind, event }) => ({ kind, event: event.event_title })));
    if (title === undefined) return;
    const events = [...new Set(late.map(({ event }) => event.id))];
    // If attendance is in use, only people who came are thanked.
    const areThanks = late.every(({ kind, event }) => kind === 'thank_you' && event.attended_count !== undefined);
    const path = paths.series.newMailing(series, { events, ...(areThanks ? { filter: 'attended' } : {}) });
    const hasPeople = late.some(({ event }) => event.submissions_count !== 0);
    showFailure({ title, ...(hasPeople && { action: { label: 'Write to them…', onClick: () => void navigate(path) } }) });
  };
}
