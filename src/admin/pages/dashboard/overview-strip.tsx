import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { overviewQuery } from '#admin/reads/overview-queries.ts';
import { AttentionPart } from '#admin/steps/attention-part.tsx';
import { NothingInPart, Strip, StripPart } from '#admin/ui/cards/strip.tsx';
import { readState } from '../frame/loaded.tsx';
import { NextEventsPart } from './next-events-part.tsx';
import { TodayPart } from './today-part.tsx';

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
