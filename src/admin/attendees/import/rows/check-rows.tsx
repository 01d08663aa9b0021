import { Box, Button, Group, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { messageOf } from '#admin/api/api-error.ts';
import { readAll } from '#admin/reads/submission-queries.ts';
import { Failure, StepFoot } from '#admin/ui/dialogs/dialog.tsx';
import { focusInPlace } from '#admin/ui/focus.ts';
import { fullName } from '#admin/ui/format/full-name.ts';
import { Chip } from '#admin/ui/inputs/chip.tsx';
import { IconAlertTriangle } from '#admin/ui/layout/icons.tsx';
import type { EventScope } from '#contract/forms/form-ref.ts';
import { countOverMaximum, type EventWithPlaces } from '#contract/registrations/places-held.ts';
import { emailKey } from '#contract/rules/email.ts';
import { counted, formatCount } from '#contract/texts/counts.ts';
import { notComing, rowsOverMaximum } from '#contract/texts/import.ts';
import { sentTargets } from '../columns/column-targets.ts';
import { originOf } from '../columns/known-tools.ts';
import { type StartedImport, startImport } from '../run/start-import.ts';
import { Figures, StepPane } from '../step-pane.tsx';
import {
  type CellPlace,
  countActions,
  countStates,
  type ExistingAttendees,
  hasLostCharacters,
  type ImportChoices,
  type ImportDraft,
  nextProblem,
  planImport,
  type PlannedRow,
  withCell,
  withSkipped,
  withMatch,
} from './import-plan.ts';
import { createRowCheck, type ImportEdits, type ImportRow } from './import-rows.ts';
import { ConsentQuestions, MarketingQuestion, MatchValues, PeopleChoices, StateChoices } from './plan-questions.tsx';
import { RowsTable } from './rows-table.tsx';

/** The attendees of an event before an import, and who waits or has cancelled, by their addresses as `emailKey` gives them, and the ids of their submissions. */
const existingAttendeesQuery = (scope: EventScope) =>
  queryOptions({
    // Not below the event's key, or the end of an import would read them again.
    queryKey: ['existing-before-import', scope.id, scope.eventId],
    queryFn: async ({ signal }) => {
      const people = await readAll(
        scope,
        { signal, registration: 'all' },
        ({ id, email, _version: version, _registration: place, ...names }) => ({
          id,
          version,
          email: emailKey(email),
          name: fullName(names),
          hasCancelled: place?.status === 'cancelled',
        }),
      );
      return { attendees: Map.groupBy(people, ({ email }) => email), ids: new Set(people.map(({ id }) => id)) };
    },
    // Refetched whenever rows are checked.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    // Structural sharing cannot compare maps and sets.
    structuralSharing: false,
  });

interface CheckRowsProps {
  scope: EventScope;
  places: EventWithPlaces;
  draft: ImportDraft;
  onDraft: (change: (draft: ImportDraft) => Partial<ImportDraft>) => void;
  onBack: () => void;
  onStarted: (started: StartedImport) => void;
}

const NOBODY = { attendees: new Map(), ids: new Set<string>() };

/** What would happen to the rows, and what is known about the tool that wrote them. */
function usePlan({ file, columns, edits, choices }: ImportDraft, places: EventWithPlaces, existing: ExistingAttendees) {
  const { tool, lastCounts, isOfSubscribers, allAre } = originOf(file);
  const check = useMemo(() => createRowCheck(file.records, columns, allAre), [file.records, columns, allAre]);
  const rows = useMemo(() => check(edits), [check, edits]);
  const canWait = places.close_when_full && places.waiting_list !== 'off';
  const plan = useMemo(() => {
    const given = { columns, edits, existing, choices, canWait, lastCounts };
    return { planned: planImport(rows, given), states: countStates(rows, given) };
  }, [rows, columns, edits, existing, choices, canWait, lastCounts]);
  return { ...plan, tool, isOfSubscribers };
}

export function CheckRows({ scope, places, draft, onDraft, onBack, onStarted }: CheckRowsProps) {
  const { columns, choices } = draft;
  const existing = useQuery(existingAttendeesQuery(scope));
  const { attendees, ids } = existing.data ?? NOBODY;
  const { planned, states, tool, isOfSubscribers } = usePlan(draft, places, attendees);
  const view = useRowView(draft, planned);
  const counts = countActions(planned);
  const plan = { planned, choices, onChoices: (chosen: ImportChoices) => onDraft(() => ({ choices: chosen })) };
  const handleEdits = (change: (edits: ImportEdits) => ImportEdits) => onDraft((old) => ({ edits: change(old.edits) }));
  const step = useRef<HTMLDivElement>(null);
  const start = useMutation({
    mutationFn: async () => startImport({ scope, draft, planned, idsBefore: ids }),
    onSuccess: onStarted,
  });
  // The button disappears, so the focus goes to the step.
  const handleRetry = () => {
    focusInPlace(step.current);
    void existing.refetch();
  };
  return (
    <StepPane ref={step} label="Rows">
      <Figures label="What the import would do" figures={figuresOf(counts, existing.isSuccess)} />
      {existing.isSuccess ? <OverMaximum event={places} added={planned.filter(takesPlace).length} /> : null}
      {tool === undefined ? null : <Recognised tool={tool} planned={planned} />}
      <StateChoices {...plan} states={states} />
      <PeopleChoices {...plan} />
      <RowEditor draft={draft} planned={planned} view={view} onEdits={handleEdits} />
      <MarketingQuestion {...plan} columns={columns} />
      <ConsentQuestions draft={draft} isOfSubscribers={isOfSubscribers} onEdits={handleEdits} />
      {existing.isError ? (
        <Failure mt={20} title="The existing attendees could not be loaded.">
          {messageOf(existing.error)}{' '}
          <Button variant="default" size="xs" onClick={handleRetry}>
            Retry
          </Button>
        </Failure>
      ) : null}
      <Failure mt={20} title="The import could not be started.">
        {start.isError ? `${messageOf(start.error)} Nothing was added.` : undefined}
      </Failure>
      <StepFoot note={noteOf(counts)}>
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
      </StepFoot>
    </StepPane>
  );
}

function OverMaximum({ event, added }: { event: EventWithPlaces; added: number }) {
  const over = countOverMaximum(event, added);
  if (over === 0) return null;
  return (
    <Group component="p" wrap="nowrap" mt={12} fz="sm" lh="sm" data-text="warn" role="status">
      <IconAlertTriangle aria-hidden="true" />
      {rowsOverMaximum(over, event.maximum_participants ?? 0)}
    </Group>
  );
}

const takesPlace = ({ action }: PlannedRow): boolean => action.kind === 'add' && action.as === undefined;

/** `Luma guest list: 4 people aren't coming and are skipped.` */
function Recognised({ tool, planned }: { tool: string; planned: readonly PlannedRow[] }) {
  const away = planned.filter(({ row, action }) => row.registration !== undefined && action.kind === 'skip').length;
  return (
    <Text mt={20} data-text="small">
      <strong data-text="strong">{tool}</strong>
      <span>{away === 0 ? '.' : `: ${notComing(away)}`}</span>
    </Text>
  );
}

const figuresOf = (counts: ReturnType<typeof countActions>, isKnown: boolean) => [
  { label: 'will be added', value: isKnown ? counts.add : undefined },
  { label: 'will be updated', value: isKnown ? counts.update : undefined },
  { label: 'still to correct', value: counts.problem, tone: 'bad' } as const,
  { label: 'skipped', value: isKnown ? counts.skip : undefined },
];

function noteOf({ problem }: { problem: number }): string {
  const skipped = problem === 0 ? '' : `${counted(problem, 'row')} still to correct will be skipped. `;
  return `${skipped}Nothing is sent to the people you import.`;
}

function startLabel({ add, update }: { add: number; update: number }): string {
  if (update === 0) return `Add ${formatCount(add)}`;
  return add === 0 ? `Update ${formatCount(update)}` : `Add ${formatCount(add)}, update ${formatCount(update)}`;
}

const ALL = { group: 'all', label: 'All rows', has: () => true } as const;
const GROUPS = [
  { group: 'toCorrect', label: 'To correct', has: ({ isToCorrect }: PlannedRow) => isToCorrect },
  { group: 'mistyped', label: 'Mistyped?', has: ({ row }: PlannedRow) => row.meant !== undefined },
  { group: 'lostCharacters', label: 'Characters missing?', has: ({ row }: PlannedRow) => hasLostCharacters(row) },
  { group: 'notConfirmed', label: 'Not confirmed', has: ({ row }: PlannedRow) => row.registration !== undefined },
  { group: 'unsubscribed', label: 'Unsubscribed', has: ({ row }: PlannedRow) => row.hasUnsubscribed },
  { group: 'existing', label: 'Already here', has: ({ isExisting }: PlannedRow) => isExisting },
  { group: 'repeat', label: 'Repeated', has: ({ repeatOf }: PlannedRow) => repeatOf !== undefined },
  ALL,
] as const;

type RowGroup = (typeof GROUPS)[number]['group'];

/** A group with the lines that were edited in it: these rows stay there while edited, even if they no longer belong to it. */
interface ChosenGroup {
  readonly group: RowGroup;
  readonly edited: ReadonlySet<number>;
}

/** The rows of the chosen group or, if none is chosen, of the first that has any. */
function rowsOf(planned: readonly PlannedRow[], chosen: ChosenGroup | undefined) {
  const shown = GROUPS.find(({ group, has }) => (chosen === undefined ? planned.some(has) : group === chosen.group)) ?? ALL;
  return { ...shown, rows: planned.filter((row) => shown.has(row) || chosen?.edited.has(row.row.line) === true) };
}

function RowChips({ planned, shown, onChoose }: { planned: readonly PlannedRow[]; shown: RowGroup; onChoose: (group: RowGroup) => void }) {
  const { problem } = countActions(planned);
  const chips = GROUPS.map(({ group, label, has }) => ({ group, label, rows: planned.filter(has).length }));
  return (
    <Group justify="space-between" gap="8px 16px" mt={20} mb={8}>
      <fieldset data-row="stretch wrap" aria-label="Rows to show">
        {chips
          .filter(({ group, rows }) => rows > 0 || group === shown)
          .map(({ group, label, rows }) => (
            <Chip key={group} aria-pressed={group === shown} count={group === 'toCorrect' ? problem : rows} onClick={() => onChoose(group)}>
              {label}
            </Chip>
          ))}
      </fieldset>
      <Box component="span" fz="sm" data-text="quiet" data-phone="hidden">
        <kbd>F8</kbd> next problem
      </Box>
    </Group>
  );
}

/** Which rows are shown, and how F8 goes from problem to problem. */
function useRowView({ columns }: ImportDraft, planned: readonly PlannedRow[]) {
  const [chosen, setChosen] = useState<ChosenGroup>();
  const [focus, setFocus] = useState<CellPlace>();
  const targets = useMemo(() => sentTargets(columns), [columns]);
  const shown = rowsOf(planned, chosen);
  const choose = (group: RowGroup) => setChosen({ group, edited: new Set() });
  const keep = ({ line }: ImportRow) =>
    setChosen((old = { group: shown.group, edited: new Set() }) =>
      old.edited.has(line) ? old : { ...old, edited: new Set([...old.edited, line]) },
    );
  // Wherever the focus is: a click beside the rows takes it out of the step.
  useWindowEvent('keydown', (event) => {
    if (event.key !== 'F8') return;
    event.preventDefault();
    const { line, key } = event.target instanceof HTMLElement ? event.target.dataset : {};
    const place = nextProblem(planned, targets, { from: { line: Number(line), key: key ?? '' }, isBackwards: event.shiftKey });
    if (place === undefined) return;
    if (!shown.rows.some(({ row }) => row.line === place.line)) choose('toCorrect');
    setFocus(place);
  });
  return { shown, targets, focus, choose, keep };
}

interface RowEditorProps {
  draft: ImportDraft;
  planned: readonly PlannedRow[];
  view: ReturnType<typeof useRowView>;
  onEdits: (change: (edits: ImportEdits) => ImportEdits) => void;
}

function RowEditor({ draft, planned, view, onEdits }: RowEditorProps) {
  const { unmatched, edits } = draft;
  const { shown, targets, focus, choose, keep } = view;
  const handleCorrect = (row: ImportRow, key: string, value: string) => {
    keep(row);
    onEdits((old) => withCell(old, row, key, value));
  };
  const handleSkip = (row: PlannedRow, isSkipped: boolean) => {
    keep(row.row);
    onEdits((old) => withSkipped(old, row, isSkipped));
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
        onSkip={handleSkip}
      />
    </div>
  );
}
