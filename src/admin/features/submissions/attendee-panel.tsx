import { Button, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconUsers } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { messageOf } from '#admin/api/api-error.ts';
import { getSettings } from '#admin/api/settings.ts';
import { counted, formatCount } from '#admin/ui/counts.ts';
import { EmptyState } from '#admin/ui/empty-state.tsx';
import { ErrorState } from '#admin/ui/error-state.tsx';
import { LoadingNote } from '#admin/ui/loading-note.tsx';
import { MoreFailed } from '#admin/ui/more-failed.tsx';
import { useNow } from '#admin/ui/use-now.ts';
import type { FormField } from '#contract/form-field.ts';
import type { Submission } from '#contract/submission.ts';
import { AttendeeDetails } from './attendee-details.tsx';
import { type AttendeeList, EVERY_ATTENDEE, isNarrowed, startOfToday } from './attendee-list.ts';
import classes from './attendee-panel.module.css';
import { createAttendees } from './attendee-row.ts';
import { AttendeeTable } from './attendee-table.tsx';
import { AttendeeToolbar, FILTER_LABELS } from './attendee-toolbar.tsx';
import { DeleteChosenDialog } from './delete-chosen-dialog.tsx';
import { DeleteSubmissionDialog } from './delete-submission-dialog.tsx';
import { SelectionBar } from './selection-bar.tsx';
import type { SubmissionOwner } from './submission-owner.ts';
import { askForMore, attendeePagesQuery, filterCountsQuery, type PagedRead } from './submission-queries.ts';
import type { NamedField } from './submission-values.ts';
import { useExport } from './use-export.ts';
import { useSelection } from './use-selection.ts';

const NARROW = '(max-width: 48em)';
const BONES = ['a', 'b', 'c', 'd', 'e'];

interface AttendeePanelProps {
  owner: SubmissionOwner;
  /** Title of the event or the form. */
  ownerTitle: string;
  fields: readonly FormField[];
  /** Extra columns, chosen in Screen Options. */
  columns: readonly NamedField[];
  list: AttendeeList;
  onListChange: (list: AttendeeList) => void;
  /** The attendee whose row is open. */
  openId: string | undefined;
  onOpenChange: (submissionId: string | undefined) => void;
  /** Who will stand here, while nobody does. */
  emptyText: string;
  /** How the first one comes here. */
  emptyAction?: ReactNode;
}

