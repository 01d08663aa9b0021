import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { EntryList, EntryListSkeleton } from '#admin/feedback/entry-list.tsx';
import { FEEDBACK_ACTIONS } from '#admin/feedback/feedback-actions.tsx';
import { paths } from '#admin/paths.ts';
import { feedbackQuery, knownFeedbackTitle } from '#admin/reads/feedback-queries.ts';
import { useActions } from '#admin/ui/actions/use-actions.tsx';
import { Loaded, readState } from '#admin/ui/feedback/loaded.tsx';
import { MoreOfList } from '#admin/ui/feedback/more-of-list.tsx';
import { Page, PageHeader } from '#admin/ui/layout/page.tsx';
import { SettingsMenu } from '#admin/ui/layout/settings-menu.tsx';
import { type Tool, ToolButton } from '#admin/ui/layout/tool-button.tsx';
import type { FeedbackList } from '#contract/feedback.ts';
import { useLeaveDeleted } from './frame/visited.ts';

/** `/feedback/{id}`: the feedback that a website's users sent. */
export function FeedbackRoute() {
  const { id: listId = '' } = useParams();
  const queryClient = useQueryClient();
  const read = useInfiniteQuery(feedbackQuery(listId));
  const onDeleted = useLeaveDeleted(paths.feedback(listId));
  const list = read.data?.pages[0];
  const state = readState(read);
  const known = state === 'failed' ? 'Website feedback' : knownFeedbackTitle(queryClient, listId);
  const { tools, dialogs, tool } = useActions(FEEDBACK_ACTIONS, { list: list ?? { id: listId, title: '', count: 0 }, onDeleted });
  const code = tool('code');
  const publicPage = tool('page');
  return (
    <Page>
      <PageHeader
        title={list?.title ?? known}
        subtitle="Here you can view the feedback of your website sent by users"
        isLoading={state === 'loading'}
        actions={
          list === undefined ? undefined : (
            <>
              {publicPage && <ToolButton tool={publicPage} look={{ variant: 'default' }} />}
              {code && <ToolButton tool={code} look={{ variant: 'default' }} />}
              <SettingsMenu tools={tools.filter(({ name }) => name === 'delete')} dialogs={dialogs} />
            </>
          )
        }
      />
      <Loaded read={read} skeleton={<EntryListSkeleton />}>
        {({ pages }) => <Entries pages={pages} read={read} code={code} />}
      </Loaded>
    </Page>
  );
}

interface EntriesProps {
  pages: readonly FeedbackList[];
  read: Parameters<typeof MoreOfList>[0]['read'];
  code: Tool | undefined;
}

function Entries({ pages, read, code }: EntriesProps) {
  const [list] = pages;
  if (list === undefined) return null;
  const entries = pages.flatMap((page) => page.entries);
  const more = <MoreOfList read={read} left={Math.max(0, list.count - entries.length)} />;
  return <EntryList list={list} entries={entries} more={more} code={code} />;
}
