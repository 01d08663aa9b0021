import { useNavigate } from 'react-router';
import { paths, type Titled } from '#admin/paths.ts';
import { useHasMail } from '#admin/reads/connection-queries.ts';
import type { BindField } from '#admin/records/use-record.ts';
import { dates, useNow } from '#admin/ui/format/dates.tsx';
import { SelectField, TextAreaField } from '#admin/ui/inputs/edit-fields.tsx';
import { Section } from '#admin/ui/layout/section.tsx';
import { showWarning } from '#admin/ui/states/show-alert.tsx';
import type { Event, ListedEvent } from '#contract/events/event.ts';
import { isDue, momentOf } from '#contract/mailings/mail-moments.ts';
import { type AutomaticMail, automaticMail, MAIL_TIMES, minutesName } from '#contract/registrations/mail-kind.ts';
import { NOTE_MAX_LENGTH } from '#contract/registrations/note.ts';
import { parseEventDate } from '#contract/rules/event-date.ts';
import { eventLine } from '#contract/rules/event-line.ts';
import { MAIL_TITLES } from '#contract/texts/changes.ts';
import * as texts from '#contract/texts/event-mails.ts';
import { DAY_MS, MINUTE_MS } from '#contract/time.ts';
import classes from './event-form.module.css';
import { type EventValues, timeValue } from './event-values.ts';

interface EventMailsProps {
  field: BindField<EventValues>;
  event: Event;
  series: SeriesTimes;
}

const minutesOf = (typed: string, kind: AutomaticMail, series: SeriesTimes): number =>
  typed === '' ? series[minutesName(kind)] : Number(typed);

export function EventMails({ field, event, series }: EventMailsProps) {
  const noteOf = useOutcome(field, event, series);
  const hasMail = useHasMail();
  const areOff = (['reminder', 'starting_soon'] as const).every((kind) => minutesOf(field(minutesName(kind)).value, kind, series) === 0);
  return (
    <Section title={texts.EVENT_MAILS.short} note={hasMail ? texts.EVENT_MAILS_NOTE : texts.NOBODY_REMINDED}>
      <div className={classes.form}>
        {automaticMail.options.map((kind) => (
          <SelectField
            key={kind}
            label={MAIL_TITLES[kind]}
            field={field(minutesName(kind))}
            description={noteOf(kind)}
            options={[
              { value: '', label: `As in the series (${texts.mailTimeText(kind, series[minutesName(kind)])})` },
              { value: '0', label: 'None' },
              ...MAIL_TIMES[kind]
                .toSorted((a, b) => a - b)
                .map((minutes) => ({ value: String(minutes), label: texts.mailTimeText(kind, minutes) })),
            ]}
          />
        ))}
        <TextAreaField
          className={classes.whole}
          label="Add to the reminders"
          description={areOff ? 'Both reminders are off.' : 'Such as what to bring. Shown below the event.'}
          field={field('reminder_note')}
          rows={4}
          maxLength={NOTE_MAX_LENGTH}
        />
      </div>
    </Section>
  );
}

/** When each mail will be sent, for the date as typed, or why it will not. */
function useOutcome(field: EventMailsProps['field'], event: Event, series: SeriesTimes): (kind: AutomaticMail) => string | undefined {
  const { timeZone } = dates;
  const now = useNow().getTime();
  const iso = (time: string | null) => (time === null ? null : (parseEventDate(time, timeZone)?.toISOString() ?? null));
  // Inputs have no seconds.
  const start = field('date').value === timeValue(event.date) ? event.date : iso(field('date').value);
  const end = iso(field('end_date').value);
  return (kind) => {
    const went = sentMail(event, kind, start);
    if (went !== undefined) return texts.wentOutOn(eventLine(went.at, timeZone), went.people);
    const name = minutesName(kind);
    const moment = momentOf(kind, minutesOf(field(name).value, kind, series), { date: start, end_date: end }, timeZone);
    if (moment === undefined) return undefined;
    if (event.cancelled_at !== null) return 'Not while the event is cancelled.';
    if (moment <= now) return 'Too late to send.';
    const isSaved = Math.abs(moment - (momentOf(kind, event[name] ?? series[name], event, timeZone) ?? 0)) < MINUTE_MS;
    return `Goes out on ${eventLine(new Date(moment).toISOString(), timeZone)}${isSaved ? '' : ', once saved'}.`;
  };
}

