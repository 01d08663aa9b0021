import { Box, Group, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core';
import { type ReactNode, type RefCallback, useCallback, useState } from 'react';
import { CardGrid, SkeletonCard } from '#admin/ui/cards/card.tsx';
import { EmptyState } from '#admin/ui/feedback/page-state.tsx';
import { useDates } from '#admin/ui/format/dates-context.tsx';
import { IconMessage2 } from '#admin/ui/layout/icons.tsx';
import { repeated } from '#admin/ui/layout/page.tsx';
import { ToolButton, type Tool } from '#admin/ui/layout/tool-button.tsx';
import { type FeedbackEntry, type FeedbackList, RATING_MAX } from '#contract/feedback.ts';
import { counted } from '#contract/texts/counts.ts';

const oneDecimal = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

interface EntryListProps {
  list: Pick<FeedbackList, 'count' | 'average_rating'>;
  entries: readonly FeedbackEntry[];
  more: ReactNode;
  code: Tool | undefined;
}

export function EntryList({ list, entries, more, code }: EntryListProps) {
  if (list.average_rating === null) {
    return (
      <EmptyState
        icon={IconMessage2}
        level={2}
        title="No feedback yet"
        text="Ratings and comments appear here once they are sent from the page of this list, or from your website."
        action={code && <ToolButton tool={{ ...code, label: 'Get the code for a website' }} look={{}} />}
      />
    );
  }
  return (
    <>
      <Box component="p" mb={12} data-text="note" data-figures>
        <strong data-text="stressed">{counted(list.count, 'entry', 'entries')}</strong>, newest first. Average rating{' '}
        <strong data-text="stressed">{`${oneDecimal.format(list.average_rating)} / ${RATING_MAX}`}</strong>
      </Box>
      <CardGrid>
        {entries.map((entry) => (
          <EntryCard key={entry.id} entry={entry} />
        ))}
      </CardGrid>
      <Box ta="center">{more}</Box>
    </>
  );
}

export const EntryListSkeleton = () => (
  <>
    <Box component="p" mb={12} data-text="note" data-figures>
      <Skeleton component="span" display="inline-block" h={12} w={240} />
    </Box>
    <CardGrid>
      {repeated(
        8,
        <SkeletonCard>
          <Stack gap={12} p="md">
            <Skeleton h={20} w={96} />
            <Skeleton h={12} />
            <Skeleton h={12} w="75%" />
          </Stack>
        </SkeletonCard>,
      )}
    </CardGrid>
  </>
);

function EntryCard({ entry }: { entry: FeedbackEntry }) {
  const dates = useDates();
  return (
    <Stack component="article" flex="1 1 auto" gap={8} align="flex-start" miw={0} p={16} data-box="card">
      <Group gap="0 16px" w="100%" align="baseline" justify="space-between">
        <span>
          <span data-text="small">Rating</span>{' '}
          <Box component="span" fz="xl" lh="xl" fw={600} data-figures>{`${entry.rating} / ${RATING_MAX}`}</Box>
        </span>{' '}
        <time data-text="small" dateTime={entry.submitted_at} title={dates.dayAndTime(entry.submitted_at)}>
          {dates.day(entry.submitted_at)}
        </time>
      </Group>
      {entry.event === undefined ? null : (
        <p data-text="small" dir="auto">
          {entry.event}
        </p>
      )}
      {entry.comment === null ? <p data-text="quiet">No comment provided</p> : <Comment words={entry.comment} />}
    </Stack>
  );
}

function Comment({ words }: { words: string }) {
  const [isWhole, setWhole] = useState(false);
  const [ref, isCut] = useIsClamped();
  return (
    <>
      <Text ref={ref} w="100%" lh="md" lineClamp={isWhole ? undefined : 3} style={{ whiteSpace: 'pre-line' }} dir="auto">
        {words}
      </Text>
      {isCut || isWhole ? (
        <UnstyledButton fz="sm" lh="1.5rem" data-text="accent" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show less' : 'Show all'}
        </UnstyledButton>
      ) : null}
    </>
  );
}

function useIsClamped(): [RefCallback<HTMLElement>, boolean] {
  const [isCut, setCut] = useState(false);
  const ref = useCallback((element: HTMLElement) => {
    const observer = new ResizeObserver(() => setCut(element.scrollHeight > element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, isCut];
}
