import { Checkbox, Group, NativeSelect, Radio } from '@mantine/core';
import { useMemo } from 'react';
import { IconAlertTriangle } from '#admin/ui/layout/icons.tsx';
import { counted, formatCount } from '#contract/texts/counts.ts';
import { ALL_ARE_SUBSCRIBED, manyConsentValues } from '#contract/texts/import.ts';
import type { Column } from '../columns/guess-columns.ts';
import type { ImportDraft } from '../import-draft.ts';
import classes from './check-rows.module.css';
import { withMatch } from './import-plan.ts';
import type { ImportEdits, ImportRow } from './import-rows.ts';
import type { PlanChoicesProps } from './plan-choices.tsx';
import { unclearConsent } from './value-matches.ts';

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

/** Asks whether a `no` under marketing means no (IMP-10). */
export function MarketingQuestion({ columns, planned, choices, onChoices }: PlanChoicesProps & { columns: readonly Column[] }) {
  const rows = planned.flatMap(({ row, action }) => (row.saysNo && ['add', 'update'].includes(action.kind) ? row : []));
  if (rows.length === 0) return null;
  const header = columns.find(({ target }) => target?.key === 'marketing')?.header ?? 'Marketing';
  return (
    <div className={classes.question} data-row="stretch" data-text="main">
      <IconAlertTriangle aria-hidden="true" />
      <Radio.Group
        label={<strong data-text="strong">{`${describeRows(rows)} under ${header}.`}</strong>}
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

/** More different values are no answers to one question. */
const ASKED_MAX = 10;

interface ConsentQuestionsProps {
  draft: ImportDraft;
  isOfSubscribers: boolean;
  onEdits: (change: (edits: ImportEdits) => ImportEdits) => void;
}

/** Asks what values mean that say neither yes nor no; nothing is consent because it is not empty. */
export function ConsentQuestions({ draft: { file, columns, edits }, isOfSubscribers, onEdits }: ConsentQuestionsProps) {
  const values = useMemo(() => unclearConsent(file.records, columns), [file.records, columns]);
  if (isOfSubscribers && !columns.some(({ target }) => target?.key === 'marketing')) {
    return (
      <Checkbox
        mt={20}
        label={ALL_ARE_SUBSCRIBED}
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
    <div className={classes.question} data-row="stretch" data-text="main">
      <IconAlertTriangle aria-hidden="true" />
      {values.length > ASKED_MAX ? (
        <p>{manyConsentValues(values.length)}</p>
      ) : (
        <Group gap="12px 24px" align="stretch">
          {values.map(({ value, rows }) => (
            <NativeSelect
              key={value}
              label={`What does ‘${value}’ mean?`}
              description={counted(rows, 'row')}
              data={[
                { value: 'no', label: 'No consent' },
                { value: 'yes', label: 'Consent' },
              ]}
              value={edits.matches.marketing?.[value] ?? 'no'}
              onChange={(event) => {
                const means = event.currentTarget.value === 'yes' ? 'yes' : undefined;
                onEdits((old) => withMatch(old, 'marketing', value, means));
              }}
            />
          ))}
        </Group>
      )}
    </div>
  );
}
