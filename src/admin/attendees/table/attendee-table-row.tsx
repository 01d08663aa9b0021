import { type HTMLAttributes, memo, type MouseEvent, type ReactNode, type Ref } from 'react';
import { IconChevronDown, IconChevronRight } from '#admin/ui/layout/icons.tsx';
import { GridCell, type GridColumn, GridRow } from '#admin/ui/table/data-grid.tsx';
import { tableRoles } from '#admin/ui/table/table-roles.ts';
import type { Attendee } from '../shown-attendee.ts';
import type { AttendeeColumn } from './attendee-columns.tsx';
import classes from './attendee-table.module.css';
import type { AttendeeSelection } from './use-selection.ts';

export const SELECT: GridColumn = { id: 'select', label: '', track: '2.5rem', card: 'select' };
export const DETAILS: GridColumn = { id: 'details', label: 'Details', track: '3rem', isUnnamed: true, card: 'end' };

export interface AttendeeTableRowProps {
  attendee: Attendee;
  columns: readonly AttendeeColumn[];
  ariaRowIndex: number;
  isChosen: boolean;
  isPerson: boolean;
  onChoose: AttendeeSelection['choose'];
  onToggle: (submissionId: string | undefined) => void;
  /** What became of an attendee who left the list, until it is read again; such a row has no actions. */
  goneText: string | undefined;
  details: ReactNode;
  /** What moves the row; undefined in lists that are not ordered by hand. */
  drag?: RowDrag;
}

interface RowDrag extends Pick<HTMLAttributes<HTMLTableRowElement>, 'style' | 'onKeyDown'> {
  readonly ref: Ref<HTMLTableRowElement>;
  readonly isDragging: boolean;
}

export const AttendeeTableRow = memo(function AttendeeTableRow(props: AttendeeTableRowProps) {
  const { attendee, columns, ariaRowIndex, isChosen, isPerson, onChoose, onToggle, goneText, details, drag } = props;
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
        ariaRowIndex={ariaRowIndex}
        ref={drag?.ref}
        style={drag?.style}
        data-dragging={drag?.isDragging}
        onKeyDown={drag?.onKeyDown}
        onClick={handleClick}
      >
        <GridCell column={SELECT}>
          <SelectBox
            label={`Select ${attendee.name}`}
            isChosen={isChosen}
            isDisabled={goneText !== undefined}
            onChoose={(isNowChosen, isRange) => onChoose(id, isNowChosen, isRange)}
          />
        </GridCell>
        {columns.map((column) => (
          <GridCell key={column.id} column={column}>
            {column.hasCardLabel ? (
              <span className={classes.cardLabel} data-text="quiet" aria-hidden="true">
                {column.label}
              </span>
            ) : null}
            {column.isUserText ? <bdi>{column.render(attendee)}</bdi> : column.render(attendee)}
            {column.id === 'name' && goneText !== undefined ? (
              <span className={classes.goneText} data-cut data-text="quiet" title={goneText}>
                {goneText}
              </span>
            ) : null}
          </GridCell>
        ))}
        <GridCell column={DETAILS}>
          {goneText === undefined ? (
            <button
              type="button"
              className={classes.chevron}
              data-text="second"
              aria-expanded={isOpen}
              aria-label={`Details of ${attendee.name}`}
              onClick={toggle}
            >
              <Chevron />
            </button>
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

interface SelectBoxProps {
  label: string;
  isChosen: boolean;
  isIndeterminate?: boolean;
  isDisabled?: boolean;
  /** `isRange`: Shift was held. */
  onChoose: (isChosen: boolean, isRange: boolean) => void;
}

/** A checkbox of a row or of all rows. A native input, because a scrolling table renders dozens of them. */
export function SelectBox({ label, isChosen, isIndeterminate = false, isDisabled = false, onChoose }: SelectBoxProps) {
  const handleClick = (event: MouseEvent<HTMLInputElement>) => onChoose(event.currentTarget.checked, event.shiftKey);
  return (
    <label className={classes.selectBox}>
      <input
        ref={(input) => {
          if (input !== null) input.indeterminate = isIndeterminate;
        }}
        type="checkbox"
        className={classes.box}
        aria-label={label}
        checked={isChosen}
        disabled={isDisabled}
        onChange={() => undefined}
        onClick={handleClick}
      />
    </label>
  );
}
