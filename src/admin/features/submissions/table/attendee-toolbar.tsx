import { NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks';
import { type ReactNode, useRef, useState } from 'react';
import { formatCount } from '#admin/ui/format/counts.ts';
import { IconSearch } from '#admin/ui/layout/icons.tsx';
import { SEARCH_MAX_LENGTH } from '#contract/rules/search-words.ts';
import { type AttendeeFilter, type AttendeeListParams, firstDirection, readSort } from '../attendee-list-params.ts';
import classes from './attendee-toolbar.module.css';

const SEARCH_DEBOUNCE_MS = 250;

export const FILTER_LABELS: Readonly<Record<AttendeeFilter, string>> = {
  today: 'Today',
  duplicates: 'Duplicates',
  failed: 'Failed steps',
  marketing: 'Marketing yes',
  no_marketing: 'Marketing no',
};

const FILTERS: readonly (AttendeeFilter | undefined)[] = [undefined, 'today', 'duplicates', 'failed', 'marketing', 'no_marketing'];

const ORDERS = [
  { value: '', label: 'Newest first' },
  { value: 'name', label: 'By name' },
  { value: 'organisation', label: 'By organisation' },
  { value: 'email', label: 'By email' },
  { value: 'status', label: 'By status' },
  { value: 'signups_count', label: 'By No of Signups' },
];

interface AttendeeToolbarProps {
  list: AttendeeListParams;
  onListChange: (list: AttendeeListParams) => void;
  total: number | undefined;
  filterCounts: Partial<Record<AttendeeFilter, number>>;
  /** The button for new sign-ups. */
  news: ReactNode;
}

/** Search, filters with their counts, and the order for narrow screens, which have no column heads. */
export function AttendeeToolbar({ list, onListChange, total, filterCounts, news }: AttendeeToolbarProps) {
  return (
    <div className={classes.toolbar}>
      <SearchField list={list} onListChange={onListChange} />
      <fieldset className={classes.chips}>
        <legend className={classes.legend}>Show attendees</legend>
        {FILTERS.map((filter) => {
          const count = filter === undefined ? total : filterCounts[filter];
          return (
            <button
              key={filter ?? 'all'}
              type="button"
              className={classes.chip}
              aria-pressed={list.filter === filter}
              onClick={() => onListChange({ ...list, filter })}
            >
              {filter === undefined ? 'All' : FILTER_LABELS[filter]}{' '}
              <span className={classes.count}>{count === undefined ? '' : formatCount(count)}</span>
            </button>
          );
        })}
      </fieldset>
      <NativeSelect
        className={classes.order}
        size="xs"
        aria-label="Order"
        data={ORDERS}
        value={list.sort ?? ''}
        onChange={(event) => {
          const sort = readSort(event.currentTarget.value);
          onListChange({ ...list, sort, direction: firstDirection(sort) });
        }}
      />
      {news}
    </div>
  );
}

/** The debounced search of a list of attendees. */
export function SearchField({ list, onListChange }: Pick<AttendeeToolbarProps, 'list' | 'onListChange'>) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(list.search);
  const [seen, setSeen] = useState(list.search);
  const [submitted, setSubmitted] = useState(list.search);
  // `list.search` lags behind typing, so only a search from elsewhere, such as a cleared one, replaces the text.
  if (list.search !== seen) {
    setSeen(list.search);
    setSubmitted(list.search);
    if (list.search !== submitted) setTyped(list.search);
  }
  const search = useDebouncedCallback((text: string) => {
    setSubmitted(text);
    onListChange({ ...list, search: text });
  }, SEARCH_DEBOUNCE_MS);
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
      leftSection={<IconSearch />}
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
