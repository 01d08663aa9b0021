import { Alert, Anchor, Badge, Box, Button, NativeSelect, Switch, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { sentMail } from '#admin/events/event-mails.tsx';
import { paths } from '#admin/paths.ts';
import { useHasMail } from '#admin/reads/connection-queries.ts';
import { feedbackCardsQuery } from '#admin/reads/feedback-queries.ts';
import { eventQuery } from '#admin/reads/form-queries.ts';
import { audienceQuery } from '#admin/reads/mailing-queries.ts';
import { followsOf } from '#admin/reads/query-keys.ts';
import type { BoundField } from '#admin/records/use-record.ts';
import { dates, useNow } from '#admin/ui/format/dates.tsx';
import { BoundInput } from '#admin/ui/inputs/edit-fields.tsx';
import { IconAlertTriangle, IconMail, IconPencil } from '#admin/ui/layout/icons.tsx';
import { SettingsSection, WholeWidth } from '#admin/ui/layout/settings-section.tsx';
import { outside, toolButtonProps } from '#admin/ui/layout/tool-button.tsx';
import type { ListedEvent } from '#contract/events/event.ts';
import type { SeriesMail } from '#contract/forms/series-mails.ts';
import { momentOf } from '#contract/mailings/mail-moments.ts';
import { type AutomaticMail, automaticMail, MAIL_TIMES, type MailKind, minutesName } from '#contract/registrations/mail-kind.ts';
import { eventLine } from '#contract/rules/event-line.ts';
import { endOf } from '#contract/rules/event-times.ts';
import { placeholdersOf } from '#contract/rules/mail/mail-placeholders.ts';
import { MAIL_TITLES } from '#contract/texts/changes.ts';
import { counted } from '#contract/texts/counts.ts';
import * as texts from '#contract/texts/event-mails.ts';
import classes from './other-mails.module.css';
import type { SettingsValues, useSettingsForm } from './settings-values.ts';
import { splitPlaceholders } from './template-editor.tsx';

export interface EventMailFieldsProps {
  seriesId: string;
  form: Pick<ReturnType<typeof useSettingsForm>, 'field' | 'values'>;
  events: readonly ListedEvent[];
  mails: readonly SeriesMail[];
  onEdit: (kind: AutomaticMail) => void;
}

export function EventMailFields({ seriesId, form, events, mails, onEdit }: EventMailFieldsProps) {
  const hasMail = useHasMail();
  return (
    <SettingsSection id="event-mails" title={texts.EVENT_MAILS.title} note={`${texts.EVENT_MAILS_NOTE} Each event can have its own times.`}>
      <WholeWidth>
        <div data-box="frame" className={classes.frame}>
          {automaticMail.options.map((kind) => (
            <MailTime
              key={kind}
              kind={kind}
              field={form.field(minutesName(kind))}
              mail={mails.find((mail) => mail.kind === kind)}
              onEdit={() => onEdit(kind)}
            />
          ))}
          <FeedbackField field={form.field('feedback_list_id')} isAsked={form.values.thank_you_minutes !== '0'} />
        </div>
        {hasMail ? (
          <ComingMails seriesId={seriesId} values={form.values} events={events} />
        ) : (
          <Alert mt={16} color="orange" icon={<IconAlertTriangle />}>
            {texts.NOBODY_REMINDED}
          </Alert>
        )}
      </WholeWidth>
    </SettingsSection>
  );
}

interface MailTimeProps {
  kind: AutomaticMail;
  field: BoundField<string>;
  mail: SeriesMail | undefined;
  onEdit: () => void;
}

/** One of them; a time that was switched off is kept until the page is left. */
function MailTime({ kind, field, mail, onEdit }: MailTimeProps) {
  const [{ [kind]: times }, title] = [MAIL_TIMES, MAIL_TITLES[kind]];
  const isOn = field.value !== '0';
  const [kept, setKept] = useState(isOn ? field.value : String(times[0]));
  const choose = (minutes: string) => {
    if (minutes !== '0') setKept(minutes);
    field.onChange(minutes);
  };
  return (
    <BoundInput label={title} field={field} words={(minutes) => texts.mailTimeText(kind, Number(minutes))}>
      <div className={classes.time} data-row="wrap">
        <Switch label={title} checked={isOn} onChange={(event) => choose(event.currentTarget.checked ? kept : '0')} />
        <NativeSelect
          aria-label={`${title}: when`}
          name={field.name}
          disabled={!isOn}
          value={isOn ? field.value : kept}
          error={field.error}
          data={times.toSorted((a, b) => a - b).map((minutes) => ({ value: String(minutes), label: texts.mailTimeText(kind, minutes) }))}
          onChange={(event) => choose(event.currentTarget.value)}
        />
        <Box data-grows data-breaks data-text={isOn ? undefined : 'second'} dir="auto">
          <MailSubject kind={kind} subject={mail?.subject ?? ''} /> {mail?.is_own === true ? <Badge>Custom text</Badge> : null}
        </Box>
        <Button {...toolButtonProps} leftSection={<IconPencil />} aria-label={`Edit the text: ${title}`} onClick={onEdit}>
          Edit the text
        </Button>
      </div>
    </BoundInput>
  );
}

function FeedbackField({ field, isAsked }: { field: BoundField<string>; isAsked: boolean }) {
  const { data: lists } = useQuery(feedbackCardsQuery());
  const options = [{ value: '', label: 'No' }, ...(lists ?? []).map(({ id, title }) => ({ value: id, label: title }))];
  return (
    <BoundInput label={texts.ASK_FOR_FEEDBACK} field={field} words={(id) => options.find(({ value }) => value === id)?.label ?? id}>
      <div className={classes.time} data-row="wrap">
        <div className={classes.unswitched}>{texts.ASK_FOR_FEEDBACK}</div>
        <NativeSelect
          aria-label={texts.ASK_FOR_FEEDBACK}
          name={field.name}
          value={field.value}
          error={field.error}
          data={options}
          onChange={(event) => field.onChange(event.currentTarget.value)}
        />
        {lists?.length === 0 ? (
          // The settings may have unsaved edits.
          <Anchor component={Link} to={paths.add('feedback')} {...outside}>
            Add a feedback list <VisuallyHidden>(opens in a new tab)</VisuallyHidden>
          </Anchor>
        ) : null}
        {field.value === '' || isAsked ? null : <span data-text="warn">Thank-you is off</span>}
      </div>
    </BoundInput>
  );
}

/** Counts with typed values, not just saved ones. */
const comingMails = (values: SettingsValues, events: readonly ListedEvent[], now: number) =>
  events
    .flatMap((event) =>
      automaticMail.options.flatMap((kind) => {
        const moment = momentOf(kind, event[minutesName(kind)] ?? Number(values[minutesName(kind)]), event, dates.timeZone);
        return moment === undefined || moment <= now ? [] : [{ kind, event, moment }];
      }),
    )
    .toSorted((a, b) => a.moment - b.moment);

function ComingMails({ seriesId, values, events }: { seriesId: string; values: SettingsValues; events: readonly ListedEvent[] }) {
  const now = useNow().getTime();
  const isOff = automaticMail.options.every((kind) => values[minutesName(kind)] === '0');
  const held = events.filter(({ cancelled_at: cancelledAt }) => cancelledAt === null);
  const coming = comingMails(values, held, now);
  return (
    <NextMail seriesId={seriesId} coming={coming}>
      {isOff ? null : (
        <Box component="p" mt={16} data-text="second">
          {held.some((event) => endOf(event, dates.timeZone) > now) ? 'Nothing is due.' : 'Nothing is due: there are no upcoming events.'}
        </Box>
      )}
    </NextMail>
  );
}

interface NextMailProps {
  seriesId: string;
  coming: ReturnType<typeof comingMails>;
  /** When nothing is due. */
  children: ReactNode;
}

/** How many people get the next automatic mail, counted like a mailing's audience, without people who have no address. */
function usePeople({ seriesId, coming: [mail] }: Omit<NextMailProps, 'children'>): number | undefined {
  const { attended_count: attended, submissions_count: all } = mail?.event ?? {};
  const ids = mail === undefined ? [] : [mail.event.id];
  const filter = mail?.kind === 'thank_you' && attended !== undefined ? 'attended' : undefined;
  const { data, isPending } = useQuery({
    ...audienceQuery({ kind: 'series', id: seriesId }, { events: ids, filter }, 'service'),
    meta: { follows: ids.flatMap((eventId) => followsOf({ kind: 'series', id: seriesId, eventId })) },
  });
  return isPending ? undefined : (data?.people ?? all);
}

function NextMail({ seriesId, coming, children }: NextMailProps) {
  const [first, ...later] = coming;
  const { data } = useQuery({ ...eventQuery(seriesId, first?.event.id ?? ''), enabled: first !== undefined });
  const people = usePeople({ seriesId, coming });
  if (first === undefined) return children;
  if (data === undefined || people === undefined) return null;
  // It went out before the event was moved, or before the mail was set to another time.
  if (sentMail(data, first.kind, data.date) !== undefined)
    return (
      <NextMail seriesId={seriesId} coming={later}>
        {children}
      </NextMail>
    );
  const others = coming.filter(({ moment }) => moment === first.moment).length - 1;
  return (
    <Box component="p" mt={16} data-row data-text="second">
      <IconMail size={16} />
      <span>
        {`Next: the ${texts.AUTOMATIC_MAIL_NAMES[first.kind]} of `}
        <bdi>‘{first.event.event_title}’</bdi>
        {' goes out on '}
        <strong>{eventLine(new Date(first.moment).toISOString(), dates.timeZone)}</strong>
        {` to ${counted(people, 'person', 'people')}${others === 0 ? '' : `, and ${counted(others, 'more email')} at the same time`}.`}
      </span>
    </Box>
  );
}

export const MailSubject = ({ kind, subject }: { kind: MailKind; subject: string }) => (
  <span className={classes.subject}>
    {splitPlaceholders(subject, placeholdersOf(kind)).map(({ text, kind: part }, index) =>
      // oxlint-disable-next-line react/no-array-index-key -- the parts of a text have no other key
      part === 'placeholder' ? <code key={index}>{text}</code> : text,
    )}
  </span>
);
