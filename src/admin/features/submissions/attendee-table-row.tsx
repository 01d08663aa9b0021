import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { FlexRender, type Row } from '@tanstack/react-table';
import { type MouseEvent, memo, type ReactNode } from 'react';
import { tableRoles } from '#admin/ui/table-roles.ts';
import type { attendeeColumns, attendeeFeatures } from './attendee-columns.tsx';
import type { Attendee } from './attendee-row.ts';
import classes from './attendee-table.module.css';
import { SelectBox } from './select-box.tsx';
import type { AttendeeSelection } from './use-selection.ts';

interface AttendeeTableRowProps {
  row: Row<typeof attendeeFeatures, Attendee>;
  /** Not read here: other columns give other cells, so the row must be drawn anew. */
  columns: ReturnType<typeof attendeeColumns>;
  index: number;
  /** Tells the virtual list how high the row is. */
  measure: (element: HTMLElement | null) => void;
  isChosen: boolean;
  onChoose: AttendeeSelection['choose'];
  isOpen: boolean;
  onToggle: (submissionId: string | undefined) => void;
  /** What an open row shows below itself. */
  details: ReactNode;
}

// The table makes its rows anew with every page; what they show stays.
const isSame = (before: AttendeeTableRowProps, now: AttendeeTableRowProps): boolean =>
  before.row.original === now.row.original &&
  before.columns === now.columns &&
  before.index === now.index &&
  before.isChosen === now.isChosen &&
  before.onChoose === now.onChoose &&
  before.isOpen === now.isOpen &&
  before.onToggle === now.onToggle &&
  before.details === now.details;

/** A row with what opens below it. A group of its own, so that both are measured together. Drawn anew only when it changed. */
export const AttendeeTableRow = memo(function AttendeeTableRow(props: AttendeeTableRowProps) {
  const { row, index, measure, isChosen, onChoose, isOpen, onToggle, details } = props;
  const attendee = row.original;
  const toggle = () => onToggle(isOpen ? undefined : row.id);
  const handleClick = (event: MouseEvent<HTMLTableRowElement>) => {
    const isControl = event.target instanceof Element && event.target.closest('a, button, label') !== null;
    // Whoever marks an address to copy it does not mean to open the row.
    if (!isControl && window.getSelection()?.isCollapsed !== false) toggle();
  };
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <tbody
      {...tableRoles.group}
      ref={measure}
      data-index={index}
      className={classes.item}
      data-today={attendee.today !== undefined}
      data-chosen={isChosen}
    >
      {/* The button in the row does the same by keyboard. */}
      <tr {...tableRoles.row} className={`${classes.grid} ${classes.row}`} aria-rowindex={index + 2} onClick={handleClick}>
        <td {...tableRoles.cell} data-column="select">
          <SelectBox
            label={`Select ${attendee.name}`}
            isChosen={isChosen}
            onChoose={(isNowChosen, isRange) => onChoose(row.id, isNowChosen, isRange)}
          />
        </td>
        {row.getAllCells().map((cell) => {
          const { meta, header } = cell.column.columnDef;
          return (
            <td
              key={cell.id}
              {...tableRoles.cell}
              data-column={cell.column.id}
              data-number={meta?.isNumber}
              dir={meta?.isPeoplesText ? 'auto' : undefined}
            >
              {meta?.hasCardLabel ? (
                <span className={classes.cardLabel} aria-hidden="true">
                  {String(header)}
                </span>
              ) : null}
              <FlexRender cell={cell} />
            </td>
          );
        })}
        <td {...tableRoles.cell} data-column="details">
          <button
            type="button"
            className={classes.chevron}
            aria-expanded={isOpen}
            aria-label={`Details of ${attendee.name}`}
            onClick={toggle}
          >
            <Chevron size={16} stroke={1.75} />
          </button>
        </td>
      </tr>
      {isOpen ? (
        <tr {...tableRoles.row} className={classes.detailsRow}>
          <td {...tableRoles.cell} className={classes.details}>
            {details}
          </td>
        </tr>
      ) : null}
    </tbody>
  );
}, isSame);
