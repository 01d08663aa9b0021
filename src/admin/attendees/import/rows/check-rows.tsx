import { Alert, Button, Checkbox, Radio } from '@mantine/core';
import { useMutation, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { messageOf } from '#admin/api/api-error.ts';
import { DialogFoot } from '#admin/ui/dialogs/dialog.tsx';
import { IconAlertCircle } from '#admin/ui/layout/icons.tsx';
import type { EventWithPlaces } from '#contract/registrations/places-held.ts';
import { counted, formatCount } from '#contract/texts/counts.ts';
import { EXISTING_UNREADABLE, IMPORT_NOT_STARTED, NOTHING_IS_SENT_TO_IMPORTED, UPDATE_EXPLAINED } from '#contract/texts/import.ts';
import { Figures } from '../figures.tsx';
import type { ImportDraft } from '../import-draft.ts';
import { existingAttendeesQuery } from '../import-queries.ts';
import { type StartedImport, startImport } from '../run/start-import.ts';
import { type StepFocus, StepPane } from '../step-pane.tsx';
import classes from './check-rows.module.css';
import { countActions, type ImportChoices, planImport, type PlannedRow } from './import-plan.ts';
import { createRowCheck, type ImportRow, type RowEdits } from './import-rows.ts';
import { MarketingQuestion } from './marketing-question.tsx';
import { MatchValues } from './match-values.tsx';
import { nextProblem } from './next-problem.ts';
import { NotConfirmed, OverMaximum } from './registration-notes.tsx';
import { type ChosenGroup, RowChips, type RowGroup, rowsOf } from './row-chips.tsx';
import { withCell, withLeftOut, withMatch } from './row-edits.ts';
import { type CellPlace, RowsTable } from './rows-table.tsx';
import { unmatchedValues } from './value-matches.ts';

interface CheckRowsProps {
  seriesId: string;
  eventId: string;
  places: EventWithPlaces;
  draft: ImportDraft;
  onEdits: (change: (edits: RowEdits) => RowEdits) => void;
  onChoices: (choices: ImportChoices) => void;
  onBack: () => void;
  onStarted: (started: StartedImport) => void;
}

const NOBODY = { attendees: new Map(), ids: new Set<string>() };

/** The third step: shows what the import would do, and lets staff correct it. */
export function CheckRows({ seriesId, eventId, places, draft, onEdits, onChoices, onBack, onStarted }: CheckRowsProps) {
  const { file, columns, edits, choices } = draft;
  const queryClient = useQueryClient();
  const existing = useQuery(existingAttendeesQuery(seriesId, eventId));
  const { attendees, ids } = existing.data ?? NOBODY;
  const check = useMemo(() => createRowCheck(file.records, columns), [file.records, columns]);
  const rows = useMemo(() => check(edits), [check, edits]);
  const planned = useMemo(
    () => planImport(rows, { columns, edits, existing: attendees, choices }),
    [rows, columns, edits, attendees, choices],
  );
  const view = useRowView(draft, planned);
  const counts = countActions(planned);
  const step = useRef<StepFocus>(null);
  const start = useMutation({
    mutationFn: async () => startImport({ queryClient, seriesId, eventId, draft, planned, idsBefore: ids }),
    onSuccess: onStarted,
  });
  return (
    <StepPane ref={step} label="Rows" onKeyDown={view.handleKey}>
      <PlanFigures counts={counts} isKnown={existing.isSuccess} />
      {existing.isSuccess ? <OverMaximum event={places} added={counts.add} /> : null}
      <NotConfirmed planned={planned} choices={choices} onChoices={onChoices} />
      <PeopleChoices planned={planned} choices={choices} onChoices={onChoices} />
      <RowEditor draft={draft} planned={planned} view={view} onEdits={onEdits} />
      <Marketing draft={draft} planned={planned} onChoices={onChoices} />
      {existing.isError ? <ExistingFailure existing={existing} onRetry={() => step.current?.focus()} /> : null}
      {start.isError ? (
        <Alert className={classes.failure} color="red" icon={<IconAlertCircle />} title={IMPORT_NOT_STARTED}>
          {messageOf(start.error)} Nothing was added.
        </Alert>
      ) : null}
      <DialogFoot note={noteOf(counts)}>
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        <Button
          loading={existing.isPending || start.isPending}
          disabled={counts.add + counts.update === 0 || existing.isError}
          onClick={() => start.mutate()}
        >
          {startLabel(counts)}
        </Button>
      </DialogFoot>
    </StepPane>
  );
}

function PlanFigures({ counts, isKnown }: { counts: ReturnType<typeof countActions>; isKnown: boolean }) {
  const figures = [
    { label: 'will be added', value: isKnown ? counts.add : undefined },
    { label: 'will be updated', value: isKnown ? counts.update : undefined },
    { label: 'still to correct', value: counts.problem, tone: 'bad' } as const,
    { label: 'left out', value: isKnown ? counts.skip : undefined },
  ];
  return <Figures label="What the import would do" figures={figures} />;
}

function noteOf({ problem }: { problem: number }): string {
  const leftOut = problem === 0 ? '' : `${counted(problem, 'row')} still to correct would be left out. `;
  return leftOut + NOTHING_IS_SENT_TO_IMPORTED;
}

/** `Add 41, update 4` */
function startLabel({ add, update }: { add: number; update: number }): string {
  if (update === 0) return `Add ${formatCount(add)}`;
  return add === 0 ? `Update ${formatCount(update)}` : `Add ${formatCount(add)}, update ${formatCount(update)}`;
}

type RowView = ReturnType<typeof useRowView>;

/** Which rows are shown, and how F8 goes from problem to problem. */
function useRowView({ columns }: ImportDraft, planned: readonly PlannedRow[]) {
  const [chosen, setChosen] = useState<ChosenGroup>();
  const [focus, setFocus] = useState<CellPlace>();
  const targets = useMemo(() => columns.flatMap(({ target }) => target ?? []), [columns]);
  const shown = rowsOf(planned, chosen);
  const choose = (group: RowGroup) => setChosen({ group, edited: new Set() });
  const keep = ({ line }: ImportRow) =>
    setChosen((old = { group: shown.group, edited: new Set() }) =>
      old.edited.has(line) ? old : { ...old, edited: new Set([...old.edited, line]) },
    );
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'F8') return;
    event.preventDefault();
    const { line, key } = event.target instanceof HTMLElement ? event.target.dataset : {};
    const place = nextProblem(planned, targets, { from: { line: Number(line), key: key ?? '' }, isBackwards: event.shiftKey });
    if (place === undefined) return;
    if (!shown.rows.some(({ row }) => row.line === place.line)) choose('toCorrect');
    setFocus(place);
  };
  return { shown, targets, focus, choose, keep, handleKey };
}

