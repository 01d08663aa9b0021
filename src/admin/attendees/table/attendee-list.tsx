import { Box, Button, Skeleton } from '@mantine/core';
import { useInfiniteQuery, type UseInfiniteQueryResult, useQuery } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useMemo, useRef } from 'react';
import * as reads from '#admin/reads/submission-queries.ts';
import { useChangeEvents, useRegistrationActions } from '#admin/registrations/registration-actions.tsx';
import { useActions } from '#admin/ui/actions/use-actions.tsx';
import { useStartOfToday } from '#admin/ui/format/dates.tsx';
import { repeated } from '#admin/ui/layout/page.tsx';
import { ToolButtons } from '#admin/ui/layout/tool-button.tsx';
import { IconUsers } from '#admin/ui/layout/tool-icons.tsx';
import { LazyPart, lazyPart } from '#admin/ui/loading/lazy-part.tsx';
import { EmptyState, LoadFailure, LoadingNote, MoreByScrolling, readState } from '#admin/ui/states/page-state.tsx';
import type { RegistrationCounts } from '#contract/registrations/places.ts';
import { FOUND_BY_WORDS_MAX, LOOKED_THROUGH_MAX, mayMatchMore } from '#contract/rules/large-lists.ts';
import { filterLabel } from '#contract/texts/attendance.ts';
import { formatCount } from '#contract/texts/counts.ts';
import { withoutPlace } from '#contract/texts/places.ts';
import { FilterRow } from '../answers/filter-row.tsx';
import { AttendeeDetails, type AttendeeEditable } from '../details/attendee-details.tsx';
import { useDeletions } from '../dialogs/use-deletions.tsx';
import { type AttendeeListState, type AttendeeListView, LIST_FOOT_ACTIONS } from '../list-actions.tsx';
import { useLiveList } from '../live/use-live-list.tsx';
import { createAttendeeMapper } from '../shown-attendee.ts';
import type { NamedField } from '../submission-values.ts';
import { listLabel, NOBODY, REGISTRATION_COLUMNS } from '../waiting/registration-columns.tsx';
import { attendeeColumns } from './attendee-columns.tsx';
import classes from './attendee-list.module.css';
import { AttendeeTable } from './attendee-table.tsx';
import { AttendeeToolbar } from './attendee-toolbar.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useSelection } from './use-selection.ts';

export interface AttendeeListProps extends Pick<AttendeeListView, 'scope' | 'scopeTitle' | 'form'> {
  editable?: AttendeeEditable;
  columns: readonly NamedField[];
  open: AttendeeListState;
  emptyText: string;
  emptyAction?: ReactNode;
  /** How many people are waiting, have an offer, or cancelled, if there are lists of them. */
  others?: RegistrationCounts;
  isOver?: boolean;
}

export function AttendeeList(props: AttendeeListProps) {
  const { scope, scopeTitle, form, open, others } = props;
  const { list } = open;
  const todayFrom = useStartOfToday();
  const query = reads.attendeePagesQuery(scope, list, todayFrom);
  const read = useInfiniteQuery(query);
  const filterCounts = useQuery(reads.filterCountsQuery(scope, list, todayFrom)).data;
  const attendeesOf = useMemo(() => createAttendeeMapper(props.isOver), [props.isOver]);
  const attendees = useMemo(() => attendeesOf(read.data?.pages ?? [], todayFrom), [attendeesOf, read.data, todayFrom]);
  const first = read.data?.pages[0];
  const table = useRef<HTMLElement>(null);
  const { submissions_count: total, matches_count: matches } = first ?? { submissions_count: 0, matches_count: 0 };
  const view = { ...open, scope, scopeTitle, form, table, total, matches, isOver: props.isOver };
  const listKey = JSON.stringify([list.search, list.filter, list.import, list.answers]);
  const everyone = { ...reads.allAttendeesQuery(scope, list, todayFrom), enabled: matches <= LOOKED_THROUGH_MAX };
  const selection = useSelection(attendees, { listKey, everyone, table });
  const { registration } = list;
  const columns = useMemo(
    () => (registration === undefined ? attendeeColumns(scope.kind, props.columns) : REGISTRATION_COLUMNS[registration]),
    [registration, scope.kind, props.columns],
  );
  const deletions = useDeletions(view, selection);
  const changing = useChangeEvents(scope);
  const { gone, newsButton } = useLiveList({
    scope,
    queryKey: query.queryKey,
    list,
    hasOtherLists: others !== undefined,
    table,
    onGone: selection.deselect,
  });

  const state = readState(read);
  if (state === 'loading') return <ListSkeleton />;
  if (state === 'failed' || total === 0) {
    return (
      <div className={classes.state} data-edge="top">
        {state === 'failed' ? <LoadFailure read={read} /> : <NobodyHere {...props} />}
      </div>
    );
  }
  return (
    <>
      {selection.chosen.size === 0 ? (
        <AttendeeToolbar view={view} filterCounts={filterCounts ?? {}} news={newsButton} />
      ) : (
        <SelectionBar view={view} selection={selection} onDelete={deletions.deleteChosen} news={newsButton} />
      )}
      <FilterRow view={view} />
      <LargeListNote view={view} />
      {attendees.length === 0 ? (
        <NoMatch view={view} />
      ) : (
        <>
          <ListTable
            view={view}
            label={listLabel(registration, scopeTitle)}
            attendees={attendees}
            columns={columns}
            onEndNear={reads.nextPageLoader(read)}
            renderDetails={({ submission }) => (
              <AttendeeDetails
                scope={scope}
                submission={submission}
                fields={form.formFields}
                editable={props.editable}
                onChangeEvents={() => changing.open(submission)}
                onDelete={() => deletions.deleteOne(submission)}
              />
            )}
            selection={selection}
            gone={gone}
          />
          <PanelFooter view={view} shown={attendees.length} read={read} />
        </>
      )}
      {deletions.dialog}
      {changing.dialog}
    </>
  );
}

