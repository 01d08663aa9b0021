/** Where so little happened, the axis still has a few whole steps. */
const TOP_MIN = 4;

/** From what to what the axis of counts goes: from 0 to a round number above the highest, which the chart finds. */
export const countDomain = (counts: readonly number[]): [number, number | 'auto'] => [
  0,
  Math.max(0, ...counts) < TOP_MIN ? TOP_MIN : 'auto',
];
