import { Alert, Checkbox, Group, NativeSelect, Radio, Text } from '@mantine/core';
import { useMemo } from 'react';
import { optionsOf } from '#admin/ui/inputs/choice.tsx';
import { IconAlertTriangle } from '#admin/ui/layout/icons.tsx';
import { IconArrowRight } from '#admin/ui/layout/tool-icons.tsx';
import { counted, formatCount } from '#contract/texts/counts.ts';
import { carryOver } from '#contract/texts/import.ts';
import { inOneLine } from '#contract/texts/words/form.ts';
import type { Column } from '../columns/guess-columns.ts';
import { type countStates, type ImportChoices, type ImportDraft, type PlannedRow, withMatch } from './import-plan.ts';
import type { ImportEdits, ImportRow } from './import-rows.ts';
import classes from './plan-questions.module.css';
import { unclearConsent, type UnmatchedValues } from './value-matches.ts';

interface PlanChoicesProps {
  planned: readonly PlannedRow[];
  choices: ImportChoices;
  onChoices: (choices: ImportChoices) => void;
}

/** What to do with people whose sign-up was not certain in the tool that wrote the file. */
export function StateChoices({
  choices,
  onChoices,
  states,
}: Omit<PlanChoicesProps, 'planned'> & { states: ReturnType<typeof countStates> }) {
  const { waiting, cancelled, notConfirmed } = states;
  return (
    <>
      {waiting + cancelled === 0 ? null : (
        <Checkbox
          mt={20}
          label={carryOver(waiting, cancelled)}
          description={waiting === 0 ? undefined : 'People on the waiting list get any free places.'}
          checked={choices.carriesOver}
          onChange={(event) => onChoices({ ...choices, carriesOver: event.currentTarget.checked })}
        />
      )}
      {notConfirmed === 0 ? null : (
        <Checkbox
          mt={20}
          label={`Skip ${counted(notConfirmed, 'row that was', 'rows that were')} not confirmed`}
          description={choices.skipsNotConfirmed ? undefined : 'They are added as confirmed attendees.'}
          checked={choices.skipsNotConfirmed}
          onChange={(event) => onChoices({ ...choices, skipsNotConfirmed: event.currentTarget.checked })}
        />
      )}
    </>
  );
}

/** What to do with people who are already in the event, and with those who are in the file twice. */
export function PeopleChoices({ planned, choices, onChoices }: PlanChoicesProps) {
  const people = new Set(planned.flatMap(({ row, isExisting }) => (isExisting ? row.email : []))).size;
  const repeats = planned.filter(({ repeatOf }) => repeatOf !== undefined).length;
  return (
    <>
      {people === 0 ? null : (
        <Radio.Group
          mt={20}
          label={counted(people, 'person is already in this event', 'people are already in this event')}
          value={choices.existing}
          onChange={(existing) => onChoices({ ...choices, existing })}
        >
          <Group gap="8px 24px" align="stretch" mt={4}>
            <Radio value="skip" label={people === 1 ? 'Skip this person' : 'Skip them'} />
            <Radio value="update" label="Update the existing attendee" />
            <Radio value="add" label={people === 1 ? 'Add this person again' : 'Add them again'} />
          </Group>
          {choices.existing === 'update' ? (
            <Text mt={8} data-text="hint">
              Details and answers in the file replace theirs; empty cells change nothing.
            </Text>
          ) : null}
        </Radio.Group>
      )}
      {repeats === 0 ? null : (
        <Checkbox
          mt={people === 0 ? 20 : 12}
          label={`Skip the ${repeats === 1 ? 'row that repeats' : `${formatCount(repeats)} rows that repeat`} a person in the file`}
          checked={choices.skipsRepeats}
          onChange={(event) => onChoices({ ...choices, skipsRepeats: event.currentTarget.checked })}
        />
      )}
    </>
  );
}

const LINES_NAMED_MAX = 3;
const or = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** `Line 7 says ‘no’`, `Lines 12 and 40 say ‘nein’`, or the number of lines if there are many. */
function describeRows(rows: readonly ImportRow[]): string {
  const words = or.format([...new Set(rows.map(({ values }) => `‘${(values.marketing ?? '').toLowerCase()}’`))]);
  if (rows.length > LINES_NAMED_MAX) return `${formatCount(rows.length)} lines say ${words}`;
  const lines = inOneLine(rows.map(({ line }) => formatCount(line)));
  return rows.length === 1 ? `Line ${lines} says ${words}` : `Lines ${lines} say ${words}`;
}

/** `under ‘Newsletter’`, where the file says who accepts marketing. */
function underOf(columns: readonly Column[]): string {
  const headers = columns.flatMap(({ target, header }) => (target?.key === 'marketing' ? `‘${header}’` : []));
  return `under ${headers.length === 0 ? '‘Marketing’' : or.format(headers)}`;
}

