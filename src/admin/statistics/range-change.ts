import type { Statistics } from '#contract/statistics.ts';

/** Sign-ups per view as a percentage; 0 without views. */
export const rateOf = ({ views, signups }: Statistics['range']): number => (views === 0 ? 0 : (signups / views) * 100);

const signed = (value: string): string => (value.startsWith('-') ? value : `+${value}`);

interface Change {
  readonly kind: 'grown' | 'fallen' | 'same';
  readonly text: string;
}

function changeText(now: number, before: number, unit: 'percent' | 'points'): string {
  if (unit === 'points') return signed((now - before).toFixed(2));
  return before === 0 ? '' : `${signed((((now - before) / before) * 100).toFixed(0))}%`;
}

/** The change of a figure: in percent of the one before, unless that is 0, or in points for a rate. */
export function changeOf(now: number, before: number, unit: 'percent' | 'points'): Change {
  if (now === before) return { kind: 'same', text: '(no change)' };
  return { kind: now > before ? 'grown' : 'fallen', text: changeText(now, before, unit) };
}
