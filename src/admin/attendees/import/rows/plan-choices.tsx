import { Checkbox, Group, Radio, Text } from '@mantine/core';
import { IconAlertTriangle } from '#admin/ui/layout/icons.tsx';
import { formatCount } from '#contract/texts/counts.ts';
import { ADDED_AS_CONFIRMED, leaveOutNotConfirmed, UPDATE_EXPLAINED } from '#contract/texts/import.ts';
import type { Column } from '../columns/guess-columns.ts';
import classes from './check-rows.module.css';
import type { ImportChoices, PlannedRow } from './import-plan.ts';
import type { ImportRow } from './import-rows.ts';

interface PlanChoicesProps {
  planned: readonly PlannedRow[];
  choices: ImportChoices;
  onChoices: (choices: ImportChoices) => void;
}

/** The gap below a question in pixels, smaller where the question about people already in the event is shown. */
const distanceBelow = (people: number): number => (people === 0 ? 20 : 12);

/** What is done with people who are in the event already, with those who are in the file twice, and with those who were not confirmed when it was exported. */
export function PeopleChoices({ planned, choices, onChoices }: PlanChoicesProps) {
  const people = new Set(planned.flatMap(({ row, isExisting }) => (isExisting ? row.email : []))).size;
  const repeats = planned.filter(({ repeatOf }) => repeatOf !== undefined).length;
  const notConfirmed = planned.filter(({ row }) => row.registration !== undefined).length;
  return (
    <>
      {notConfirmed === 0 ? null : (
        <Checkbox
          mt={20}
          label={leaveOutNotConfirmed(notConfirmed)}
          description={choices.skipsNotConfirmed ? undefined : ADDED_AS_CONFIRMED}
          checked={choices.skipsNotConfirmed}
          onChange={(event) => onChoices({ ...choices, skipsNotConfirmed: event.currentTarget.checked })}
        />
      )}
      {people === 0 ? null : (
        <Radio.Group
          mt={20}
          label={people === 1 ? '1 person is already in this event' : `${formatCount(people)} people are already in this event`}
          value={choices.existing}
          onChange={(existing) => onChoices({ ...choices, existing })}
        >
          <Group gap="8px 24px" align="stretch" mt={4}>
            <Radio value="leave_out" label={people === 1 ? 'Leave this person out' : 'Leave them out'} />
            <Radio value="update" label="Update the existing attendee" />
            <Radio value="add" label={people === 1 ? 'Add this person again' : 'Add them again'} />
          </Group>
          {choices.existing === 'update' ? (
            <Text mt={8} data-text="hint">
              {UPDATE_EXPLAINED}
            </Text>
          ) : null}
        </Radio.Group>
      )}
      {repeats === 0 ? null : (
        <Checkbox
          mt={distanceBelow(people)}
          label={`Leave out the ${repeats === 1 ? 'row that repeats' : `${formatCount(repeats)} rows that repeat`} an address further up in the file`}
          checked={choices.skipsRepeats}
          onChange={(event) => onChoices({ ...choices, skipsRepeats: event.currentTarget.checked })}
        />
      )}
    </>
  );
}

const LINES_NAMED_MAX = 3;

const and = new Intl.ListFormat('en-GB', { type: 'conjunction' });
const or = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** `Line 7 says ‘no’`, `Lines 12 and 40 say ‘nein’`, or the number of lines if there are many. */
function describeRows(rows: readonly ImportRow[]): string {
  const words = or.format([...new Set(rows.map(({ values }) => `‘${(values.marketing ?? '').toLowerCase()}’`))]);
  if (rows.length > LINES_NAMED_MAX) return `${formatCount(rows.length)} lines say ${words}`;
  const lines = and.format(rows.map(({ line }) => formatCount(line)));
  return rows.length === 1 ? `Line ${lines} says ${words}` : `Lines ${lines} say ${words}`;
}

/** Asks what a `no` under marketing means, because any other text there is consent (IMP-6). */
export function MarketingQuestion({ columns, planned, choices, onChoices }: PlanChoicesProps & { columns: readonly Column[] }) {
  const rows = planned.flatMap(({ row, action }) => (row.saysNo && ['add', 'update'].includes(action.kind) ? row : []));
  if (rows.length === 0) return null;
  const header = columns.find(({ target }) => target?.key === 'marketing')?.header ?? 'Marketing';
  return (
    <div className={classes.question} data-row="stretch" data-text="main">
      <IconAlertTriangle aria-hidden="true" />
      <Radio.Group
        label={
          <>
            <strong data-text="strong">
              {describeRows(rows)} under {header}.
            </strong>{' '}
            Any text there would count as consent.
          </>
        }
        styles={{ label: { fontWeight: 400 } }}
        value={choices.treatNoAs}
        onChange={(treatNoAs) => onChoices({ ...choices, treatNoAs })}
      >
        <Group gap="12px 24px" align="stretch" mt={4}>
          <Radio value="not_accepting" label="Import them as not accepting" />
          <Radio value="accepting" label="Import them as accepting" />
        </Group>
      </Radio.Group>
    </div>
  );
}
