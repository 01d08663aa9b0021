import { Box, Group, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type RefCallback, useCallback, useId, useState } from 'react';
import { useParams } from 'react-router';
import { feedbackCode } from '#admin/feedback/feedback-code.ts';
import { paths } from '#admin/paths.ts';
import { feedbackQuery, knownFeedbackTitle } from '#admin/reads/feedback-queries.ts';
import { queryKeys } from '#admin/reads/query-keys.ts';
import { call } from '#admin/session/call.ts';
import { useActions, type Action, action } from '#admin/ui/actions/use-actions.tsx';
import { CardGrid, SkeletonCard } from '#admin/ui/cards/card.tsx';
import { CodeDialog } from '#admin/ui/dialogs/code-dialog.tsx';
import { readState } from '#admin/ui/feedback/loaded.tsx';
import { MoreOfList } from '#admin/ui/feedback/more-of-list.tsx';
import { EmptyState } from '#admin/ui/feedback/page-state.tsx';
import { useDates } from '#admin/ui/format/dates-context.tsx';
import { Choice } from '#admin/ui/inputs/choice.tsx';
import { IconMessage2, IconCode, IconExternalLink, IconTrash } from '#admin/ui/layout/icons.tsx';
import { ReadPage } from '#admin/ui/layout/page.tsx';
import { SettingsMenu, DeleteCardDialog } from '#admin/ui/layout/settings-menu.tsx';
import { ToolButton, type Tool } from '#admin/ui/layout/tool-button.tsx';
import { type FeedbackEntry, type FeedbackList, RATING_MAX, type FeedbackCard, feedbackCalls } from '#contract/feedback.ts';
import { iframeCode } from '#contract/rules/embed-code.ts';
import { counted } from '#contract/texts/counts.ts';
import { useLeaveDeleted } from './frame/visited.ts';

/** `/feedback/{id}`: the feedback that a website's users sent. */
export function FeedbackRoute() {
  const { id: listId = '' } = useParams();
  const queryClient = useQueryClient();
  const read = useInfiniteQuery(feedbackQuery(listId));
  const onDeleted = useLeaveDeleted(paths.feedback(listId));
  const list = read.data?.pages[0];
  const known = readState(read) === 'failed' ? 'Website feedback' : knownFeedbackTitle(queryClient, listId);
  const { tools, dialogs, tool } = useActions(FEEDBACK_ACTIONS, { list: list ?? { id: listId, title: '', count: 0 }, onDeleted });
  const code = tool('code');
  const publicPage = tool('page');
  return (
    <ReadPage
      title={list?.title ?? known}
      subtitle="Here you can view the feedback of your website sent by users"
      actions={
        list === undefined ? undefined : (
          <>
            {publicPage && <ToolButton tool={publicPage} look={{ variant: 'default' }} />}
            {code && <ToolButton tool={code} look={{ variant: 'default' }} />}
            <SettingsMenu tools={tools.filter(({ name }) => name === 'delete')} dialogs={dialogs} />
          </>
        )
      }
      read={read}
      skeleton={<EntryListSkeleton />}
    >
      {({ pages }) => {
        const entries = pages.flatMap((page) => page.entries);
        const more = list && <MoreOfList read={read} left={Math.max(0, list.count - entries.length)} />;
        return list && <EntryList list={list} entries={entries} more={more} code={code} />;
      }}
    </ReadPage>
  );
}

const oneDecimal = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

interface EntryListProps {
  list: Pick<FeedbackList, 'count' | 'average_rating'>;
  entries: readonly FeedbackEntry[];
  more: ReactNode;
  code: Tool | undefined;
}

/** The entries of a list as cards, newest first. */
function EntryList({ list, entries, more, code }: EntryListProps) {
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

const EntryListSkeleton = () => (
  <>
    <Box component="p" mb={12} data-text="note" data-figures>
      <Skeleton component="span" display="inline-block" h={12} w={240} />
    </Box>
    <CardGrid>
      {Array.from({ length: 8 }, (_, index) => (
        <SkeletonCard key={String(index)}>
          <Stack gap={12} p="md">
            <Skeleton h={20} w={96} />
            <Skeleton h={12} />
            <Skeleton h={12} w="75%" />
          </Stack>
        </SkeletonCard>
      ))}
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
  const id = useId();
  const [isWhole, setWhole] = useState(false);
  const [ref, isCut] = useIsClamped();
  return (
    <>
      <Text ref={ref} id={id} w="100%" lh="md" lineClamp={isWhole ? undefined : 3} style={{ whiteSpace: 'pre-line' }} dir="auto">
        {words}
      </Text>
      {isCut || isWhole ? (
        <UnstyledButton
          fz="sm"
          lh="1.5rem"
          data-text="accent"
          aria-expanded={isWhole}
          aria-controls={id}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Show less' : 'Show all'}
        </UnstyledButton>
      ) : null}
    </>
  );
}

/** Whether a clamped text is longer than what is shown, also after a resize. Attach the ref to the element. */
function useIsClamped(): [RefCallback<HTMLElement>, boolean] {
  const [isCut, setCut] = useState(false);
  const ref = useCallback((element: HTMLElement) => {
    const observer = new ResizeObserver(() => setCut(element.scrollHeight > element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, isCut];
}

interface OnFeedbackList {
  readonly list: Pick<FeedbackCard, 'id' | 'title' | 'count'>;
  readonly onDeleted: () => void;
}

const CODES = {
  form: 'Paste this where you want to ask for feedback. Change the wording and style as you like; feedback appears in this list.',
  frame: 'Paste this where you want the page of this list. It needs no script.',
} as const;

const KINDS = [
  { value: 'form', label: 'Form' },
  { value: 'frame', label: 'Frame' },
] satisfies { value: keyof typeof CODES; label: string }[];

function FeedbackCodeDialog({ list: { id, title } }: Pick<OnFeedbackList, 'list'>) {
  const [kind, setKind] = useState<keyof typeof CODES>('form');
  const { origin } = window.location;
  const page = { server: origin, path: paths.feedbackPage(id), title, theme: 'either' } as const;
  return (
    <CodeDialog
      title={`Collect feedback for ‘${title}’`}
      choice={<Choice isInLine label="As a" data={KINDS} value={kind} onChange={setKind} />}
      about={CODES[kind]}
      code={kind === 'form' ? feedbackCode({ origin, listId: id }) : iframeCode(page)}
    />
  );
}

const FEEDBACK_ACTIONS: readonly Action<OnFeedbackList>[] = [
  action('page', 'Page', IconExternalLink, [feedbackCalls.getFeedback], {
    href: ({ list }) => paths.feedbackPage(list.id),
    isOutside: true,
  }),
  action('code', 'Website code', IconCode, [feedbackCalls.getFeedback], { dialog: ({ list }) => <FeedbackCodeDialog list={list} /> }),
  action('delete', 'Delete List…', IconTrash, [feedbackCalls.deleteFeedbackList], {
    tone: 'danger',
    dialog: ({ list, onDeleted }) => (
      <DeleteCardDialog
        card={list}
        remove={() => call(feedbackCalls.deleteFeedbackList, { params: { id: list.id } })}
        readsKey={queryKeys.feedback(list.id)}
        cardsKey={queryKeys.feedbackCards}
        losses={
          <span>
            <strong>{`${counted(list.count, 'entry is', 'entries are')} lost.`}</strong> A website that still sends feedback to this list
            will get an error.
          </span>
        }
        go="Delete list"
        onDeleted={onDeleted}
      />
    ),
  }),
];
