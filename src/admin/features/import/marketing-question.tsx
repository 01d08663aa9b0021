import { Radio } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { formatCount } from '#admin/ui/counts.ts';
import type { ImportRow, NoMeans } from './import-rows.ts';
import classes from './marketing-question.module.css';

const LINES_NAMED_MAX = 5;

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** `Lines 12 and 40 say`, `Line 7 says`, or how many when naming each would not be read. */
function whoSaysNo(rows: readonly ImportRow[]): string {
  if (rows.length > LINES_NAMED_MAX) return `${formatCount(rows.length)} lines say`;
  const lines = list.format(rows.map(({ line }) => formatCount(line)));
  return rows.length === 1 ? `Line ${lines} says` : `Lines ${lines} say`;
}

const isNoMeans = (value: string): value is NoMeans => value === 'accepting' || value === 'not_accepting';

interface MarketingQuestionProps {
  rows: readonly ImportRow[];
  noMeans: NoMeans;
  onChange: (noMeans: NoMeans) => void;
}

/** Asks what a `no` under marketing means: by the specification's rule any text there is consent (decision 41). */
export function MarketingQuestion({ rows, noMeans, onChange }: MarketingQuestionProps) {
  return (
    <div className={classes.note}>
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
      <Radio.Group
        label={
          <>
            <strong>{whoSaysNo(rows)} ‘no’ under marketing.</strong> Any text there would count as consent.
          </>
        }
        styles={{ label: { fontWeight: 400 } }}
        value={noMeans}
        onChange={(value) => (isNoMeans(value) ? onChange(value) : undefined)}
      >
        <div className={classes.answers}>
          <Radio value="not_accepting" label="Import them as not accepting" />
          <Radio value="accepting" label="Import them as accepting" />
        </div>
      </Radio.Group>
    </div>
  );
}