const WaitingTable = lazyPart(async () => (await import('../waiting/waiting-table.tsx')).WaitingTable);

function ListTable(table: ComponentProps<typeof AttendeeTable>) {
  const actions = useRegistrationActions();
  const { list } = table.view;
  const isOrdered = actions !== undefined && list.registration === 'waiting' && list.sort === undefined && !reads.isNarrowed(list);
  return isOrdered ? (
    <LazyPart waiting={<ListSkeleton />}>
      <WaitingTable {...table} />
    </LazyPart>
  ) : (
    <AttendeeTable {...table} />
  );
}

function NobodyHere({ open, others, emptyText, emptyAction }: AttendeeListProps) {
  const { registration } = open.list;
  if (registration !== undefined) return <EmptyState icon={IconUsers} {...NOBODY[registration]} />;
  const elsewhere = others === undefined ? '' : withoutPlace(others);
  const said = elsewhere === '' ? { title: 'No sign-ups yet', text: emptyText } : { title: 'Nobody has a place', text: elsewhere };
  return <EmptyState icon={IconUsers} {...said} action={emptyAction} />;
}

const ListSkeleton = () => (
  <Box px={16} py={12} fz="sm" data-text="quiet" style={{ borderTop: '1px solid var(--t-border)' }}>
    <LoadingNote />
    {repeated(5, <Skeleton h={12} my={16} />)}
  </Box>
);

function LargeListNote({ view: { total, list } }: { view: AttendeeListView }) {
  if (total <= LOOKED_THROUGH_MAX || list.import !== undefined) return null;
  const note = `Sorting, filters and their counts cover the newest ${formatCount(LOOKED_THROUGH_MAX)} attendees. Search also finds up to ${formatCount(FOUND_BY_WORDS_MAX)} others by the beginnings of words, and an export includes everyone.`;
  return (
    <Box component="p" px={16} pb={8} fz="xs" data-text="quiet">
      {note}
    </Box>
  );
}

function NoMatch({ view: { list, setList, isOver } }: { view: AttendeeListView }) {
  const filter = list.filter === undefined ? undefined : `‘${filterLabel(list.filter, isOver)}’`;
  const among = filter === undefined ? '' : ` under ${filter}`;
  const search = list.search.trim();
  return (
    <div className={classes.state} data-edge="top" role="status">
      <EmptyState
        title="No attendees match"
        text={
          search === ''
            ? `No attendees match${filter === undefined ? '' : ` ${filter}`}.`
            : `Nobody has ‘${search}’ in their name, organisation or email${among}.`
        }
        action={
          <Button
            variant="default"
            onClick={() => setList({ ...list, search: '', filter: undefined, import: undefined, answers: undefined })}
          >
            Clear search and filter
          </Button>
        }
      />
    </div>
  );
}

/** How many match: `4,012+` when the search may have left some out. */
function foundCount({ list, matches, total }: AttendeeListView): string {
  const search = list.import === undefined ? list.search : '';
  return `${formatCount(matches)}${mayMatchMore({ search, total, matches }) ? '+' : ''}`;
}

const FOOT_LOOK = { variant: 'subtle', color: 'gray', size: 'xs', leftSection: undefined } as const;

interface PanelFooterProps {
  view: AttendeeListView;
  shown: number;
  read: UseInfiniteQueryResult;
}

function PanelFooter({ view, shown, read }: PanelFooterProps) {
  const { list, matches } = view;
  const { tools, dialogs } = useActions(LIST_FOOT_ACTIONS, view);
  const ownOrder = list.registration === 'waiting' ? ', by position' : ', newest first';
  const newestFirst = list.sort === undefined ? ownOrder : '';
  const order = reads.isGrouped(list) ? ', grouped by address' : newestFirst;
  return (
    <div className={classes.foot} data-figures data-row="wrap" data-text="hint">
      <span role="status">
        {`${formatCount(shown)} of ${foundCount(view)} shown`}
        <span>{order}</span>
      </span>
      <ToolButtons tools={tools} look={() => FOOT_LOOK} />
      {dialogs}
      <Box component="span" ms="auto">
        {shown < matches ? <MoreByScrolling read={read} /> : null}
      </Box>
    </div>
  );
}
