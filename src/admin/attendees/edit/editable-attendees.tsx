import { Box } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { type AttendeeListParams, EVERY_ATTENDEE } from '#admin/reads/attendee-list-params.ts';
import { attendeePagesQuery, nextPageLoader, type PagedQuery } from '#admin/reads/submission-queries.ts';
import { LoadFailure } from '#admin/ui/feedback/loaded.tsx';
import { MoreByScrolling } from '#admin/ui/feedback/more-of-list.tsx';
import { EmptyState } from '#admin/ui/feedback/page-state.tsx';
import { startOfToday } from '#admin/ui/format/dates.ts';
import { IconUsers } from '#admin/ui/layout/icons.tsx';
import { LoadingNote } from '#admin/ui/layout/page.tsx';
import type { SubmissionPage } from '#contract/attendees/submission.ts';
import type { FormField } from '#contract/forms/form-field.ts';
import type { EventScope } from '#contract/forms/form-ref.ts';
import { formatCount } from '#contract/texts/counts.ts';
import { newsLabel } from '../live/list-news.ts';
import { NewsButton } from '../live/news-button.tsx';
import { useLiveList } from '../live/use-live-list.ts';
import { AttendeeSearch } from '../table/attendee-toolbar.tsx';
import { ScreenOptions } from '../table/screen-options.tsx';
import { useChosenColumns } from '../table/use-chosen-columns.ts';
import type { AttendeeAction, AttendeeEdits } from './attendee-edits.ts';
import classes from './editable-attendees.module.css';
import { EditableTable } from './editable-table.tsx';

interface EditableAttendeesProps {
  scope: EventScope;
  asked: readonly FormField[];
  /** Whether people may be in other lists of the event, such as the waiting list. */
  hasOtherLists: boolean;
  edits: AttendeeEdits;
  dispatch: (action: AttendeeAction) => void;
}

/** The attendees of an event in a table with editable cells; new sign-ups are shown on request, so that no row moves while somebody edits. */
export function EditableAttendees({ scope, asked, hasOtherLists, edits, dispatch }: EditableAttendeesProps) {
  const [list, setList] = useState<AttendeeListParams>(EVERY_ATTENDEE);
  const [todayFrom] = useState(() => startOfToday(new Date()));
  const query = attendeePagesQuery(scope, list, todayFrom);
  const read = useInfiniteQuery(query);
  const heading = useRef<HTMLHeadingElement>(null);
  const { news, showNews } = useLiveList({
    scope,
    queryKey: query.queryKey,
    registration: undefined,
    hasOtherLists,
    table: heading,
    onGone: () => undefined,
  });
  const pages = read.data?.pages;
  const [chosen, choose] = useChosenColumns(scope.id);
  const answers = useMemo(() => asked.filter(({ name }) => chosen.includes(name)), [asked, chosen]);
  const total = pages?.[0]?.submissions_count ?? 0;
  return (
    <Box component="section" mt={32} aria-labelledby="attendees">
      <div className={classes.title} data-row="baseline wrap">
        <h2 id="attendees" ref={heading} data-text="title" tabIndex={-1}>
          Attendees
        </h2>
        {read.isPending ? <LoadingNote /> : null}
        {pages === undefined ? null : <span data-text="small-count">{formatCount(total)}</span>}
        <NewsButton label={newsLabel(news, list)} onShow={showNews} />
        <p data-text="small-count">Edit in the cells; nothing is sent until you save.</p>
        <div className={classes.tools} data-row>
          {total > 0 ? <AttendeeSearch list={list} setList={setList} /> : null}
          <ScreenOptions noun="series" groups={[{ title: 'Answers', columns: asked }]} chosen={chosen} onChange={choose} />
        </div>
      </div>
      {read.isLoadingError ? <LoadFailure read={read} /> : null}
      {pages === undefined ? null : (
        <Rows pages={pages} search={list.search.trim()} edits={edits} asked={asked} answers={answers} dispatch={dispatch} read={read} />
      )}
    </Box>
  );
}

interface RowsProps extends Pick<EditableAttendeesProps, 'asked' | 'edits' | 'dispatch'> {
  answers: readonly FormField[];
  pages: readonly SubmissionPage[];
  search: string;
  read: PagedQuery;
}

function Rows({ pages, search, read, ...table }: RowsProps) {
  const submissions = useMemo(() => pages.flatMap((page) => page.submissions), [pages]);
  const matches = pages[0]?.matches_count ?? 0;
  if (submissions.length === 0 && search !== '') {
    return <EmptyState size="small" title="No attendee matches" text={`Nobody with ‘${search}’ in name, organisation or email.`} />;
  }
  if (submissions.length === 0) {
    return (
      <EmptyState size="small" icon={IconUsers} title="No sign-ups yet" text="People who sign up for this event can be edited here." />
    );
  }
  return (
    <>
      <EditableTable submissions={submissions} total={matches} onEndNear={nextPageLoader(read)} {...table} />
      <div className={classes.foot} data-row="stretch between wide" data-text="count">
        <span role="status">{`${formatCount(submissions.length)} of ${formatCount(matches)} shown`}</span>
        {submissions.length < matches ? <MoreByScrolling read={read} /> : null}
      </div>
    </>
  );
}
