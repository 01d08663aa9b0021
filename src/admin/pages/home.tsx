import { Anchor, Box, Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { getSettings } from '#admin/api/settings.ts';
import { paths } from '#admin/paths.ts';
import { feedbackCardsQuery } from '#admin/reads/feedback-queries.ts';
import { formCardsQuery, seriesCardsQuery } from '#admin/reads/form-queries.ts';
import { overviewQuery } from '#admin/reads/overview-queries.ts';
import { causesQuery, stepsOf, undeliveredQuery } from '#admin/reads/step-queries.ts';
import { useMay } from '#admin/session/session.ts';
import { causeWords, inOrder, notDelivered } from '#admin/steps/cause-words.ts';
import { DialogPart } from '#admin/ui/dialogs/use-dialog.tsx';
import { daysAhead, dates, useNow } from '#admin/ui/format/dates.tsx';
import { Parts } from '#admin/ui/format/parts.tsx';
import { IconAlertCircle } from '#admin/ui/layout/icons.tsx';
import { Page, PageHeader } from '#admin/ui/layout/page.tsx';
import { lazyPart } from '#admin/ui/loading/lazy-part.tsx';
import { failedRead, LoadFailure, readState } from '#admin/ui/states/page-state.tsx';
import { showError } from '#admin/ui/states/show-alert.tsx';
import { demoCalls } from '#contract/demo.ts';
import type { Overview } from '#contract/overview.ts';
import { counted, formatCount } from '#contract/texts/counts.ts';
import { COUNTS, LOADING, NOTHING_NEEDS_ATTENTION } from '#contract/texts/staff.ts';
import { FeedbackSection, FormSection, SeriesSection } from './dashboard/card-sections.tsx';
import { useAdding } from './dashboard/use-adding.ts';
import classes from './home.module.css';

// Loaded on demand: most visits add nothing, and the dialog is as large as the rest of the screen.
const loadAdding = async () => import('./dashboard/add-dialog.tsx');
const AddDialog = lazyPart(async () => (await loadAdding()).AddDialog);

function LoadSampleData() {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => (await loadAdding()).loadSampleData(),
    onError: (error) => showError('No sample data was added.', error),
  });
  return useMay()(demoCalls.loadSampleData) ? (
    <Button variant="default" loading={isPending} onClick={() => mutate()}>
      Load sample data
    </Button>
  ) : null;
}

const areEmpty = (...reads: readonly { data: readonly unknown[] | undefined }[]): boolean => reads.every(({ data }) => data?.length === 0);

/** `/home`: the dashboard with its three sections. */
export function HomeRoute() {
  const series = useQuery(seriesCardsQuery());
  const forms = useQuery(formCardsQuery());
  const feedback = useQuery(feedbackCardsQuery());
  const { adderOf } = useAdding();
  const reads = [series, forms, feedback];
  const states = reads.map(readState);
  const failed = states.every((state) => state === 'failed') ? failedRead(reads) : undefined;
  // A first visit begins with the things to add.
  const hasForms = !areEmpty(series, forms);
  const hasNoMore = areEmpty(forms, feedback);
  const sampleData = getSettings().hasSampleData && areEmpty(...reads) && <LoadSampleData />;
  return (
    <Page>
      <PageHeader back={null} title="Events Hub" isLoading={states.includes('loading')} />
      {failed !== undefined ? (
        <LoadFailure read={failed} />
      ) : (
        <>
          {hasForms && <OverviewStrip />}
          <SeriesSection read={series} emptyAction={sampleData} onAdd={adderOf('series')} />
          <Box mt={32} className={classes.more} data-even={hasNoMore ? '' : undefined}>
            <FormSection read={forms} onAdd={adderOf('form')} />
            <FeedbackSection read={feedback} onAdd={adderOf('feedback')} />
          </Box>
        </>
      )}
      <Adding />
    </Page>
  );
}

function Adding() {
  const { adding, setAdding } = useAdding();
  // Kept while the dialog closes.
  const [shown, setShown] = useState(adding);
  if (adding !== undefined && adding !== shown) setShown(adding);
  return (
    <DialogPart opened={adding !== undefined} onClose={() => setAdding(undefined)}>
      {shown === undefined ? null : <AddDialog key={shown} what={shown} />}
    </DialogPart>
  );
}

const StripPart = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={classes.part} aria-label={title}>
    <Box component="h2" mb={4} c="var(--t-text-2)" data-text="label">
      {title}
    </Box>
    {children}
  </section>
);

const NothingInPart = ({ children }: { children: ReactNode }) => (
  <Box component="p" py={8} data-text="quiet">
    {children}
  </Box>
);

const LINES = 3;

interface CountListProps {
  lines: readonly { key: string; label: string; count: number; to?: string | undefined }[];
  /** The last line, about those that do not fit: "2 more causes". */
  moreLabel: (lines: number) => string;
  moreTo?: string;
}

