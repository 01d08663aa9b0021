import { Alert, Anchor, Box, Group, Progress, Skeleton, Stack, Table } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '#admin/paths.ts';
import type { ReadForm } from '#admin/reads/form-queries.ts';
import { audienceQuery, mailingPeopleQuery } from '#admin/reads/mailing-queries.ts';
import { ReadButton } from '#admin/steps/read-button.tsx';
import { dates, useNow } from '#admin/ui/format/dates.tsx';
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconHelp, IconSend } from '#admin/ui/layout/icons.tsx';
import { MailLines } from '#admin/ui/layout/shown-mail.tsx';
import { IconClock, IconMinus } from '#admin/ui/layout/tool-icons.tsx';
import { OpenPersonIcon } from '#admin/ui/person/open-person-icon.tsx';
import { LoadFailure, MoreOfList, readState } from '#admin/ui/states/page-state.tsx';
import { Spoken } from '#admin/ui/states/spoken.tsx';
import type { Mailing, MailingPerson } from '#contract/mailings/mailing-calls.ts';
import { formatCount } from '#contract/texts/counts.ts';
import * as texts from '#contract/texts/mailings.ts';
import { EVENT_DELETED, notSent } from '#contract/texts/steps.ts';
import { SECOND_MS } from '#contract/time.ts';
import { useAudienceInWords } from './audience-fields.tsx';
import { MailingButtons, type OnMailing } from './mailing-actions.tsx';
import classes from './mailing-editor.module.css';

/** The moments until which the seconds are counted down. */
const COUNTDOWN_MS = 60 * SECOND_MS;

const isEventDeleted = ({ event_id: id, event_title: title }: Pick<Mailing, 'event_id' | 'event_title'>): boolean =>
  id !== null && title === null;

function nobodyIn({ kind, ...mailing }: Pick<Mailing, 'kind' | 'event_id' | 'event_title'>, skipped: number): string {
  if (isEventDeleted(mailing)) return notSent(EVENT_DELETED);
  if (skipped > 0) return texts.allSkipped(skipped);
  if (kind === 'thank_you') return 'Sent to nobody. It only goes to people who came and got no confirmation in the hour before.';
  return kind === 'mailing'
    ? 'Sent to nobody, as nobody matched.'
    : 'Sent to nobody. People who got a confirmation in the hour before are skipped.';
}

function useTitle({ state, begins_at: begins, counts, why, ...mailing }: Mailing): string {
  const now = useNow(state === 'scheduled' ? SECOND_MS : undefined).getTime();
  const done = counts.people - counts.waiting - counts.stopped;
  if (state === 'stopped') return why ?? `Stopped at ${formatCount(done)} of ${formatCount(counts.people)}.`;
  if (state === 'done' && counts.people === counts.left_out) return nobodyIn(mailing, counts.left_out);
  if (state === 'done') return `Sent to ${formatCount(counts.sent)} of ${texts.peopleInWords(counts.people)}`;
  if (state === 'running') return `Sending: ${formatCount(done)} of ${formatCount(counts.people)}`;
  const left = Date.parse(begins) - now;
  return left <= COUNTDOWN_MS
    ? texts.sendingIn(counts.people, Math.max(Math.ceil(left / SECOND_MS), 1))
    : `Scheduled for ${dates.span(begins)}`;
}

export function MailingView({ form, mailing }: OnMailing) {
  const { state, counts } = mailing;
  const title = useTitle(mailing);
  return (
    <div className={classes.columns} data-wide>
      <div className={classes.column}>
        <Stack component="section" gap={20} px="var(--t-gutter)" py={20} data-box="card" aria-label="Progress">
          <Group justify="space-between" gap={12}>
            <strong data-text="title">{title}</strong>
            <Spoken text={title} />
            <MailingButtons form={form} mailing={mailing} />
          </Group>
          {state === 'running' ? <TimeLeft mailing={mailing} /> : null}
          {state === 'running' || state === 'stopped' ? <Bar counts={counts} /> : null}
          {state === 'scheduled' ? <MatchNow form={form} mailing={mailing} /> : <Numbers counts={counts} />}
          {mailing.gone === 0 ? null : <span data-text="second">{texts.matchNoLonger(mailing.gone)}</span>}
          <Unsure form={form} mailing={mailing} />
        </Stack>
        {state === 'scheduled' ? null : <Recipients form={form} mailing={mailing} />}
      </div>
      <Written form={form} mailing={mailing} />
    </div>
  );
}

