import { type SortingState, useTable } from '@tanstack/react-table';
import { type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react';
import { tableRoles } from '#admin/ui/table/table-roles.ts';
import { useVirtualRows, VirtualSpacer } from '#admin/ui/table/virtual-rows.tsx';
import { readSort } from '../attendee-list-params.ts';
import type { Attendee } from '../attendee-row.ts';
import type { NamedField } from '../submission-values.ts';
import type { AttendeeListState } from '../use-attendee-list-params.ts';
import { attendeeColumns, attendeeFeatures } from './attendee-columns.tsx';
import { AttendeeHead } from './attendee-head.tsx';
import { AttendeeTableRow } from './attendee-table-row.tsx';
import classes from './attendee-table.module.css';
import type { AttendeeSelection } from './use-selection.ts';

declare module 'react' {
  interface CSSProperties {
    '--tracks'?: string;
  }
}

const ROW_HEIGHT = 45;
const CARD_HEIGHT = 108;

interface AttendeeTableProps {
  label: string;
  attendees: readonly Attendee[];
  /** How many there are, loaded or not. */
  total: number;
  columns: readonly NamedField[];
  open: AttendeeListState;
  /** Loads the next page near the end of the rows; undefined if there is none or a page is loading. */
  onEndNear: (() => void) | undefined;
  renderDetails: (attendee: Attendee) => ReactNode;
  isNarrow: boolean;
  selection: AttendeeSelection;
  onClearSelection: () => void;
  ref: RefObject<HTMLElement | null>;
}

/** The attendees as a virtual table, or as cards on narrow screens. */
export function AttendeeTable(props: AttendeeTableProps) {
  const { attendees, columns: chosen, onEndNear, isNarrow, selection, ref: scroller } = props;
  const { list, setList, attendeeId: openId, setAttendee } = props.open;
  const columns = useMemo(() => attendeeColumns(chosen), [chosen]);
  const sorting = useMemo(() => (list.sort === undefined ? [] : [{ id: list.sort, desc: list.direction === 'desc' }]), [list]);
  const table = useTable({
    features: attendeeFeatures,
    columns,
    data: attendees,
    getRowId: (attendee) => attendee.submission.id,
    manualSorting: true,
    sortDescFirst: false,
    enableMultiSort: false,
    state: { sorting },
    onSortingChange: (next: SortingState | ((old: SortingState) => SortingState)) => {
      const [first] = typeof next === 'function' ? next(sorting) : next;
      setList({ ...list, sort: readSort(first?.id), direction: first?.desc === true ? 'desc' : 'asc' });
    },
  });
  const { rows } = table.getRowModel();
  const { virtualizer, rendered, heightBefore, heightAfter } = useVirtualRows({
    rows,
    idOf: (row) => row.id,
    scroller,
    rowHeight: isNarrow ? CARD_HEIGHT : ROW_HEIGHT,
    onEndNear,
  });

  // Scrolls to the attendee of the address once; rows opened later are already in view.
  const opened = useRef(openId);
  useEffect(() => {
    const index = rows.findIndex((row) => row.id === opened.current);
    if (index < 0) return;
    opened.current = undefined;
    virtualizer.scrollToIndex(index, { align: 'auto' });
  }, [rows, virtualizer]);

  const tracks = ['2.5rem', ...table.getAllLeafColumns().map((each) => each.columnDef.meta?.track ?? '1fr'), '3rem'].join(' ');
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <section ref={scroller} className={classes.scroller} tabIndex={0} aria-label={props.label}>
      <table
        {...tableRoles.table}
        className={classes.table}
        style={{ '--tracks': tracks }}
        aria-label={props.label}
        aria-rowcount={props.total + 1}
      >
        <AttendeeHead table={table} selection={selection} onClearSelection={props.onClearSelection} />
        <VirtualSpacer height={heightBefore} />
        {rendered.map(({ row, index }) => {
          const isOpen = row.id === openId;
          return (
            <AttendeeTableRow
              key={row.id}
              row={row}
              columns={columns}
              index={index}
              measure={virtualizer.measureElement}
              isChosen={selection.chosen.has(row.id)}
              onChoose={selection.choose}
              isOpen={isOpen}
              onToggle={setAttendee}
              details={isOpen ? props.renderDetails(row.original) : null}
            />
          );
        })}
        <VirtualSpacer height={heightAfter} />
      </table>
    </section>
  );
}
