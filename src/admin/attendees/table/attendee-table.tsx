import { ActionIcon, Box, Checkbox, type CheckboxProps } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ComponentProps, type ComponentType, memo, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { nextOrder, readSort } from '#admin/reads/submission-queries.ts';
import { tableRoles } from '#admin/theme/table-roles.ts';
import { IconChevronDown, IconChevronRight, IconChevronUp } from '#admin/ui/layout/icons.tsx';
import { IconSelector } from '#admin/ui/layout/tool-icons.tsx';
import { usePersonParam } from '#admin/ui/person/use-person-param.ts';
import { DataGrid, GridCell, type GridColumn, GridRow } from '#admin/ui/table/data-grid.tsx';
import type { AttendeeListView } from '../list-actions.tsx';
import type { ListNews } from '../live/list-news.ts';
import type { Attendee } from '../shown-attendee.ts';
import type { AttendeeColumn } from './attendee-columns.tsx';
import classes from './attendee-table.module.css';
import type { AttendeeSelection } from './use-selection.ts';

const SELECT: GridColumn = { id: 'select', label: '', track: '2.5rem', isUnnamed: true, card: 'select' };
const DETAILS: GridColumn = { id: 'details', label: 'Details', track: '3rem', isUnnamed: true, card: 'end' };
const NARROW = '(max-width: 48em)';
const ROW_HEIGHT = 45;
const CARD_HEIGHT = 124;

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

