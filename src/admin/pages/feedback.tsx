import { Button } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { EntryList, EntryListSkeleton } from '#admin/feedback/entry-list.tsx';
import { feedbackCode } from '#admin/feedback/feedback-code.ts';
import { feedbackQuery, knownFeedbackTitle } from '#admin/feedback/feedback-queries.ts';
import { paths } from '#admin/paths.ts';
import { queryKeys } from '#admin/reads/query-keys.ts';
import { call } from '#admin/session/call.ts';
import { CodeDialog } from '#admin/ui/dialogs/code-dialog.tsx';
import { useDialog } from '#admin/ui/dialogs/use-dialog.tsx';
import { MoreOfList } from '#admin/ui/feedback/more-of-list.tsx';
import { IconCode } from '#admin/ui/layout/icons.tsx';
import { Page, PageHeader } from '#admin/ui/layout/page.tsx';
import { DeleteCardDialog, SettingsMenu } from '#admin/ui/layout/settings-menu.tsx';
import { feedbackCalls, type FeedbackCard, type FeedbackList } from '#contract/feedback.ts';
import { counted } from '#contract/texts/counts.ts';
import { Loaded, readState } from './frame/loaded.tsx';
import { useLeaveDeleted } from './frame/visited.ts';

/** `/feedback/{id}`: the feedback that a website's users sent. */
export function FeedbackRoute() {
  const { id: listId = '' } = useParams();
  const queryClient = useQueryClient();
  const read = useInfiniteQuery(feedbackQuery(listId));
  const code = useDialog();
  const leave = useLeaveDeleted(paths.feedback(listId));
  const list = read.data?.pages[0];
  const state = readState(read);
  const known = state === 'failed' ? 'Website feedback' : knownFeedbackTitle(queryClient, listId);
  return (
    <Page>
      <PageHeader
        back={{ to: paths.home, label: 'Events Hub' }}
        title={list?.title ?? known}
        subtitle="Here you can view the feedback of your website sent by users"
        isLoading={state === 'loading'}
        actions={list === undefined ? undefined : <FeedbackActions list={list} onShowCode={code.open} onDeleted={leave} />}
      />
      <Loaded read={read} skeleton={<EntryListSkeleton />}>
        {({ pages }) => <Entries pages={pages} read={read} onShowCode={code.open} />}
      </Loaded>
      {code.show(
        <CodeDialog
          title={`Collect feedback for ‘${list?.title ?? ''}’`}
          about="Paste this where you want to ask for feedback. Change the wording and style as you like; feedback appears in this list."
          code={feedbackCode({ origin: window.location.origin, listId })}
        />,
      )}
    </Page>
  );
}

interface EntriesProps {
  pages: readonly FeedbackList[];
  read: Parameters<typeof MoreOfList>[0]['read'];
  onShowCode: () => void;
}

function Entries({ pages, read, onShowCode }: EntriesProps) {
  const [list] = pages;
  if (list === undefined) return null;
  const entries = pages.flatMap((page) => page.entries);
  const more = <MoreOfList read={read} left={Math.max(0, list.count - entries.length)} />;
  return <EntryList list={list} entries={entries} more={more} onShowCode={onShowCode} />;
}

/** Shows the code for a website, and deletes the list after saying what is deleted with it. */
const FeedbackActions = ({ list, onShowCode, onDeleted }: { list: FeedbackCard; onShowCode: () => void; onDeleted: () => void }) => (
  <>
    <Button variant="default" leftSection={<IconCode />} aria-haspopup="dialog" onClick={onShowCode}>
      Website code
    </Button>
    <SettingsMenu
      deleteLabel="Delete List…"
      deleteDialog={
        <DeleteCardDialog
          card={list}
          remove={() => call(feedbackCalls.deleteFeedbackList, { params: { id: list.id } })}
          readsKey={queryKeys.feedback(list.id)}
          cardsKey={queryKeys.feedbackCards}
          losses={
            <>
              <strong>{counted(list.count, 'entry is', 'entries are')} lost.</strong> A website that still sends feedback to this list will
              get an error.
            </>
          }
          go="Delete list"
          onDeleted={onDeleted}
        />
      }
    />
  </>
);