/** How many match a mailing that begins later; one that begins now already shows its number. */
function MatchNow({ form, mailing: { audience, purpose, counts } }: OnMailing) {
  const { data } = useQuery({ ...audienceQuery(form, audience, purpose), enabled: counts.people === 0 });
  return (
    <span data-text="second">
      {data === undefined ? null : <b>{texts.matchNow(data.people)} </b>}
      Undo brings it back to the editor with every word. After that you can stop it.
    </span>
  );
}

function TimeLeft({ mailing: { seconds_left: seconds, rests_until: until } }: Pick<OnMailing, 'mailing'>) {
  return until === null ? (
    <span data-text="second">{texts.secondsLeft(seconds)}</span>
  ) : (
    <span data-text="warn">{`The mail server cannot be reached. The next attempt is at ${dates.time(until)}.`}</span>
  );
}

function Unsure({ form, mailing: { state, counts } }: OnMailing) {
  const people = counts.refused + counts.not_known;
  if (people === 0 || state === 'scheduled') return null;
  return (
    <Alert color="orange" icon={<IconAlertTriangle />}>
      {`${texts.peopleInWords(people)} may not have it. Correct an address, or send it again.`}{' '}
      <Anchor component={Link} inherit underline="always" to={paths.needsAttention(form)}>
        See in Needs attention
      </Anchor>
    </Alert>
  );
}

function Written({ form, mailing }: OnMailing) {
  const { kind, purpose, by, subject, event_id: eventId } = mailing;
  const audience = useAudienceOf(form, mailing);
  const event = form.kind === 'series' && kind !== 'mailing' ? form.events.find(({ id }) => id === eventId) : undefined;
  const to = event ? (
    <Anchor component={Link} inherit to={paths.series.event(form, { id: event.id, isOnForm: event.show_on_form })}>
      {audience}
    </Anchor>
  ) : (
    audience
  );
  return (
    <Stack component="section" gap={20} px="var(--t-gutter)" py={20} data-box="card" aria-label="About this mailing">
      <MailLines
        lines={[
          [subject === null ? 'Text' : 'Subject', <strong key="subject">{subject ?? 'As in the series'}</strong>],
          ...(to === null ? [] : [['To', to] as const]),
          ['About', texts.ABOUT[purpose].label],
          ...(by === null ? [] : [['By', by] as const]),
          ['When', dates.span(mailing.begins_at)],
        ]}
      />
      {mailing.template === null ? null : <p style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{mailing.template}</p>}
    </Stack>
  );
}

/** The last of these is omitted if it is 0. */
const NUMBERS = ['sent', 'refused', 'not_known', 'left_out', 'waiting', 'stopped'] as const;
const WARNINGS = { sent: undefined, left_out: undefined, waiting: undefined, refused: 'bad', not_known: 'warn', stopped: 'warn' } as const;

const Numbers = ({ counts }: Pick<Mailing, 'counts'>) => (
  <dl className={classes.numbers} data-box>
    {NUMBERS.filter((state) => state !== 'stopped' || counts.stopped > 0).map((state) => (
      <div key={state} data-text={counts[state] > 0 ? WARNINGS[state] : 'quiet'}>
        <dt>{texts.STATES[state]}</dt>
        <Box component="dd" fz="1.25rem" fw={600} data-figures>
          {formatCount(counts[state])}
        </Box>
      </div>
    ))}
  </dl>
);

