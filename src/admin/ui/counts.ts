const whole = new Intl.NumberFormat('en-GB');

/** A number as people read it: `1,204`. */
export const formatCount = (count: number): string => whole.format(count);

/** A number with its noun: `1 event`, `1,204 events`; pass the plural when it is not just an `s`. */
export const counted = (count: number, singular: string, plural = `${singular}s`): string =>
  `${formatCount(count)} ${count === 1 ? singular : plural}`;
