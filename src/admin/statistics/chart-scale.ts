import { formatCount } from '#contract/texts/counts.ts';

/** Sizes in pixels, which a skeleton has before the chart is loaded. */
export const BAR_CHART_HEIGHT = 420;
export const LINE_CHART = { width: 500, height: 300 };

/** The appearance that the charts share. */
export const CHART = {
  accessibilityLayer: false,
  withLegend: true,
  tickLine: 'none',
  strokeDasharray: '0',
  gridColor: 'var(--t-border)',
  textColor: 'var(--t-text-3)',
  valueFormatter: formatCount,
} as const;

/** Keeps a few whole steps on the axis when the counts are small. */
const TOP_MIN = 4;

/** The bounds of a count axis: from 0 to a round number that the chart picks above the highest count. */
export const countDomain = (counts: readonly number[]): [number, number | 'auto'] => [
  0,
  Math.max(0, ...counts) < TOP_MIN ? TOP_MIN : 'auto',
];
