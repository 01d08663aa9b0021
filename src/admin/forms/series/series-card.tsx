import { Box, Group, Skeleton, Stack } from '@mantine/core';
import { paths } from '#admin/paths.ts';
import { LinkCard, SkeletonCard } from '#admin/ui/cards/card.tsx';
import { dates } from '#admin/ui/format/dates.tsx';
import { Parts } from '#admin/ui/format/parts.tsx';
import type { SeriesCard as SeriesCardData } from '#contract/forms/event-series.ts';
import { counted, formatCount } from '#contract/texts/counts.ts';
import { fullEventsLine } from '#contract/texts/places.ts';
import { COUNTS, nextEventIn } from '#contract/texts/staff.ts';
import classes from './series-card.module.css';

export function SeriesCard({ series }: { series: SeriesCardData }) {
  const { next_event_date: next, hidden_events_count: hidden, full_events_count: full = 0, waiting_count: waiting = 0 } = series;
  const noNext = hidden === undefined ? 'No upcoming event' : counted(hidden, 'hidden event');
  return (
    <LinkCard to={paths.series.page(series)}>
      <Stack flex="1 1 auto" gap={16} justify="space-between" p="16px 16px 12px">
        <h3 data-text="heading" dir="auto">
          {series.title}
        </h3>
        <Group gap="0 24px" align="baseline" data-figures>
          <Group component="span" display="inline-flex" gap={6} align="baseline" fz="sm" data-text="second" title={COUNTS.people}>
            <Box component="span" fz="1.75rem" lh={1.2} lts="-0.02em" data-text="stressed">
              {formatCount(series.signups_count)}
            </Box>{' '}
            {series.signups_count === 1 ? 'Signup' : 'Signups'}
          </Group>{' '}
          <Group component="span" display="inline-flex" gap={6} align="baseline" fz="sm" data-text="second">
            <Box component="span" fz="md" data-text="stressed">
              {formatCount(series.events_count)}
            </Box>{' '}
            {series.events_count === 1 ? 'Event' : 'Events'}
          </Group>
        </Group>
      </Stack>
      <div
        className={classes.foot}
        data-foot=""
        data-row="stretch wrap between"
        data-text="small"
        data-quiet={next === null ? '' : undefined}
      >
        <span>
          <Parts of={nextEventIn(series.days_until_next_event)} />
        </span>{' '}
        <span data-text="quiet">{next === null ? noNext : <time dateTime={next}>{dates.day(next)}</time>}</span>
        {full + waiting === 0 ? null : (
          <Box component="span" flex="0 1 100%" data-text="quiet">
            {fullEventsLine(full, series.events_count, waiting)}
          </Box>
        )}
      </div>
    </LinkCard>
  );
}

export const SeriesCardSkeleton = () => (
  <SkeletonCard>
    <Stack flex="1 1 auto" gap={16} justify="space-between" p="16px 16px 12px">
      <Skeleton h={14} my={3} w="75%" />
      <Group gap="0 24px" align="baseline" data-figures>
        <Skeleton h={24} my={4} w={84} />
        <Skeleton h={12} w={56} />
      </Group>
    </Stack>
    <div className={classes.foot} data-foot="" data-row="stretch wrap between" data-text="small">
      <Skeleton h={12} my={4} w="55%" />
      <Skeleton h={12} my={4} w="33%" />
    </div>
  </SkeletonCard>
);
