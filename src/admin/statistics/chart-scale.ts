/** Sizes in pixels, which a skeleton has before the chart is loaded. */
export const BAR_CHART_HEIGHT = 420;
export const LINE_CHART = { width: 500, height: 300 };

/** Keeps a few whole steps on the axis when the counts are small. */
const TOP_MIN = 4;

/** The bounds of a count axis: from 0 to a round number that the chart picks above the highest count. */
export const countDomain = (counts: readonly number[]): [number, number | 'auto'] => [
  0,
  Math.max(0, ...counts) < TOP_MIN ? TOP_MIN : 'auto',
];
