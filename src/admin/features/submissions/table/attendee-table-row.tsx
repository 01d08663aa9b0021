import { FlexRender, type Row } from '@tanstack/react-table';
import { memo, type MouseEvent, type ReactNode } from 'react';
import { IconChevronDown, IconChevronRight } from '#admin/ui/layout/icons.tsx';
import { tableRoles } from '#admin/ui/table/table-roles.ts';
import type { Attendee } from '../attendee-row.ts';
import type { attendeeColumns, attendeeFeatures } from './attendee-columns.tsx';
import classes from './attendee-table.module.css';
import { SelectBox } from './select-box.tsx';
import type { AttendeeSelection } from './use-selection.ts';

interface AttendeeTableRowProps {
  row: Row<typeof attendeeFeatures, Attendee>;
  /** Only compared by `memo`: the row renders again when the columns change. */
  columns: ReturnType<typeof attendeeColumns>;
  index: number;
  measure: (element: HTMLElement | null) => void;
  isChosen: boolean;
  onChoose: AttendeeSelection['choose'];
  isOpen: boolean;
  onToggle: (submissionId: string | undefined) => void;
  details: ReactNode;
}

// The table creates new row objects with every page, so their data is compared.
const hasSameProps = (before: AttendeeTableRowProps, now: AttendeeTableRowProps): boolean =>
  before.row.original === now.row.original &&
  before.columns === now.columns &&
  before.index === now.index &&
  before.isChosen === now.isChosen &&
  before.onChoose === now.onChoose &&
  before.isOpen === now.isOpen &&
  before.onToggle === now.onToggle &&
  before.details === now.details;

/** A row with its details, in one `tbody` so that both are measured together. Memoized for long lists. */
export const AttendeeTableRow = memo(function AttendeeTableRow(props: AttendeeTableRowProps) {
  const { row, index, measure, isChosen, onChoose, isOpen, onToggle, details } = props;
  const attendee = row.original;
  const toggle = () => onToggle(isOpen ? undefined : row.id);
  const handleClick = (event: MouseEvent<HTMLTableRowElement>) => {
    const isControl = event.target instanceof Element && event.target.closest('a, button, label') !== null;
    // Selecting text in the row, such as an address to copy, does not open it.
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
      {/* For keyboards, the button in the row does the same. */}
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
              dir={meta?.isUserText ? 'auto' : undefined}
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
            <Chevron />
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
}, hasSameProps);
