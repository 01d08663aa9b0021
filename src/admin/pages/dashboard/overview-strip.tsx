import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { paths } from '#admin/paths.ts';
import { overviewQuery } from '#admin/reads/overview-queries.ts';
import { AttentionPart } from '#admin/steps/attention-part.tsx';
import { CountList } from '#admin/ui/cards/count-list.tsx';
import { NothingInPart, Strip, StripPart } from '#admin/ui/cards/strip.tsx';
import type { Overview } from '#contract/overview.ts';
import { formatCount } from '#contract/texts/counts.ts';
import { readState } from '../frame/loaded.tsx';
import { NextEventsPart } from './next-events-part.tsx';
import classes from './overview.module.css';

/** How many people signed up today, and for which series and forms. */
function TodayPart({ today }: { today: Overview['today'] }) {
  const total = today.reduce((sum, { signups }) => sum + signups, 0);
  return (
    <StripPart title="Today">
      {total === 0 ? (
        <NothingInPart>No sign-ups yet today</NothingInPart>
      ) : (
        <>
          <p className={classes.figure}>
            <strong>{formatCount(total)}</strong> {total === 1 ? 'sign-up' : 'sign-ups'}
          </p>
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
      )}
    </StripPart>
  );
}

/** Today's sign-ups, the next events and what needs attention, above the cards. */
export function OverviewStrip() {
  const read = useQuery(overviewQuery());
  const waiting = readState(read) === 'failed' ? <NothingInPart>Could not be loaded</NothingInPart> : <Skeleton h={88} my={4} />;
  return (
    <Strip label="Overview">
      {read.data === undefined ? (
        <>
          <StripPart title="Today">{waiting}</StripPart>
          <StripPart title="Next events">{waiting}</StripPart>
        </>
      ) : (
        <>
          <TodayPart today={read.data.today} />
          <NextEventsPart events={read.data.next_events} />
        </>
      )}
      <AttentionPart />
    </Strip>
  );
}
