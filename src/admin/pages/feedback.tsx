import { Box, Group, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, type RefCallback, useCallback, useState } from 'react';
import { useParams } from 'react-router';
import { paths } from '#admin/paths.ts';
import { feedbackQuery, knownFeedbackTitle } from '#admin/reads/feedback-queries.ts';
import { queryKeys } from '#admin/reads/query-keys.ts';
import { call, download } from '#admin/session/call.ts';
import { type Action, action, useActions } from '#admin/ui/actions/use-actions.tsx';
import { CardGrid } from '#admin/ui/cards/card.tsx';
import { CodeDialog } from '#admin/ui/dialogs/code-dialog.tsx';
import { dates } from '#admin/ui/format/dates.tsx';
import { Choice, optionsOf } from '#admin/ui/inputs/choice.tsx';
import { IconCode, IconMessage2, IconTrash } from '#admin/ui/layout/icons.tsx';
import { ReadPage, repeated } from '#admin/ui/layout/page.tsx';
import { DeleteCardDialog, SettingsMenu } from '#admin/ui/layout/settings-menu.tsx';
import { type Tool, ToolButton } from '#admin/ui/layout/tool-button.tsx';
import { IconDownload, IconExternalLink } from '#admin/ui/layout/tool-icons.tsx';
import { lazyPart } from '#admin/ui/loading/lazy-part.tsx';
import { EmptyState, MoreOfList, readState } from '#admin/ui/states/page-state.tsx';
import { showFailure } from '#admin/ui/states/show-alert.tsx';
import { feedbackExportCalls } from '#contract/feedback-export.ts';
import {
  COMMENT_MAX_LENGTH,
  feedbackCalls,
  type FeedbackCard,
  type FeedbackEntry,
  type FeedbackList,
  RATING_MAX,
} from '#contract/feedback.ts';
import { iframeCode } from '#contract/rules/embed-code.ts';
import { counted } from '#contract/texts/counts.ts';
import { NO_DATA_TO_EXPORT } from '#contract/texts/staff.ts';
import { useLeaveDeleted } from './frame/visited.ts';

/** `/feedback/{id}`: the feedback that a website's users sent. */
export function FeedbackRoute() {
  const { id: listId = '' } = useParams();
  const read = useInfiniteQuery(feedbackQuery(listId));
  const onDeleted = useLeaveDeleted(paths.feedback(listId));
  const list = read.data?.pages[0];
  const known = readState(read) === 'failed' ? 'Website feedback' : knownFeedbackTitle(listId);
  const { tools, dialogs, tool } = useActions(FEEDBACK_ACTIONS, { list: list ?? { id: listId, title: '', count: 0 }, onDeleted });
  const code = tool('code');
  return (
    <ReadPage
      title={list?.title ?? known}
      subtitle="Here you can view the feedback of your website sent by users"
      actions={
        list === undefined ? undefined : (
          <>
            {tools
              .filter(({ name }) => name !== 'delete')
              .map((each) => (
                <ToolButton key={each.name} tool={each} look={{ variant: 'default' }} />
              ))}
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

const EntryList = ({ list, entries, more, code }: EntryListProps) =>
  list.average_rating === null ? (
    <EmptyState
      icon={IconMessage2}
      level={2}
      title="No feedback yet"
      text="Ratings and comments from this list's page or your website appear here. To ask after events, choose the list in Edit Series."
      action={code && <ToolButton tool={{ ...code, label: 'Get the code for a website' }} look={{}} />}
    />
  ) : (
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

const EntryListSkeleton = () => (
  <>
    <Skeleton h={12} w={240} mt={4} mb={16} />
    <CardGrid>{repeated(8, <Skeleton h={112} radius="md" />)}</CardGrid>
  </>
);

const EntryCard = ({ entry }: { entry: FeedbackEntry }) => (
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

interface OnFeedbackList {
  readonly list: Pick<FeedbackCard, 'id' | 'title' | 'count'>;
  readonly onDeleted: () => void;
}

const CODES = {
  form: 'Paste this where you want to ask for feedback. Change the wording and style as you like; feedback appears in this list.',
  frame: "Paste this where you want this list's page to appear. No script is needed.",
} as const;

const KINDS = optionsOf<keyof typeof CODES>({ form: 'Form', frame: 'Frame' });

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

const FileDialog = lazyPart(async () => (await import('#admin/attendees/dialogs/export-dialog.tsx')).FileDialog);

const FEEDBACK_ACTIONS: readonly Action<OnFeedbackList>[] = [
  action('page', 'Page', IconExternalLink, [feedbackCalls.getFeedback], {
    href: ({ list }) => paths.feedbackPage(list.id),
    isOutside: true,
  }),
  action('code', 'Website code', IconCode, [feedbackCalls.getFeedback], { dialog: ({ list }) => <FeedbackCodeDialog list={list} /> }),
  action('export', 'Export', IconDownload, [feedbackExportCalls.exportFeedback], {
    dialog: ({ list: { id, title } }) => (
      <FileDialog what={`‘${title}’`} read={(query) => download(feedbackExportCalls.exportFeedback, { params: { id }, query })} />
    ),
    useTool: ({ list }) => (list.count === 0 ? { onClick: () => showFailure({ title: NO_DATA_TO_EXPORT }) } : {}),
  }),
  action('delete', 'Delete list…', IconTrash, [feedbackCalls.deleteFeedbackList], {
    tone: 'danger',
    dialog: ({ list, onDeleted }) => (
      <DeleteCardDialog
        card={list}
        remove={() => call(feedbackCalls.deleteFeedbackList, { params: { id: list.id } })}
        readsKey={queryKeys.feedback(list.id)}
        cardsKey={queryKeys.feedbackCards}
        losses={
          <span>
            <strong>{`${counted(list.count, 'entry', 'entries')} will be lost.`}</strong> A website that still sends feedback to this list
            will get an error.
          </span>
        }
        go="Delete list"
        onDeleted={onDeleted}
      />
    ),
  }),
];

/** The code that a website pastes into a page to send feedback to a list. An id and `origin`, our server's, need no escaping. */
export function feedbackCode({ origin, listId }: { origin: string; listId: string }): string {
  const ratings = Array.from(
    { length: RATING_MAX },
    (_, index) => `    <label><input type="radio" name="rating" value="${index + 1}" required> ${index + 1}</label>`,
  );
  return `<form id="feedback-${listId}">
  <fieldset>
    <legend>How do you rate this page?</legend>
${ratings.join('\n')}
  </fieldset>
  <p>
    <label for="feedback-comment-${listId}">Comment (optional)</label><br>
    <textarea id="feedback-comment-${listId}" name="comment" rows="4" maxlength="${COMMENT_MAX_LENGTH}"></textarea>
  </p>
  <button>Send feedback</button>
  <p role="status"></p>
</form>
<script>
  document.getElementById('feedback-${listId}').addEventListener('submit', async (event) => {
    event.preventDefault();
    const form = event.currentTarget;
    const button = form.querySelector('button');
    const status = form.querySelector('[role="status"]');
    const answers = new FormData(form);
    button.disabled = true;
    try {
      const response = await fetch('${origin}/api/website-feedback/${listId}/submit', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ rating: Number(answers.get('rating')), comment: answers.get('comment') }),
      });
      if (!response.ok) throw new Error(response.statusText);
      form.reset();
      status.textContent = 'Thank you for your feedback.';
    } catch {
      status.textContent = 'Your feedback could not be sent. Please try again.';
    } finally {
      button.disabled = false;
    }
  });
</script>`;
}