export function AttendeeTable(props: AttendeeTableProps) {
  const { view, label, attendees, columns, onEndNear, selection, gone, Row = AttendeeTableRow } = props;
  const { table, list, setList, attendeeId, setAttendee } = view;
  const { personId } = usePersonParam();
  const isNarrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  // Rows opened later are already in view.
  const [startAt] = useState(attendeeId);
  const hasStarted = attendees.some((attendee) => idOf(attendee) === startAt);
  useEffect(() => {
    if (!hasStarted) return undefined;
    const showWhole = () => {
      // People returning to a link on the card find it where it was.
      if (document.activeElement?.matches('[data-place] :is(a, [aria-haspopup="menu"])')) return;
      table.current?.querySelector('tr:has([aria-expanded="true"])')?.scrollIntoView({ block: 'start' });
    };
    // A frame later, since the page scrolls to the card of the event in the next one.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(showWhole);
    });
    return () => cancelAnimationFrame(frame);
  }, [hasStarted, table]);
  const numberTrack = columns.some(({ card }) => card === 'number') ? '[number] minmax(1.25rem, auto)' : '';
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
      cardTracks={`[select] 1.5rem ${numberTrack} [lead] minmax(0, 1fr) [corner] auto`}
      tabIndex={0}
      rows={attendees}
      idOf={idOf}
      total={view.matches}
      rowHeight={isNarrow ? CARD_HEIGHT : ROW_HEIGHT}
      startAt={startAt}
      onEndNear={onEndNear}
    >
      {(attendee) => {
        const isOpen = idOf(attendee) === attendeeId;
        return (
          <Row
            attendee={attendee}
            columns={columns}
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
    indeterminate={selection.share === 'some'}
    onChoose={(isChosen) => (isChosen ? selection.chooseLoaded() : selection.clear())}
  />
);

const orders = { asc: { name: 'ascending', Sign: IconChevronUp }, desc: { name: 'descending', Sign: IconChevronDown } } as const;

/** Only the list of those who are confirmed is sorted by its columns. */
function withOrder(column: AttendeeColumn, list: AttendeeListView['list'], setList: AttendeeListView['setList']): GridColumn {
  const sort = list.registration === undefined ? readSort(column.id) : undefined;
  if (sort === undefined) return column;
  const order = sort === list.sort ? orders[list.direction] : undefined;
  const Sign = order?.Sign ?? IconSelector;
  return {
    ...column,
    order: order?.name,
    head: (
      <button type="button" className={classes.sort} data-row="inline close" onClick={() => setList(nextOrder(list, sort))}>
        {column.label}
        <Sign size={14} aria-hidden="true" data-sorted={order !== undefined} />
      </button>
    ),
  };
}

export interface AttendeeTableRowProps {
  attendee: Attendee;
  columns: readonly AttendeeColumn[];
  isChosen: boolean;
  isPerson: boolean;
  onChoose: AttendeeSelection['choose'];
  onToggle: (submissionId: string | undefined) => void;
  /** Why an attendee left the list, until it is read again; such a row has no actions. */
  goneText: string | undefined;
  details: ReactNode;
  /** Props that make the row draggable; undefined in lists without a manual order. */
  drag?: ComponentProps<typeof GridRow>;
}

export const AttendeeTableRow = memo(function AttendeeTableRow(props: AttendeeTableRowProps) {
  const { attendee, columns, isChosen, isPerson, onChoose, onToggle, goneText, details, drag } = props;
  const { id } = attendee.submission;
  const isOpen = details !== undefined;
  const toggle = () => onToggle(isOpen ? undefined : id);
  const handleClick = (event: MouseEvent<HTMLTableRowElement>) => {
    const isControl = event.target instanceof Element && event.target.closest('a, button, label') !== null;
    // Selecting text in the row, such as an address to copy, does not open it.
    if (goneText === undefined && !isControl && window.getSelection()?.isCollapsed !== false) toggle();
  };
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <>
      {/* For keyboards, the button in the row does the same. */}
      <GridRow
        className={classes.row ?? ''}
        data-today={attendee.today !== undefined}
        data-chosen={isChosen || isPerson}
        data-gone={goneText !== undefined}
        onClick={handleClick}
        {...drag}
      >
        <GridCell column={SELECT}>
          <SelectBox
            label={`Select ${attendee.name}`}
            isChosen={isChosen}
            disabled={goneText !== undefined}
            onChoose={(isNowChosen, isRange) => onChoose(id, isNowChosen, isRange)}
          />
        </GridCell>
        {columns.map((column) => (
          <GridCell key={column.id} column={column}>
            {column.hasCardLabel ? (
              <span style={{ whiteSpace: 'nowrap' }} data-tablet="only" data-text="quiet" aria-hidden="true">
                {column.label}
              </span>
            ) : null}
            {column.isUserText ? <bdi className={classes.text}>{column.render(attendee)}</bdi> : column.render(attendee)}
            {column.id === 'name' && goneText !== undefined ? (
              <Box component="span" fz="xs" data-cut data-text="quiet" title={goneText}>
                {goneText}
              </Box>
            ) : null}
          </GridCell>
        ))}
        <GridCell column={DETAILS}>
          {goneText === undefined ? (
            <ActionIcon aria-expanded={isOpen} aria-label={`Details of ${attendee.name}`} onClick={toggle}>
              <Chevron />
            </ActionIcon>
          ) : null}
        </GridCell>
      </GridRow>
      {isOpen ? (
        <tr {...tableRoles.row} className={classes.detailsRow}>
          <td {...tableRoles.cell} className={classes.details}>
            {details}
          </td>
        </tr>
      ) : null}
    </>
  );
});

interface SelectBoxProps extends Pick<CheckboxProps, 'indeterminate' | 'disabled'> {
  label: string;
  isChosen: boolean;
  onChoose: (isChosen: boolean, isRange: boolean) => void;
}

/** A checkbox of a row or of all rows, in a larger target. */
const SelectBox = ({ label, isChosen, onChoose, ...box }: SelectBoxProps) => {
  // In Firefox the click that Space makes lacks Shift.
  const isShiftSpace = useRef(false);
  return (
    <Box component="label" className={classes.selectBox} data-row="inline">
      <Checkbox
        {...box}
        aria-label={label}
        checked={isChosen}
        onChange={() => undefined}
        onKeyDown={({ key, shiftKey }) => {
          isShiftSpace.current = key === ' ' && shiftKey;
        }}
        onClick={({ currentTarget, shiftKey }) => {
          onChoose(currentTarget.checked, shiftKey || isShiftSpace.current);
          isShiftSpace.current = false;
        }}
      />
    </Box>
  );
};
