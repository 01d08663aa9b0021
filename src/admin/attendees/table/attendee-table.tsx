import { useMediaQuery } from '@mantine/hooks';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { nextOrder, readSort } from '#admin/reads/attendee-list-params.ts';
import { IconChevronDown, IconChevronUp } from '#admin/ui/layout/icons.tsx';
import { IconSelector } from '#admin/ui/layout/tool-icons.tsx';
import { usePersonParam } from '#admin/ui/person/use-person-param.ts';
import { DataGrid, type GridColumn } from '#admin/ui/table/data-grid.tsx';
import type { ListNews } from '../live/list-news.ts';
import type { Attendee } from '../shown-attendee.ts';
import type { AttendeeListView } from '../use-attendee-list-params.ts';
import type { AttendeeColumn } from './attendee-columns.tsx';
import { AttendeeTableRow, type AttendeeTableRowProps, DETAILS, SELECT, SelectBox } from './attendee-table-row.tsx';
import classes from './attendee-table.module.css';
import type { AttendeeSelection } from './use-selection.ts';

const NARROW = '(max-width: 48em)';
const ROW_HEIGHT = 45;
const CARD_HEIGHT = 108;

interface AttendeeTableProps {
  view: AttendeeListView;
  label: string;
  attendees: readonly Attendee[];
  columns: readonly AttendeeColumn[];
  onEndNear: (() => void) | undefined;
  renderDetails: (attendee: Attendee) => ReactNode;
  selection: AttendeeSelection;
  gone: ListNews['gone'];
  Row?: ComponentType<AttendeeTableRowProps>;
}

const idOf = ({ submission }: Attendee): string => submission.id;

/** The attendees as a virtual table, or as cards on narrow screens. */
export function AttendeeTable(props: AttendeeTableProps) {
  const { view, label, attendees, columns, onEndNear, selection, gone, Row = AttendeeTableRow } = props;
  const { table, list, setList, attendeeId, setAttendee } = view;
  const { personId } = usePersonParam();
  const isNarrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  // Rows that are opened later are in view already.
  const [startAt] = useState(attendeeId);
  const hasStarted = attendees.some((attendee) => idOf(attendee) === startAt);
  useEffect(() => {
    if (!hasStarted) return undefined;
    const showWhole = () => {
      // Who comes back to a link of the card finds it where it was.
      if (document.activeElement?.matches('[data-place] a')) return;
      table.current?.querySelector('tr:has([aria-expanded="true"])')?.scrollIntoView({ block: 'start' });
    };
    // A frame later, since the page scrolls to the card of the event in the next one.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(showWhole);
    });
    return () => cancelAnimationFrame(frame);
  }, [hasStarted, table]);
  return (
    <DataGrid
      ref={table}
      label={label}
      className={classes.attendees ?? ''}
      columns={[
        { ...SELECT, head: <SelectLoaded selection={selection} /> },
        ...columns.map((column) => withOrder(column, list, setList)),
        DETAILS,
      ]}
      cardTracks={`[select] 1.5rem ${columns.some(({ card }) => card === 'number') ? '[number] minmax(1.25rem, auto)' : ''} [lead] minmax(0, 1fr) [corner] auto`}
      tabIndex={0}
      rows={attendees}
      idOf={idOf}
      total={view.matches}
      rowHeight={isNarrow ? CARD_HEIGHT : ROW_HEIGHT}
      startAt={startAt}
      onEndNear={onEndNear}
    >
      {(attendee, ariaRowIndex) => {
        const isOpen = idOf(attendee) === attendeeId;
        return (
          <Row
            attendee={attendee}
            columns={columns}
            ariaRowIndex={ariaRowIndex}
            isChosen={selection.chosen.has(idOf(attendee))}
            isPerson={idOf(attendee) === personId}
            onChoose={selection.choose}
            onToggle={setAttendee}
            goneText={gone.get(idOf(attendee))}
            details={isOpen && !gone.has(idOf(attendee)) ? props.renderDetails(attendee) : undefined}
          />
        );
      }}
    </DataGrid>
  );
}

const SelectLoaded = ({ selection }: { selection: AttendeeSelection }) => (
  <SelectBox
    label="Select all loaded attendees"
    isChosen={selection.share === 'all'}
    isIndeterminate={selection.share === 'some'}
    onChoose={(isChosen) => (isChosen ? selection.chooseLoaded() : selection.clear())}
  />
);

const orders = { asc: { name: 'ascending', Sign: IconChevronUp }, desc: { name: 'descending', Sign: IconChevronDown } } as const;

function withOrder(column: AttendeeColumn, list: AttendeeListView['list'], setList: AttendeeListView['setList']): GridColumn {
  const sort = column.isFixed ? undefined : readSort(column.id);
  if (sort === undefined) return column;
  const order = sort === list.sort ? orders[list.direction] : undefined;
  const Sign = order?.Sign ?? IconSelector;
  return {
    ...column,
    order: order?.name,
    head: (
      <button type="button" className={classes.sort} data-row="inline close" onClick={() => setList(nextOrder(list, sort))}>
        {column.label}
        <Sign size={14} stroke={1.75} aria-hidden="true" data-sorted={order !== undefined} />
      </button>
    ),
  };
}