export type SeriesTimes = Readonly<Record<`${AutomaticMail}_minutes`, number>>;

/** A mail that an event no longer sends, since its time had passed when it was set. */
interface LateMail {
  readonly kind: AutomaticMail;
  readonly event: Pick<ListedEvent, 'id' | 'event_title' | 'attended_count'> & { readonly submissions_count?: number };
}

/** What an event sent for this date, or for a date less than a day from it, since nobody gets the mail again after a smaller move. */
export const sentMail = ({ _sent_mails: mails }: Event, kind: AutomaticMail, date: string | null) =>
  mails?.find((mail) => {
    const isNear = Math.abs(Date.parse(mail.for_date) - Date.parse(date ?? '')) < DAY_MS;
    return mail.kind === kind && (mail.for_date === date || (isNear && mail.people > 0));
  });

/** The mails of an event that saving it has made too late; `before` is undefined for a new one. */
export function lateMailsOfEvent(before: Event | undefined, event: Event & LateMail['event'], series: SeriesTimes) {
  if (event.cancelled_at !== null) return [];
  const at = { timeZone: dates.timeZone, now: Date.now() };
  const minutesIn = (of: Event, kind: AutomaticMail) => of[minutesName(kind)] ?? series[minutesName(kind)];
  const isMoved = (kind: AutomaticMail) =>
    before === undefined ||
    momentOf(kind, minutesIn(before, kind), before, dates.timeZone) !== momentOf(kind, minutesIn(event, kind), event, dates.timeZone);
  const isLate = (kind: AutomaticMail) =>
    isMoved(kind) && isDue(kind, minutesIn(event, kind), event, at) && sentMail(event, kind, event.date) === undefined;
  return automaticMail.options.filter(isLate).map((kind) => ({ kind, event }));
}

/** The mails of a series' events that saving new times has made too late; those that were due before have been sent. */
export function lateMailsOfSeries(events: readonly ListedEvent[], before: SeriesTimes, after: SeriesTimes): LateMail[] {
  const at = { timeZone: dates.timeZone, now: Date.now() };
  return events
    .filter(({ cancelled_at: cancelledAt }) => cancelledAt === null)
    .flatMap((event) => {
      const isLate = (kind: AutomaticMail) =>
        event[minutesName(kind)] === null &&
        isDue(kind, after[minutesName(kind)], event, at) &&
        !isDue(kind, before[minutesName(kind)], event, at);
      return automaticMail.options.filter(isLate).map((kind) => ({ kind, event }));
    });
}

/** Shows which mails are too late, and offers a mailing to the same people. */
export function useLateNotice(series: Titled): (late: readonly LateMail[]) => void {
  const navigate = useNavigate();
  return (late) => {
    const title = texts.tooLateToSend(late.map(({ kind, event }) => ({ kind, event: event.event_title })));
    if (title === undefined) return;
    const events = [...new Set(late.map(({ event }) => event.id))];
    // If attendance is in use, only people who came are thanked.
    const areThanks = late.every(({ kind, event }) => kind === 'thank_you' && event.attended_count !== undefined);
    const path = paths.series.newMailing(series, { events, ...(areThanks ? { filter: 'attended' } : {}) });
    const hasPeople = late.some(({ event }) => event.submissions_count !== 0);
    const action = hasPeople && { action: { label: 'Write to them…', onClick: () => void navigate(path) } };
    showWarning({ title, ...action }, hasPeople ? title + path : undefined);
  };
}
