import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { EntryList, EntryListSkeleton } from '#admin/feedback/entry-list.tsx';
import { FeedbackActions } from '#admin/feedback/feedback-actions.tsx';
import { feedbackCode } from '#admin/feedback/feedback-code.ts';
import { feedbackQuery, knownFeedbackTitle } from '#admin/feedback/feedback-queries.ts';
import { paths } from '#admin/paths.ts';
import { CodeDialog } from '#admin/ui/dialogs/code-dialog.tsx';
import { useDialog } from '#admin/ui/dialogs/use-dialog.tsx';
import { MoreOfList } from '#admin/ui/feedback/more-of-list.tsx';
import { Page, PageHeader } from '#admin/ui/layout/page.tsx';
import type { FeedbackList } from '#contract/feedback.ts';
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
          about="Paste this where the page should ask for feedback. The words and the look are yours to change; what visitors send appears in this list."
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