/** The attendees of one event or form: search, filters, table and what opens in it (spec section 2). */
export function AttendeePanel(props: AttendeePanelProps) {
  const { owner, ownerTitle, fields, list, onListChange } = props;
  const now = useNow();
  const todayFrom = startOfToday(now);
  const read = useInfiniteQuery(attendeePagesQuery(owner, list, todayFrom));
  const filterCounts = useQuery(filterCountsQuery(owner, todayFrom)).data;
  const [deleting, setDeleting] = useState<Submission>();
  const isNarrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  const [attendeesOf] = useState(createAttendees);
  const attendees = useMemo(() => attendeesOf(read.data?.pages ?? [], todayFrom), [attendeesOf, read.data, todayFrom]);
  const first = read.data?.pages[0];
  const table = useRef<HTMLElement>(null);
  const selection = useSelection(attendees, JSON.stringify([list.search, list.filter]));
  const [isDeletingChosen, setDeletingChosen] = useState(false);
  const endSelection = () => {
    selection.clear();
    // What had the focus goes with the bar.
    table.current?.focus({ preventScroll: true });
  };

  if (first === undefined) {
    return read.isError ? (
      <div className={classes.state}>
        <ErrorState message={messageOf(read.error)} isRetrying={read.isFetching} onRetry={() => void read.refetch()} />
      </div>
    ) : (
      <PanelBones />
    );
  }
  if (first.submissions_count === 0) {
    return (
      <div className={classes.state}>
        <EmptyState icon={IconUsers} title="No sign-ups yet" text={props.emptyText} action={props.emptyAction} />
      </div>
    );
  }
  const handleClear = () => onListChange({ ...list, search: EVERY_ATTENDEE.search, filter: undefined });
  return (
    <>
      {selection.chosen.size === 0 ? (
        <AttendeeToolbar list={list} onListChange={onListChange} total={first.submissions_count} filterCounts={filterCounts ?? {}} />
      ) : (
        <SelectionBar
          owner={owner}
          ownerTitle={ownerTitle}
          list={list}
          selection={selection}
          loaded={attendees.length}
          total={first.matches_count}
          onDelete={() => setDeletingChosen(true)}
          onClear={endSelection}
        />
      )}
      {attendees.length === 0 ? (
        <NoMatch list={list} onClear={handleClear} />
      ) : (
        <>
          <AttendeeTable
            label={`Attendees of ${ownerTitle}`}
            attendees={attendees}
            total={first.matches_count}
            columns={props.columns}
            list={list}
            onListChange={onListChange}
            openId={props.openId}
            onOpenChange={props.onOpenChange}
            onEndNear={askForMore(read)}
            renderDetails={(attendee) => (
              <AttendeeDetails
                owner={owner}
                attendee={attendee}
                fields={fields}
                now={now}
                copperSearchUrl={getSettings().links.copperSearchUrl}
                onDelete={() => setDeleting(attendee.submission)}
              />
            )}
            isNarrow={isNarrow}
            selection={selection}
            onClearSelection={endSelection}
            ref={table}
          />
          <Foot owner={owner} list={list} shown={attendees.length} total={first.matches_count} read={read} />
        </>
      )}
      <DeleteChosenDialog
        owner={owner}
        ownerTitle={ownerTitle}
        chosen={selection.chosen}
        opened={isDeletingChosen}
        onClose={() => setDeletingChosen(false)}
        onDeleted={(gone, isComplete) => {
          selection.drop(gone);
          if (!isComplete) return;
          setDeletingChosen(false);
          endSelection();
        }}
      />
      <DeleteSubmissionDialog
        owner={owner}
        ownerTitle={ownerTitle}
        submission={deleting}
        onClose={() => setDeleting(undefined)}
        onDeleted={() => {
          if (deleting !== undefined) selection.drop(new Set([deleting.id]));
          setDeleting(undefined);
          props.onOpenChange(undefined);
        }}
      />
    </>
  );
}

function PanelBones() {
  return (
    <div className={classes.bones}>
      <LoadingNote />
      {BONES.map((bone) => (
        <Skeleton key={bone} h={12} my={16} />
      ))}
    </div>
  );
}

function NoMatch({ list, onClear }: { list: AttendeeList; onClear: () => void }) {
  const among = list.filter === undefined ? '' : ` among those under ‘${FILTER_LABELS[list.filter]}’`;
  const search = list.search.trim();
  return (
    <div className={classes.state} role="status">
      <EmptyState
        title="No attendee matches"
        text={search === '' ? `There is nobody${among}.` : `Nobody with ‘${search}’ in name, organisation or email${among}.`}
        action={
          <Button variant="default" onClick={onClear}>
            Clear search and filter
          </Button>
        }
      />
    </div>
  );
}

interface FootProps extends Pick<AttendeePanelProps, 'owner' | 'list'> {
  shown: number;
  total: number;
  read: PagedRead;
}

/** How much of the list is shown, and the export of just what search and filter leave. */
function Foot({ owner, list, shown, total, read }: FootProps) {
  const narrowedExport = useExport(owner);
  const order = list.sort === undefined ? ', newest first' : '';
  return (
    <div className={classes.foot}>
      <span role="status">
        {formatCount(shown)} of {formatCount(total)} shown{order}
      </span>
      {isNarrowed(list) ? (
        <Button variant="subtle" color="gray" size="xs" loading={narrowedExport.isPending} onClick={() => narrowedExport.mutate(list)}>
          Export {counted(total, 'attendee')}
        </Button>
      ) : null}
      <span className={classes.more}>{shown < total ? <More read={read} /> : null}</span>
    </div>
  );
}

/** How the rest of a long list comes. */
function More({ read }: { read: PagedRead }) {
  if (read.isFetchNextPageError) {
    return <MoreFailed message={messageOf(read.error)} isRetrying={read.isFetchingNextPage} onRetry={() => void read.fetchNextPage()} />;
  }
  return read.isFetchingNextPage ? <LoadingNote /> : 'Scroll for more';
}
