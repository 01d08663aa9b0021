import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { EntryList, EntryListBones } from '#admin/features/feedback/entry-list.tsx';
import { FeedbackActions } from '#admin/features/feedback/feedback-actions.tsx';
import { FeedbackCodeDialog } from '#admin/features/feedback/feedback-code-dialog.tsx';
import { feedbackQuery, knownFeedbackTitle } from '#admin/features/feedback/feedback-queries.ts';
import { paths } from '#admin/paths.ts';
import { LoadingNote } from '#admin/ui/loading-note.tsx';
import { Page } from '#admin/ui/page.tsx';
import { PageHeader } from '#admin/ui/page-header.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { readState } from '../read-state.ts';
import { useLeaveDeleted } from '../use-leave-deleted.ts';

/** `/feedback/{id}`: what users of a website sent (spec section 2). */
export function FeedbackRoute() {
  const { id: listId = '' } = useParams();
  const queryClient = useQueryClient();
  const read = useQuery(feedbackQuery(listId));
  const [showsCode, setShowsCode] = useState(false);
  const leave = useLeaveDeleted(paths.feedback(listId));
  const list = read.data;
  const state = readState(read);
  const known = state === 'failed' ? 'Website feedback' : knownFeedbackTitle(queryClient, listId);
  return (
    <Page>
      <PageHeader
        back={{ to: paths.home, label: 'Events Hub' }}
        title={list?.title ?? known}
        subtitle="Here you can view the feedback of your website sent by users"
        note={state === 'loading' ? <LoadingNote /> : undefined}
        actions={list === undefined ? undefined : <FeedbackActions list={list} onShowCode={() => setShowsCode(true)} onDeleted={leave} />}
      />
      {state === 'loading' ? <EntryListBones /> : null}
      {state === 'failed' ? <LoadFailure read={read} /> : null}
      {list === undefined ? null : (
        <>
          <EntryList entries={list.entries} onShowCode={() => setShowsCode(true)} />
          <FeedbackCodeDialog opened={showsCode} list={list} onClose={() => setShowsCode(false)} />
        </>
      )}
    </Page>
  );
}
