import { Button, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconUsers } from '@tabler/icons-react';
import { useInfiniteQuery, useQueries } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { messageOf } from '#admin/api/api-error.ts';
import { getSettings } from '#admin/api/settings.ts';
import { counted, formatCount } from '#admin/ui/counts.ts';
import { EmptyState } from '#admin/ui/empty-state.tsx';
import { ErrorState } from '#admin/ui/error-state.tsx';
import { LoadingNote } from '#admin/ui/loading-note.tsx';
import { useNow } from '#admin/ui/use-now.ts';
import type { FormField } from '#contract/form-field.ts';
import type { Submission } from '#contract/submission.ts';
import { AttendeeDetails } from './attendee-details.tsx';
import { type AttendeeFilter, type AttendeeList, EVERY_ATTENDEE, isNarrowed, startOfToday } from './attendee-list.ts';
import classes from './attendee-panel.module.css';
import { createAttendees } from './attendee-row.ts';
import { AttendeeTable } from './attendee-table.tsx';
import { AttendeeToolbar, FILTER_LABELS, FILTERS } from './attendee-toolbar.tsx';
import { DeleteSubmissionDialog } from './delete-submission-dialog.tsx';
import { attendeePagesQuery, filterCountQuery } from './submission-queries.ts';
import type { NamedField } from './submission-values.ts';
import { useExport } from './use-export.ts';

const NARROW = '(max-width: 48em)';
const BONES = ['a', 'b', 'c', 'd', 'e'];

interface AttendeePanelProps {
  seriesId: string;
  event: { readonly id: string; readonly event_title: string; readonly submissions_count: number };
  fields: readonly FormField[];
  /** Extra columns, chosen in Screen Options. */
  columns: readonly NamedField[];
  list: AttendeeList;
  onListChange: (list: AttendeeList) => void;
  /** The attendee whose row is open. */
  openId: string | undefined;
  onOpenChange: (submissionId: string | undefined) => void;
  /** Adds the first attendee by hand. */
  onAdd: () => void;
}

function useFilterCounts(seriesId: string, eventId: string, todayFrom: string): Partial<Record<AttendeeFilter, number>> {
  const counts = useQueries({ queries: FILTERS.map((filter) => filterCountQuery(seriesId, eventId, filter, todayFrom)) });
  return Object.fromEntries(FILTERS.map((filter, index) => [filter, counts[index]?.data]));
}

/** The attendees of one event: search, filters, table and what opens in it (spec section 2). */
export function AttendeePanel(props: AttendeePanelProps) {
  const { seriesId, event, fields, list, onListChange } = props;
  const now = useNow();
  const todayFrom = startOfToday(now);
  const read = useInfiniteQuery(attendeePagesQuery(seriesId, event.id, list, todayFrom));
  const filterCounts = useFilterCounts(seriesId, event.id, todayFrom);
  const [deleting, setDeleting] = useState<Submission>();
  const isNarrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  const [attendeesOf] = useState(createAttendees);
  const attendees = useMemo(() => attendeesOf(read.data?.pages ?? [], todayFrom), [attendeesOf, read.data, todayFrom]);
  const first = read.data?.pages[0];

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
        <EmptyState
          icon={IconUsers}
          title="No sign-ups yet"
          text="Who signs up for this event on the form stands here at once."
          action={
            <Button variant="default" aria-haspopup="dialog" onClick={props.onAdd}>
              Add Attendee
            </Button>
          }
        />
      </div>
    );
  }
  const handleClear = () => onListChange({ ...list, search: EVERY_ATTENDEE.search, filter: undefined });
  return (
    <>
      <AttendeeToolbar list={list} onListChange={onListChange} total={first.submissions_count} filterCounts={filterCounts} />
      {attendees.length === 0 ? (
        <NoMatch list={list} onClear={handleClear} />
      ) : (
        <>
          <AttendeeTable
            label={`Attendees of ${event.event_title}`}
            attendees={attendees}
            total={first.matches_count}
            columns={props.columns}
            list={list}
            onListChange={onListChange}
            openId={props.openId}
            onOpenChange={props.onOpenChange}
            onEndNear={read.hasNextPage && !read.isFetching ? () => void read.fetchNextPage() : undefined}
            renderDetails={(attendee) => (
              <AttendeeDetails
                attendee={attendee}
                fields={fields}
                now={now}
                copperSearchUrl={getSettings().links.copperSearchUrl}
                onDelete={() => setDeleting(attendee.submission)}
              />
            )}
            isNarrow={isNarrow}
          />
          <Foot
            seriesId={seriesId}
            event={event}
            list={list}
            shown={attendees.length}
            total={first.matches_count}
            isLoading={read.isFetchingNextPage}
          />
        </>
      )}
      <DeleteSubmissionDialog
        seriesId={seriesId}
        event={event}
        submission={deleting}
        onClose={() => setDeleting(undefined)}
        onDeleted={() => {
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

interface FootProps extends Pick<AttendeePanelProps, 'seriesId' | 'event' | 'list'> {
  shown: number;
  total: number;
  isLoading: boolean;
}

/** How much of the list is shown, and the export of just what search and filter leave. */
function Foot({ seriesId, event, list, shown, total, isLoading }: FootProps) {
  const narrowedExport = useExport(seriesId, event.id);
  const order = list.sort === undefined ? ', newest first' : '';
  const more = isLoading ? <LoadingNote /> : 'Scroll for more';
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
      <span className={classes.more}>{shown < total ? more : null}</span>
    </div>
  );
}
