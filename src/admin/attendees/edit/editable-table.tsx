import { type KeyboardEvent, useMemo } from 'react';
import { tableRoles } from '#admin/ui/table/table-roles.ts';
import { VirtualTable } from '#admin/ui/table/virtual-table.tsx';
import type { FormField } from '#contract/form-field.ts';
import type { Submission } from '#contract/submission.ts';
import type { AttendeeAction, AttendeeEdits } from './attendee-edits.ts';
import classes from './editable-attendees.module.css';
import { EditableRow } from './editable-row.tsx';
import { PERSON_COLUMNS, type Question } from './questions.ts';

declare module 'react' {
  interface CSSProperties {
    '--answers'?: string;
  }
}

const ROW_HEIGHT = 40;

interface EditableTableProps {
  submissions: readonly Submission[];
  total: number;
  edits: AttendeeEdits;
  /** The fields of the form that the attendees are asked, and those of them that are columns. */
  asked: readonly FormField[];
  answers: readonly Question[];
  dispatch: (action: AttendeeAction) => void;
  /** Loads the next page near the end of the rows; undefined if there is none or a page is loading. */
  onEndNear: (() => void) | undefined;
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, Enter: 1, ArrowUp: -1 };

/** The input in the same column, `rows` below `from`; negative is above. */
function inputBelow(table: Element, from: HTMLInputElement, rows: number): HTMLInputElement | null {
  const cell = from.closest('td');
  const row = cell?.closest<HTMLElement>('[data-index]');
  if (!cell || !row) return null;
  return table.querySelector(`[data-index="${Number(row.dataset.index) + rows}"] td[data-column="${cell.dataset.column}"] input`);
}

/** Moves the focus to the row above or below, as in a spreadsheet. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  // Enter also presses the buttons beside an input.
  if (!(event.target instanceof HTMLInputElement)) return;
  const step = event.key === 'Enter' && event.shiftKey ? -1 : STEPS[event.key];
  // Enter also ends the composition of an input method.
  if (step === undefined || event.nativeEvent.isComposing) return;
  const input = inputBelow(event.currentTarget, event.target, step);
  if (input === null) return;
  event.preventDefault();
  input.focus();
  if (input.type !== 'checkbox') input.select();
}

const idOf = ({ id }: Submission): string => id;

/** A virtual table of attendees with editable cells. */
export function EditableTable({ submissions, total, edits, asked, answers, dispatch, onEndNear }: EditableTableProps) {
  const columns = useMemo(() => [...PERSON_COLUMNS, ...answers], [answers]);
  return (
    <VirtualTable
      label="Attendees to edit"
      style={{ '--answers': answers.length === 0 ? '' : `repeat(${answers.length}, minmax(11rem, 2fr))` }}
      classes={classes}
      head={columns.map(({ name, label }) => (
        <th key={name} {...tableRoles.header} scope="col">
          <span dir="auto">{label}</span>
        </th>
      ))}
      rows={submissions}
      idOf={idOf}
      total={total}
      rowHeight={ROW_HEIGHT}
      onEndNear={onEndNear}
      onKeyDown={moveFocus}
    >
      {(submission, ariaRowIndex) => (
        <EditableRow
          submission={submission}
          edited={edits[submission.id]}
          asked={asked}
          columns={columns}
          ariaRowIndex={ariaRowIndex}
          dispatch={dispatch}
        />
      )}
    </VirtualTable>
  );
}
