import { NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { formatCount } from '#admin/ui/counts.ts';
import { type AttendeeFilter, type AttendeeList, readAttendeeList } from './attendee-list.ts';
import classes from './attendee-toolbar.module.css';

/** Time after the last key until the server is asked. */
const SEARCH_PAUSE_MS = 250;
const SEARCH_MAX_LENGTH = 200;

/** The words of the filters, in the order in which they stand. */
export const FILTER_LABELS: Readonly<Record<AttendeeFilter, string>> = {
  today: 'Today',
  duplicates: 'Duplicates',
  failed: 'Failed steps',
  marketing: 'Marketing yes',
  no_marketing: 'Marketing no',
};

const FILTERS: readonly AttendeeFilter[] = ['today', 'duplicates', 'failed', 'marketing', 'no_marketing'];

const ORDERS = [
  { value: '', label: 'Newest first' },
  { value: 'name', label: 'By name' },
  { value: 'organisation', label: 'By organisation' },
  { value: 'email', label: 'By email' },
  { value: 'status', label: 'By status' },
  { value: 'signups_count', label: 'By No of Signups' },
];

interface AttendeeToolbarProps {
  list: AttendeeList;
  onListChange: (list: AttendeeList) => void;
  total: number;
  /** How many attendees each filter has, as far as it is known. */
  filterCounts: Partial<Record<AttendeeFilter, number>>;
}

/** Search, filters with their counts, and the order where there are no column heads to click. */
export function AttendeeToolbar({ list, onListChange, total, filterCounts }: AttendeeToolbarProps) {
  return (
    <div className={classes.toolbar}>
      <SearchField list={list} onListChange={onListChange} />
      <fieldset className={classes.chips}>
        <legend className={classes.legend}>Show attendees</legend>
        <Chip
          label="All"
          count={total}
          isChosen={list.filter === undefined}
          onChoose={() => onListChange({ ...list, filter: undefined })}
        />
        {FILTERS.map((filter) => (
          <Chip
            key={filter}
            label={FILTER_LABELS[filter]}
            count={filterCounts[filter]}
            isChosen={list.filter === filter}
            onChoose={() => onListChange({ ...list, filter })}
          />
        ))}
      </fieldset>
      <NativeSelect
        className={classes.order}
        size="xs"
        aria-label="Order"
        data={ORDERS}
        value={list.sort ?? ''}
        onChange={(event) => {
          const { sort } = readAttendeeList(new URLSearchParams({ sort: event.currentTarget.value }));
          onListChange({ ...list, sort, direction: sort === 'signups_count' ? 'desc' : 'asc' });
        }}
      />
    </div>
  );
}

/** The search of a list of attendees: it waits for a pause in typing. */
export function SearchField({ list, onListChange }: Pick<AttendeeToolbarProps, 'list' | 'onListChange'>) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(list.search);
  const [seen, setSeen] = useState(list.search);
  const [asked, setAsked] = useState(list.search);
  // The list lags behind the keys: only a search that was not asked for here, such as a cleared one, replaces what is typed.
  if (list.search !== seen) {
    setSeen(list.search);
    setAsked(list.search);
    if (list.search !== asked) setTyped(list.search);
  }
  const search = useDebouncedCallback((text: string) => {
    setAsked(text);
    onListChange({ ...list, search: text });
  }, SEARCH_PAUSE_MS);
  useHotkeys([['/', () => input.current?.focus()]]);
  return (
    <TextInput
      ref={input}
      className={classes.search}
      type="search"
      size="xs"
      aria-label="Search attendees"
      aria-keyshortcuts="/"
      placeholder="Search attendees"
      maxLength={SEARCH_MAX_LENGTH}
      leftSection={<IconSearch size={16} stroke={1.75} />}
      rightSection={typed === '' ? <kbd className={classes.key}>/</kbd> : null}
      rightSectionPointerEvents="none"
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        search(event.currentTarget.value);
      }}
    />
  );
}

interface ChipProps {
  label: string;
  count: number | undefined;
  isChosen: boolean;
  onChoose: () => void;
}

function Chip({ label, count, isChosen, onChoose }: ChipProps) {
  return (
    <button type="button" className={classes.chip} aria-pressed={isChosen} onClick={onChoose}>
      {label} <span className={classes.count}>{count === undefined ? '' : formatCount(count)}</span>
    </button>
  );
}