function Bar({ counts }: Pick<Mailing, 'counts'>) {
  const { people, waiting, stopped, refused } = counts;
  const percent = (count: number) => (100 * count) / Math.max(people, 1);
  return (
    <Progress.Root aria-hidden="true" transitionDuration={0}>
      <Progress.Section withAria={false} value={percent(people - waiting - stopped - refused)} />
      <Progress.Section withAria={false} color="red" value={percent(refused)} />
    </Progress.Root>
  );
}

function Recipients({ form, mailing }: OnMailing) {
  const read = useInfiniteQuery(mailingPeopleQuery(form, mailing));
  const people = read.data?.pages.flatMap((page) => page.people);
  if (readState(read) === 'failed') return <LoadFailure read={read} />;
  if (people === undefined) return <Skeleton h={160} mt={16} radius="md" />;
  if (people.length === 0) return null;
  return (
    <section aria-labelledby="people">
      <h2 id="people" data-text="title">
        People
      </h2>
      <MailingTable label="People" heads={[['State', '7.5rem'], ['Name'], ['Email', '36%'], ['Details']]}>
        {people.map((person) => (
          <RecipientRow key={person.id} person={person} />
        ))}
      </MailingTable>
      <MoreOfList read={read} />
    </section>
  );
}

function RecipientRow({ person }: { person: MailingPerson }) {
  const { submission_id: submissionId, state, name, email, why, at, step_id: stepId, has_mail: hasMail } = person;
  return (
    <Table.Tr>
      <Table.Td>
        <State state={state} />
      </Table.Td>
      <Table.Td>
        {submissionId === null ? (
          <span data-text="quiet">Deleted</span>
        ) : (
          <>
            <strong>
              <bdi>{name}</bdi>
            </strong>{' '}
            <OpenPersonIcon name={name || email} submissionId={submissionId} />
          </>
        )}
      </Table.Td>
      <Table.Td fz="sm">{email}</Table.Td>
      <Table.Td data-text="second">
        <Group gap={8} justify="space-between" wrap="nowrap">
          <span>{state === 'sent' && at !== null ? dates.time(at) : why}</span>
          {hasMail && stepId !== null ? <ReadButton stepId={stepId} what={name} /> : null}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

const LOOKS = {
  scheduled: ['second', IconClock],
  waiting: ['quiet', IconClock],
  running: ['second', IconSend],
  sent: ['good', IconCircleCheck],
  done: ['good', IconCircleCheck],
  refused: ['bad', IconAlertCircle],
  not_known: ['warn', IconHelp],
  left_out: ['quiet', IconMinus],
  stopped: ['warn', IconAlertTriangle],
} as const;

export function State({ state }: { state: keyof typeof LOOKS }) {
  const [tone, Icon] = LOOKS[state];
  return (
    <Group gap={6} wrap="nowrap" align="baseline" data-text={tone}>
      <Icon size={16} aria-hidden="true" style={{ alignSelf: 'center' }} />
      {texts.STATES[state]}
    </Group>
  );
}

/** Whom a mailing is for; automatic mails name their event. */
export function useAudienceOf(form: ReadForm, { kind, audience, event_title: title }: Mailing): string | null {
  const words = useAudienceInWords(form, audience);
  return kind === 'mailing' ? words : title;
}

interface MailingTableProps {
  label: string;
  /** Each with the width of its column, if set. */
  heads: readonly (readonly [name: string, width?: string])[];
  children: ReactNode;
}

/** A table whose cells stand below each other on phones. */
export const MailingTable = ({ label, heads, children }: MailingTableProps) => (
  <Box mt={8} data-box="card">
    <Table className={classes.rows} aria-label={label}>
      <Table.Thead data-phone="unseen">
        <Table.Tr>
          {heads.map(([name, width]) => (
            <Table.Th key={name} scope="col" w={width}>
              {name}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>{children}</Table.Tbody>
    </Table>
  </Box>
);