interface RowEditorProps extends Pick<CheckRowsProps, 'draft' | 'onEdits'> {
  planned: readonly PlannedRow[];
  view: RowView;
}

/** The chips, the table and what is corrected in both. */
function RowEditor({ draft, planned, view, onEdits }: RowEditorProps) {
  const { file, columns, edits } = draft;
  const { shown, targets, focus, choose, keep } = view;
  const unmatched = useMemo(() => unmatchedValues(file.records, columns), [file.records, columns]);
  const handleCorrect = (row: ImportRow, key: string, value: string) => {
    keep(row);
    onEdits((old) => withCell(old, row, key, value));
  };
  const handleLeaveOut = (row: PlannedRow, isLeftOut: boolean) => {
    keep(row.row);
    onEdits((old) => withLeftOut(old, row, isLeftOut));
  };
  return (
    <div>
      <MatchValues
        unmatched={unmatched}
        matches={edits.matches}
        onMatch={(key, value, option) => onEdits((old) => withMatch(old, key, value, option))}
      />
      <RowChips planned={planned} shown={shown.group} onChoose={choose} />
      <RowsTable
        key={shown.group}
        label={shown.label}
        rows={shown.rows}
        targets={targets}
        focus={focus}
        onCorrect={handleCorrect}
        onLeaveOut={handleLeaveOut}
      />
    </div>
  );
}

type PlanChoices = Pick<CheckRowsProps, 'onChoices'> & { planned: readonly PlannedRow[]; choices: ImportChoices };

/** What is done with people who are in the event already, and with those who are in the file twice. */
function PeopleChoices({ planned, choices, onChoices }: PlanChoices) {
  const people = new Set(planned.flatMap(({ row, isExisting }) => (isExisting ? row.email : []))).size;
  const repeats = planned.filter(({ repeatOf }) => repeatOf !== undefined).length;
  return (
    <>
      {people === 0 ? null : (
        <Radio.Group
          className={classes.existing}
          label={people === 1 ? '1 person is already in this event' : `${formatCount(people)} people are already in this event`}
          value={choices.existing}
          onChange={(existing) => onChoices({ ...choices, existing })}
        >
          <div className={classes.radios} data-row="stretch wrap">
            <Radio value="leave_out" label={people === 1 ? 'Leave this person out' : 'Leave them out'} />
            <Radio value="update" label="Update what is here" />
            <Radio value="add" label={people === 1 ? 'Add this person again' : 'Add them again'} />
          </div>
          {choices.existing === 'update' ? <p className={classes.hint}>{UPDATE_EXPLAINED}</p> : null}
        </Radio.Group>
      )}
      {repeats === 0 ? null : (
        <Checkbox
          className={classes.repeats}
          label={`Leave out the ${repeats === 1 ? 'row that repeats' : `${formatCount(repeats)} rows that repeat`} an address further up in the file`}
          checked={choices.skipsRepeats}
          onChange={(event) => onChoices({ ...choices, skipsRepeats: event.currentTarget.checked })}
        />
      )}
    </>
  );
}

function Marketing({ draft, planned, onChoices }: Pick<CheckRowsProps, 'draft' | 'onChoices'> & { planned: readonly PlannedRow[] }) {
  const { columns, choices } = draft;
  const rows = planned.flatMap(({ row, action }) => (row.saysNo && ['add', 'update'].includes(action.kind) ? row : []));
  if (rows.length === 0) return null;
  const header = columns.find(({ target }) => target?.key === 'marketing')?.header ?? 'Marketing';
  return (
    <MarketingQuestion
      rows={rows}
      header={header}
      treatNoAs={choices.treatNoAs}
      onChange={(treatNoAs) => onChoices({ ...choices, treatNoAs })}
    />
  );
}

function ExistingFailure({ existing, onRetry }: { existing: Pick<UseQueryResult, 'error' | 'refetch'>; onRetry: () => void }) {
  const handleRetry = () => {
    onRetry();
    void existing.refetch();
  };
  return (
    <Alert className={classes.failure} color="red" icon={<IconAlertCircle />} title={EXISTING_UNREADABLE}>
      {messageOf(existing.error)}{' '}
      <Button variant="default" size="xs" onClick={handleRetry}>
        Retry
      </Button>
    </Alert>
  );
}
