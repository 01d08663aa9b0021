import { VisuallyHidden } from '@mantine/core';
import type { ReactTable } from '@tanstack/react-table';
import { IconChevronDown, IconChevronUp, IconSelector } from '#admin/ui/layout/icons.tsx';
import { tableRoles } from '#admin/ui/table/table-roles.ts';
import type { Attendee } from '../attendee-row.ts';
import type { attendeeFeatures } from './attendee-columns.tsx';
import classes from './attendee-table.module.css';
import { SelectBox } from './select-box.tsx';
import type { AttendeeSelection } from './use-selection.ts';

const ariaSort = { asc: 'ascending', desc: 'descending' } as const;
const signs = { asc: IconChevronUp, desc: IconChevronDown } as const;

interface AttendeeHeadProps {
  table: ReactTable<typeof attendeeFeatures, Attendee>;
  selection: Pick<AttendeeSelection, 'share' | 'chooseLoaded'>;
  onClearSelection: () => void;
}

/** The head of the attendee table: a checkbox for all rows, then the columns, with buttons to sort. */
export function AttendeeHead({ table, selection, onClearSelection }: AttendeeHeadProps) {
  return (
    <thead {...tableRoles.group} className={classes.head}>
      <tr {...tableRoles.row} className={classes.grid} aria-rowindex={1}>
        <th {...tableRoles.header} scope="col" data-column="select">
          <SelectBox
            label="Select all loaded attendees"
            isChosen={selection.share === 'all'}
            isIndeterminate={selection.share === 'some'}
            onChoose={(isChosen) => (isChosen ? selection.chooseLoaded() : onClearSelection())}
          />
        </th>
        {table.getFlatHeaders().map((header) => {
          const sorted = header.column.getIsSorted();
          const Sign = sorted === false ? IconSelector : signs[sorted];
          return (
            <th
              key={header.id}
              {...tableRoles.header}
              scope="col"
              data-number={header.column.columnDef.meta?.isNumber}
              aria-sort={sorted === false ? undefined : ariaSort[sorted]}
            >
              {header.column.getCanSort() ? (
                <button type="button" className={classes.sort} onClick={header.column.getToggleSortingHandler()}>
                  <table.FlexRender header={header} />
                  <Sign size={14} stroke={1.75} aria-hidden="true" data-sorted={sorted !== false} />
                </button>
              ) : (
                <span className={classes.label} dir="auto">
                  <table.FlexRender header={header} />
                </span>
              )}
            </th>
          );
        })}
        <th {...tableRoles.header} scope="col">
          <VisuallyHidden>Details</VisuallyHidden>
        </th>
      </tr>
    </thead>
  );
}