function CountList({ lines, moreLabel, moreTo }: CountListProps) {
  const shown = lines.length <= LINES ? lines : lines.slice(0, LINES - 1);
  const others = lines.slice(shown.length);
  const sum = others.reduce((total, { count }) => total + count, 0);
  const last = others.length === 0 ? [] : [{ key: 'more', label: moreLabel(others.length), count: sum, to: moreTo }];
  return (
    <ul data-phone="hidden">
      {[...shown, ...last].map(({ key, label, count, to }) => (
        <Box component="li" key={key} py={2} fz="sm" lh="sm" data-row="stretch between wide">
          {to === undefined ? (
            <span data-cut data-text="main">
              {label}
            </span>
          ) : (
            <Link to={to} data-cut data-hover="line" data-text="main" dir="auto">
              {label}
            </Link>
          )}
          <span data-text="second" data-figures>
            {formatCount(count)}
          </span>
        </Box>
      ))}
    </ul>
  );
}

function Today({ today }: { today: Overview['today'] }) {
  const total = today.reduce((sum, { signups }) => sum + signups, 0);
  if (total === 0) return <NothingInPart>No sign-ups yet today</NothingInPart>;
  return (
    <>
      <Box component="p" lh="2rem" data-row="baseline" data-text="second" title={COUNTS.signUps}>
        <Box component="strong" fz="1.75rem" lts="-0.02em" data-figures data-text="stressed">
          {formatCount(total)}
        </Box>{' '}
        {total === 1 ? 'sign-up' : 'sign-ups'}
      </Box>
      <CountList
        lines={today.map((form) => ({
          key: form.id,
          label: form.title,
          count: form.signups,
          to: form.kind === 'series' ? paths.series.page(form) : `${paths.marketing.page(form)}?filter=today`,
        }))}
        moreLabel={(others) => `${others} more`}
      />
    </>
  );
}

function OverviewStrip() {
  const read = useQuery(overviewQuery());
  const { data } = read;
  const failure = (
    <NothingInPart>
      Could not be loaded.{' '}
      <Anchor component="button" type="button" fz="inherit" onClick={() => void read.refetch()}>
        {read.isFetching ? LOADING : 'Retry'}
      </Anchor>
    </NothingInPart>
  );
  const waiting = readState(read) === 'failed' ? failure : <Skeleton h={88} my={4} />;
  return (
    <section className={classes.strip} data-box="card" aria-label="Overview">
      <StripPart title="Today">{data ? <Today today={data.today} /> : waiting}</StripPart>
      <StripPart title="Next events">{data ? <NextEvents events={data.next_events} /> : waiting}</StripPart>
      <AttentionPart />
    </section>
  );
}

type NextEvent = Overview['next_events'][number];

const NextEvents = ({ events }: { events: readonly NextEvent[] }) =>
  events.length === 0 ? (
    <NothingInPart>No upcoming events</NothingInPart>
  ) : (
    <ul>
      {events.map((event) => (
        <li key={event.id}>
          <NextEventLine event={event} />
        </li>
      ))}
    </ul>
  );

function NextEventLine({ event }: { event: NextEvent }) {
  const now = useNow();
  const { month, day } = dates.tile(event.date);
  return (
    <Link
      className={classes.event}
      data-row="wide"
      data-text="second"
      to={paths.series.event({ id: event.series_id, title: event.series_title }, { id: event.id, isOnForm: true })}
    >
      <time className={classes.date} data-stack data-text="quiet" dateTime={event.date} title={dates.span(event.date, event.end_date)}>
        <strong data-text="stressed">{day}</strong> {month}
      </time>{' '}
      <span data-grows data-stack>
        <strong className={classes.title} data-cut data-text="stressed" dir="auto">
          {event.event_title}
        </strong>{' '}
        <span data-cut data-text="quiet">
          <bdi>{event.series_title}</bdi>
          {`, ${daysAhead(event.date, now)}`}
        </span>
      </span>{' '}
      <span data-fixed title={COUNTS.places}>
        <strong data-text="stressed">{formatCount(event.signups_count)}</strong> {event.signups_count === 1 ? 'Signup' : 'Signups'}
      </span>
    </Link>
  );
}

function AttentionPart() {
  const { data: counts } = useQuery(undeliveredQuery());
  const steps = counts && stepsOf(counts);
  return (
    <StripPart title="Needs attention">
      {steps === 0 && <NothingInPart>{NOTHING_NEEDS_ATTENTION}</NothingInPart>}
      {counts && steps ? (
        <>
          <Link style={{ minHeight: '2rem' }} data-row data-hover="line" data-text="second" to={paths.needsAttention()}>
            <IconAlertCircle data-text={counts.failed > 0 ? 'bad' : undefined} size={18} aria-hidden="true" />
            <span>
              <Parts of={notDelivered(counts)} stress="stressed" />
            </span>
          </Link>
          <CauseCounts />
        </>
      ) : null}
    </StripPart>
  );
}

function CauseCounts() {
  const { data } = useQuery({ ...causesQuery(), refetchInterval: false });
  if (data === undefined) return null;
  const byTitle = Map.groupBy(inOrder(data.causes), (cause) => causeWords(cause).title);
  return (
    <CountList
      lines={[...byTitle].map(([title, causes]) => ({
        key: title,
        label: title,
        count: causes.reduce((sum, { steps }) => sum + steps, 0),
        to: paths.needsAttention(),
      }))}
      moreLabel={(causes) => counted(causes, 'more cause')}
      moreTo={paths.needsAttention()}
    />
  );
}