/** Asks whether a `no` under marketing means no (IMP-10). */
export function MarketingQuestion({ columns, planned, choices, onChoices }: PlanChoicesProps & { columns: readonly Column[] }) {
  const rows = planned.flatMap(({ row, action }) => (row.saysNo && ['add', 'update'].includes(action.kind) ? row : []));
  if (rows.length === 0) return null;
  return (
    <Alert mt={20} role="note" color="orange" icon={<IconAlertTriangle />}>
      <Radio.Group
        label={<strong data-text="strong">{`${describeRows(rows)} ${underOf(columns)}.`}</strong>}
        styles={{ label: { fontWeight: 400 } }}
        value={choices.treatNoAs}
        onChange={(treatNoAs) => onChoices({ ...choices, treatNoAs })}
      >
        <Group gap="12px 24px" align="stretch" mt={4}>
          <Radio value="not_accepting" label="Import them without consent" />
          <Radio value="accepting" label="Import them with consent" />
        </Group>
      </Radio.Group>
    </Alert>
  );
}

/** If there are more different values than this, they are not answers to one question. */
const ASKED_MAX = 10;

interface ConsentQuestionsProps {
  draft: ImportDraft;
  isOfSubscribers: boolean;
  onEdits: (change: (edits: ImportEdits) => ImportEdits) => void;
}

/** Asks about values that are neither yes nor no; a value is not consent just because it is not empty. */
export function ConsentQuestions({ draft: { file, columns, edits }, isOfSubscribers, onEdits }: ConsentQuestionsProps) {
  const values = useMemo(() => unclearConsent(file.records, columns), [file.records, columns]);
  if (isOfSubscribers && !columns.some(({ target }) => target?.key === 'marketing')) {
    return (
      <Checkbox
        mt={20}
        label="Everyone in this file is subscribed: import them with consent"
        checked={edits.allAccept === true}
        onChange={(event) => {
          const allAccept = event.currentTarget.checked;
          onEdits((old) => ({ ...old, allAccept }));
        }}
      />
    );
  }
  if (values.length === 0) return null;
  return (
    <Alert mt={20} role="note" color="orange" icon={<IconAlertTriangle />}>
      {values.length > ASKED_MAX ? (
        <p>{`This column has ${formatCount(values.length)} different values. Only rows that clearly say yes are imported with consent.`}</p>
      ) : (
        <Group gap="12px 24px" align="stretch">
          {values.map(({ value, rows }) => (
            <NativeSelect
              key={value}
              label={`What does ‘${value}’ mean?`}
              description={`${counted(rows, 'row')} ${underOf(columns)}`}
              data={optionsOf({ no: 'No consent', yes: 'Consent' })}
              value={edits.matches.marketing?.[value] ?? 'no'}
              onChange={(event) => {
                const means = event.currentTarget.value === 'yes' ? 'yes' : undefined;
                onEdits((old) => withMatch(old, 'marketing', value, means));
              }}
            />
          ))}
        </Group>
      )}
    </Alert>
  );
}

/** A column with more different values probably holds the answers to another question. */
const MATCHED_MAX = 12;
const LEAVE_EMPTY = 'empty';
const NOT_CHOSEN = '';

interface MatchValuesProps {
  unmatched: readonly UnmatchedValues[];
  matches: ImportEdits['matches'];
  onMatch: (key: string, value: string, option: string | undefined) => void;
}

/** The select's value; prefixed, since an option may have any text. */
function choiceOf(match: string | undefined): string {
  if (match === undefined) return NOT_CHOSEN;
  return match === '' ? LEAVE_EMPTY : `=${match}`;
}

/** The values that are not options of their question, each with a choice for all of its rows. */
export const MatchValues = ({ unmatched, matches, onMatch }: MatchValuesProps) =>
  unmatched.map(({ key, label, options, values }) => (
    <section key={key} aria-label={`Values of ${label}`}>
      <Text component="h3" mt={20} mb={8} data-text="label" dir="auto">
        {`‘${label}’: ${counted(values.length, "value isn't an option", "values aren't options")} of this question`}
      </Text>
      <Group component="ul" gap="8px 24px" align="stretch" fz="sm" className={classes.matches}>
        {values.slice(0, MATCHED_MAX).map(({ value, rows }) => (
          <li key={value}>
            <span data-breaks data-text="second">
              <strong data-text="main" dir="auto">
                {value}
              </strong>{' '}
              {counted(rows, 'row')}
            </span>
            <IconArrowRight size={14} aria-hidden="true" />
            <NativeSelect
              size="xs"
              aria-label={`${label}: ${value} is`}
              data={[
                { value: NOT_CHOSEN, label: 'Choose…' },
                ...options.map((option) => ({ value: choiceOf(option), label: option })),
                { value: LEAVE_EMPTY, label: 'Leave empty' },
              ]}
              value={choiceOf(matches[key]?.[value])}
              onChange={(event) => {
                const chosen = event.currentTarget.value;
                if (chosen === NOT_CHOSEN) onMatch(key, value, undefined);
                else onMatch(key, value, chosen === LEAVE_EMPTY ? '' : chosen.slice(1));
              }}
            />
          </li>
        ))}
      </Group>
      {values.length > MATCHED_MAX ? (
        <Text mt={8} data-text="hint">
          {`${formatCount(values.length - MATCHED_MAX)} more can be corrected below. Perhaps this column belongs to another question: go back to Columns.`}
        </Text>
      ) : null}
    </section>
  ));
