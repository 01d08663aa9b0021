import { Radio } from '@mantine/core';
import { IconAlertTriangle } from '#admin/ui/layout/icons.tsx';
import { formatCount } from '#contract/texts/counts.ts';
import type { ImportRow, TreatNoAs } from './import-rows.ts';
import classes from './marketing-question.module.css';

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

const isTreatNoAs = (value: string): value is TreatNoAs => value === 'accepting' || value === 'not_accepting';

interface MarketingQuestionProps {
  rows: readonly ImportRow[];
  /** As the column is called in the file. */
  header: string;
  treatNoAs: TreatNoAs;
  onChange: (treatNoAs: TreatNoAs) => void;
}

/** Asks what a `no` under marketing means, because any other text there is consent (IMP-6). */
export function MarketingQuestion({ rows, header, treatNoAs, onChange }: MarketingQuestionProps) {
  return (
    <div className={classes.note} data-row="stretch" data-variant="main">
      <IconAlertTriangle aria-hidden="true" />
      <Radio.Group
        label={
          <>
            <strong data-variant="strong">
              {describeRows(rows)} under {header}.
            </strong>{' '}
            Any text there would count as consent.
          </>
        }
        styles={{ label: { fontWeight: 400 } }}
        value={treatNoAs}
        onChange={(value) => (isTreatNoAs(value) ? onChange(value) : undefined)}
      >
        <div className={classes.answers} data-row="stretch wrap">
          <Radio value="not_accepting" label="Import them as not accepting" />
          <Radio value="accepting" label="Import them as accepting" />
        </div>
      </Radio.Group>
    </div>
  );
}
