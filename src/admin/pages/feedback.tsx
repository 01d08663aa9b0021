import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { EntryList, EntryListSkeleton } from '#admin/feedback/entry-list.tsx';
import { FEEDBACK_ACTIONS } from '#admin/feedback/entry-list.tsx';
import { paths } from '#admin/paths.ts';
import { feedbackQuery, knownFeedbackTitle } from '#admin/reads/feedback-queries.ts';
import { useActions } from '#admin/ui/actions/use-actions.tsx';
import { readState } from '#admin/ui/feedback/loaded.tsx';
import { MoreOfList } from '#admin/ui/feedback/more-of-list.tsx';
import { ReadPage } from '#admin/ui/layout/page.tsx';
import { SettingsMenu } from '#admin/ui/layout/settings-menu.tsx';
import { ToolButton } from '#admin/ui/layout/tool-button.tsx';
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
