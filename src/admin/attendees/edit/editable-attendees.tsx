import { Box, Checkbox, Group } from '@mantine/core';
import { useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { type ClipboardEvent, type KeyboardEvent, memo, useMemo, useRef, useState } from 'react';
import { type AttendeeListParams, attendeePagesQuery, EVERY_ATTENDEE, nextPageLoader } from '#admin/reads/submission-queries.ts';
import { type BoundField, boundField } from '#admin/records/use-record.ts';
import { startOfToday } from '#admin/ui/format/dates.tsx';
import { fullName } from '#admin/ui/format/full-name.ts';
import { RemoteValue } from '#admin/ui/inputs/edit-fields.tsx';
import { IconUsers } from '#admin/ui/layout/tool-icons.tsx';
import { EmptyState, LoadFailure, LoadingNote, MoreByScrolling, readState } from '#admin/ui/states/page-state.tsx';
import { showFailure } from '#admin/ui/states/show-alert.tsx';
import { copiedCells, isTable } from '#admin/ui/table/copied-cells.ts';
import { DataGrid, GridCell, type GridColumn, GridRow } from '#admin/ui/table/data-grid.tsx';
import { GridInput } from '#admin/ui/table/grid-input.tsx';
import type { Submission, SubmissionPage } from '#contract/attendees/submission.ts';
import type { FormField } from '#contract/forms/form-field.ts';
import type { EventScope } from '#contract/forms/form-ref.ts';
import { hasOptions, isLong, isTick } from '#contract/rules/field-types.ts';
import type { Answer } from '#contract/rules/sign-up.ts';
import { counted, formatCount } from '#contract/texts/counts.ts';
import grid from '#admin/ui/table/data-grid.module.css';
import { useLiveList } from '../live/use-live-list.tsx';
import { AttendeeSearch } from '../table/attendee-toolbar.tsx';
import { ScreenOptions } from '../table/screen-options.tsx';
import { useChosenColumns } from '../table/use-chosen-columns.ts';
import {
  type AttendeeAction,
  type AttendeeEdits,
  attendeeState,
  type AttendeeState,
  type EditedAttendee,
  savedAttendee,
} from './attendee-edits.ts';
import classes from './editable-attendees.module.css';
import { choicesOf, PERSON_QUESTIONS, type Question } from './questions.ts';

interface EditableAttendeesProps {
  scope: EventScope;
  asked: readonly FormField[];
  /** Whether people may be in other lists of the event, such as the waiting list. */
  hasOtherLists: boolean;
  edits: AttendeeEdits;
  dispatch: (action: AttendeeAction) => void;
}

/** The attendees of an event in a table with editable cells; new sign-ups are shown on request, so that rows do not move while someone is editing. */
export function EditableAttendees({ scope, asked, hasOtherLists, edits, dispatch }: EditableAttendeesProps) {
  const [list, setList] = useState<AttendeeListParams>(EVERY_ATTENDEE);
  const [todayFrom] = useState(() => startOfToday(new Date()));
  const query = attendeePagesQuery(scope, list, todayFrom);
  const read = useInfiniteQuery(query);
  const heading = useRef<HTMLHeadingElement>(null);
  const { newsButton } = useLiveList({ scope, queryKey: query.queryKey, list, hasOtherLists, table: heading, onGone: () => undefined });
  const pages = read.data?.pages;
  const [chosen, choose] = useChosenColumns(scope.id);
  const answers = useMemo(() => asked.filter(({ name }) => chosen.includes(name)), [asked, chosen]);
  const total = pages?.[0]?.submissions_count ?? 0;
  return (
    <Box component="section" mt={32} aria-labelledby="attendees">
      <div className={classes.title} data-row="baseline wrap">
        <h2 id="attendees" ref={heading} data-text="title" tabIndex={-1}>
          Attendees
        </h2>
        {readState(read) === 'loading' ? <LoadingNote /> : null}
        {pages === undefined ? null : <span data-text="small-count">{formatCount(total)}</span>}
        {newsButton}
        <p data-text="small-count">Edit the cells directly; nothing changes until you save.</p>
        <div style={{ alignSelf: 'center' }} data-row="wrap">
          {total > 0 ? <AttendeeSearch list={list} setList={setList} /> : null}
          <ScreenOptions noun="series" groups={[{ title: 'Answers', columns: asked }]} chosen={chosen} onChange={choose} />
        </div>
      </div>
      {readState(read) === 'failed' ? <LoadFailure read={read} /> : null}
      {pages === undefined ? null : (
        <Rows pages={pages} search={list.search.trim()} edits={edits} asked={asked} answers={answers} dispatch={dispatch} read={read} />
      )}
    </Box>
  );
}

interface RowsProps extends Pick<EditableAttendeesProps, 'asked' | 'edits' | 'dispatch'> {
  answers: readonly FormField[];
  pages: readonly SubmissionPage[];
  search: string;
  read: UseInfiniteQueryResult;
}

const FOOT = { borderTop: 0, borderRadius: '0 0 var(--t-radius) var(--t-radius)' };

function Rows({ pages, search, read, ...table }: RowsProps) {
  const submissions = useMemo(() => pages.flatMap((page) => page.submissions), [pages]);
  const matches = pages[0]?.matches_count ?? 0;
  const nobody =
    search === ''
      ? { icon: IconUsers, title: 'No sign-ups yet', text: 'People who sign up for this event can be edited here.' }
      : { title: 'No attendees match', text: `Nobody has ‘${search}’ in their name, organisation or email.` };
  if (submissions.length === 0) return <EmptyState size="small" {...nobody} />;
  return (
    <>
      <EditableTable submissions={submissions} total={matches} onEndNear={nextPageLoader(read)} {...table} />
      <Group justify="space-between" px={16} py={9} fz="xs" lh="1rem" bg="var(--t-surface)" style={FOOT} data-box data-text="count">
        <span role="status">{`${formatCount(submissions.length)} of ${formatCount(matches)} shown`}</span>
        {submissions.length < matches ? <MoreByScrolling read={read} /> : null}
      </Group>
    </>
  );
}

const ROW_HEIGHT = 41;

interface EditableTableProps extends Pick<EditableAttendeesProps, 'asked' | 'edits' | 'dispatch'> {
  submissions: readonly Submission[];
  total: number;
  answers: readonly Question[];
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

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  // Enter also presses the buttons next to an input.
  if (!(event.target instanceof HTMLInputElement)) return;
  const step = event.key === 'Enter' && event.shiftKey ? -1 : STEPS[event.key];
  if (step === undefined) return;
  const input = inputBelow(event.currentTarget, event.target, step);
  if (input === null) return;
  event.preventDefault();
  input.focus();
  if (input.type !== 'checkbox') input.select();
}

type EditedColumn = GridColumn & { readonly question: Question };

type PasteTarget = Pick<EditableTableProps, 'submissions' | 'total' | 'asked' | 'dispatch'> & { columns: EditedColumn[] };

/** Fills the cells from the one where cells copied in a spreadsheet are pasted; ticks stay. A single one goes to the caret, unless it is in quotation marks for its line breaks. */
function pasteCells(event: ClipboardEvent<HTMLElement>, { submissions, total, columns, asked, dispatch }: PasteTarget): void {
  const cell = event.target instanceof Element ? event.target.closest('td') : null;
  const copied = event.clipboardData.getData('text/plain');
  const texts = copiedCells(copied);
  if (cell === null || !isTable(event.clipboardData) || texts[0]?.text === copied.replace(/\r?\n$/, '')) return;
  event.preventDefault();
  const row = Number(cell.closest<HTMLElement>('[data-index]')?.dataset.index);
  const column = columns.findIndex(({ id }) => id === cell.dataset.column);
  const left = texts.filter(({ text, down, right }) => {
    const submission = submissions[row + down];
    const question = columns[column + right]?.question;
    if (submission === undefined || question === undefined || isTick(question)) return text !== '';
    const value = isLong(question) ? text : text.replaceAll('\n', ' ');
    dispatch({ type: 'edited', row: savedAttendee(submission, asked), values: { [question.name]: value } });
    return false;
  });
  const isOfLaterPage = submissions.length < total && left.some(({ down }) => row + down >= submissions.length);
  const advice = isOfLaterPage && { text: 'Scroll to the end of the table before you paste, so that all rows are loaded.' };
  if (left.length > 0) showFailure({ title: `${counted(left.length, 'pasted cell')} did not fit in the table.`, ...advice });
}

const NAME_TRACK = 'minmax(9.5rem, 2fr)';

const TRACKS: Readonly<Record<string, string>> = {
  // It stays in view on a phone.
  first_name: 'minmax(min(9.5rem, 33vw), 2fr)',
  last_name: NAME_TRACK,
  organisation: NAME_TRACK,
  job_title: NAME_TRACK,
  email: 'minmax(15rem, 3fr)',
  accepts_marketing: '6rem',
};

const columnOf = (question: Question): EditedColumn => ({
  id: question.name,
  label: question.label,
  track: TRACKS[question.name] ?? 'minmax(11rem, 2fr)',
  question,
});

function EditableTable({ submissions, total, edits, asked, answers, dispatch, onEndNear }: EditableTableProps) {
  const columns = useMemo(() => [...PERSON_QUESTIONS, ...answers].map(columnOf), [answers]);
  return (
    <DataGrid
      label="Attendees to edit"
      className={classes.table ?? ''}
      columns={columns}
      rows={submissions}
      idOf={({ id }) => id}
      total={total}
      rowHeight={ROW_HEIGHT}
      onEndNear={onEndNear}
      onKeyDown={moveFocus}
      onPaste={(event) => pasteCells(event, { submissions, total, columns, asked, dispatch })}
    >
      {(submission) => (
        <EditableRow submission={submission} edited={edits[submission.id]} asked={asked} columns={columns} dispatch={dispatch} />
      )}
    </DataGrid>
  );
}

interface EditableRowProps extends Pick<EditableTableProps, 'asked' | 'dispatch'> {
  submission: Submission;
  edited: EditedAttendee | undefined;
  columns: readonly EditedColumn[];
}

function markOf({ changed, problems, remote }: AttendeeState, column: string): 'wrong' | 'changed' | undefined {
  if (problems[column] !== undefined) return 'wrong';
  return Object.hasOwn(changed, column) || Object.hasOwn(remote, column) ? 'changed' : undefined;
}

const EditableRow = memo(function EditableRow({ submission, edited, asked, columns, dispatch }: EditableRowProps) {
  const row = attendeeState(savedAttendee(submission, asked), edited, asked);
  const name = fullName(row.saved.values);
  return (
    <GridRow>
      {columns.map((column) => (
        <GridCell key={column.id} column={column} mark={markOf(row, column.id)}>
          <EditableCell
            question={column.question}
            label={`${column.label} of ${name}`}
            field={boundField(row, row.problems, dispatch, column.id)}
          />
        </GridCell>
      ))}
    </GridRow>
  );
});

interface EditableCellProps {
  question: Question;
  label: string;
  field: BoundField<Answer>;
}

function EditableCell(props: EditableCellProps) {
  const { question, label, field } = props;
  return (
    <>
      {isTick(question) ? (
        <Checkbox
          className={grid.tick}
          aria-label={label}
          checked={field.value === true}
          onChange={(event) => field.onChange(event.currentTarget.checked)}
        />
      ) : (
        <TextCell {...props} />
      )}
      <RemoteValue label={label} field={field} />
    </>
  );
}

/** A new error is shown when the cell loses the focus, not while typing. Escape restores the saved value. */
function TextCell({ question, label, field }: EditableCellProps) {
  const [isTyping, setTyping] = useState(false);
  const text = typeof field.value === 'string' ? field.value : '';
  return (
    <GridInput
      label={label}
      choices={hasOptions(question) ? choicesOf(question, text) : undefined}
      isLong={isLong(question)}
      value={text}
      reason={isTyping ? undefined : field.error}
      onChange={(value) => {
        // A visible error disappears as soon as it is corrected.
        if (field.error === undefined) setTyping(true);
        field.onChange(value);
      }}
      onRestore={() => {
        setTyping(false);
        field.onTakeRemote();
      }}
      onBlur={() => setTyping(false)}
    />
  );
}
