import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { AttentionPart } from '#admin/features/failed-steps/attention-part.tsx';
import { NextEventsPart } from '#admin/features/overview/next-events-part.tsx';
import { overviewQuery } from '#admin/features/overview/overview-queries.ts';
import { TodayPart } from '#admin/features/overview/today-part.tsx';
import { NothingInPart, Strip, StripPart } from '#admin/ui/cards/strip.tsx';
import { readState } from '../loaded.tsx';

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
