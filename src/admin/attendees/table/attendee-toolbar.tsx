import { NativeSelect, SegmentedControl, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { type AttendeeFilter, type AttendeeListParams, firstDirection, isLimited, readSort } from '#admin/reads/submission-queries.ts';
import { Chip } from '#admin/ui/inputs/chip.tsx';
import { optionsOf } from '#admin/ui/inputs/choice.tsx';
import { SearchField } from '#admin/ui/inputs/search-field.tsx';
import { type FilterCounts, isOfRepeats } from '#contract/attendees/submission.ts';
import { LIST_SEARCH_MAX_LENGTH } from '#contract/rules/search-words.ts';
import { filterLabel } from '#contract/texts/attendance.ts';
import { AnswerMenu } from '../answers/filter-row.tsx';
import type { AttendeeListState, AttendeeListView } from '../list-actions.tsx';
import classes from './attendee-toolbar.module.css';

const BY_ATTENDANCE = ['attended', 'not_attended'] as const satisfies readonly AttendeeFilter[];
const FILTERS = ['today', 'duplicates', 'failed', 'marketing', 'no_marketing'] as const satisfies readonly AttendeeFilter[];

const ORDERS = [
  { value: '', label: 'Newest first' },
  { value: 'name', label: 'By last name' },
  { value: 'first_name', label: 'By first name' },
  { value: 'organisation', label: 'By organisation' },
  { value: 'email', label: 'By email' },
  { value: 'status', label: 'By status' },
  { value: 'signups_count', label: 'By No of Signups' },
];

interface AttendeeToolbarProps {
  view: AttendeeListView;
  filterCounts: Partial<FilterCounts>;
  news: ReactNode;
}

/** Search, filters with their counts, and the order for narrow screens, which have no column heads. */
export function AttendeeToolbar({ view, filterCounts, news }: AttendeeToolbarProps) {
  const { list, setList } = view;
  const filters = [undefined, ...(filterCounts.attended === undefined ? [] : BY_ATTENDANCE), ...FILTERS];
  return (
    <div className={classes.toolbar} data-edge="top" data-row="wrap">
      <AttendeeSearch list={list} setList={setList} />
      <fieldset className={classes.chips} data-scrolls data-wraps={filterCounts.attended !== undefined || isOfRepeats(list) || undefined}>
        <VisuallyHidden component="legend">Show attendees</VisuallyHidden>
        {filters.map((filter) => {
          const count = filterCounts[filter ?? 'all'];
          const isPressed = list.filter === filter || (filter === 'duplicates' && isOfRepeats(list));
          return (
            <Chip key={filter ?? 'all'} aria-pressed={isPressed} count={count} onClick={() => setList({ ...list, filter })}>
              {filter === undefined ? 'All' : filterLabel(filter, view.isOver)}
            </Chip>
          );
        })}
        {isOfRepeats(list) ? <KindOfRepeats list={list} setList={setList} /> : null}
        {/* While the list is filtered by answers, the menu is in their row. */}
        {isLimited(list) || list.registration !== undefined ? null : <AnswerMenu view={view} />}
      </fieldset>
      {/* In the row of the button of new sign-ups, so that the button moves nothing. */}
      {list.registration === 'waiting' ? null : (
        <NativeSelect
          flex="1 1 8rem"
          wrapperProps={{ 'data-tablet': 'only' }}
          size="xs"
          aria-label="Order"
          data={ORDERS}
          value={list.sort ?? ''}
          onChange={(event) => {
            const sort = readSort(event.currentTarget.value);
            setList({ ...list, sort, direction: firstDirection(sort) });
          }}
        />
      )}
      {news}
    </div>
  );
}

const REPEATS = optionsOf({ duplicates: 'Same address', same_person: filterLabel('same_person') });

const KindOfRepeats = ({ list, setList }: Pick<AttendeeListState, 'list' | 'setList'>) => (
  <SegmentedControl
    size="xs"
    aria-label="Duplicates by"
    data={REPEATS}
    value={list.filter === 'same_person' ? 'same_person' : 'duplicates'}
    onChange={(filter) => setList({ ...list, filter })}
  />
);

const SEARCH_LABELS: Readonly<Record<NonNullable<AttendeeListParams['registration']>, string>> = {
  waiting: 'Search the waiting list',
  offered: 'Search offers',
  cancelled: 'Search cancelled',
};

export const AttendeeSearch = ({ list, setList }: Pick<AttendeeListState, 'list' | 'setList'>) => (
  <SearchField
    className={classes.search}
    label={list.registration === undefined ? 'Search attendees' : SEARCH_LABELS[list.registration]}
    hotkey="/"
    maxLength={LIST_SEARCH_MAX_LENGTH}
    value={list.search}
    onChange={(search) => setList({ ...list, search })}
  />
);
