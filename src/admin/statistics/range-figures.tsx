import { Box, Text } from '@mantine/core';
import { NumberCard, NumberCards } from '#admin/ui/cards/number-card.tsx';
import { rateOf, type Statistics } from '#contract/statistics.ts';
import { formatCount } from '#contract/texts/counts.ts';
import { COUNTS, VIEWS_MISSING } from '#contract/texts/staff.ts';
import { formatRate, isRate, TONES } from './month-rows.ts';

const signed = (value: string): string => (value.startsWith('-') ? value : `+${value}`);

const inPercent = new Intl.NumberFormat('en-GB', { style: 'percent', signDisplay: 'always' });
const inPartsOfPercent = new Intl.NumberFormat('en-GB', { style: 'percent', signDisplay: 'always', maximumSignificantDigits: 1 });

/** In whole percent, below one percent in its first digit, and never -100% while something is left. */
function changeText(now: number, before: number, unit: 'percent' | 'points'): string {
  if (unit === 'points') return signed((Number(now.toFixed(2)) - Number(before.toFixed(2))).toFixed(2));
  if (before === 0) return '';
  const change = (now - before) / before;
  if (Math.abs(change) < 0.01) return inPartsOfPercent.format(change);
  return inPercent.format(now === 0 ? change : Math.max(change, -0.99));
}

/** The change in a figure: as a percentage of the previous one, unless that is 0, or in points if both are rates. */
export function changeOf(now: number, before: number, unit: 'percent' | 'points'): { kind: keyof typeof TONES; text: string } {
  if (unit === 'points' && !(isRate(now) && isRate(before))) return { kind: 'same', text: '' };
  const format = unit === 'points' ? formatRate : String;
  if (format(now) === format(before)) return { kind: 'same', text: '(no change)' };
  return { kind: now > before ? 'grown' : 'fallen', text: changeText(now, before, unit) };
}

const FIGURES = [
  { label: 'Views', of: ({ views }: Statistics['range']) => views, format: formatCount, unit: 'percent' },
  { label: 'Sign-ups', of: ({ signups }: Statistics['range']) => signups, format: formatCount, unit: 'percent' },
  { label: 'Rate', of: rateOf, format: formatRate, unit: 'points' },
] as const;

interface RangeFiguresProps {
  range: Statistics['range'] | undefined;
  /** Undefined when there is nothing before. */
  before: Statistics['before'] | undefined;
  text: string;
}

export const RangeFigures = ({ range, before, text }: RangeFiguresProps) => (
  <Box mt="md">
    <NumberCards kind="joined">
      {FIGURES.map(({ label, of, format, unit }) => (
        <NumberCard
          key={label}
          label={label}
          value={range && format(of(range))}
          counts={label === 'Views' ? undefined : COUNTS.signUps}
          note={before && range && <Before value={format(of(before))} change={changeOf(of(range), of(before), unit)} />}
        />
      ))}
    </NumberCards>
    <Text mt={12} data-text="small-quiet">
      {text}
      {[range, before].every((figures) => figures === undefined || isRate(rateOf(figures))) ? null : <span>{` ${VIEWS_MISSING}.`}</span>}
    </Text>
  </Box>
);

const Before = ({ value, change }: { value: string; change: ReturnType<typeof changeOf> }) => (
  <span>
    {`${value} before `}
    <span data-text={TONES[change.kind]}>{change.text}</span>
  </span>
);
