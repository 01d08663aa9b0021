/** Pure, so that a script that counts nothing leaves it out. */
const format = /* @__PURE__ */ new Intl.NumberFormat('en-GB');

/** A number with thousands separators: `1,204`. */
export const formatCount = (count: number): string => format.format(count);

/** A number with its noun: `1 event`, `1,204 events`. Pass the plural when it is not the singular with an `s`. */
export const counted = (count: number, singular: string, plural = `${singular}s`): string =>
  `${formatCount(count)} ${count === 1 ? singular : plural}`;

export const isOrAre = (count: number): string => (count === 1 ? 'is' : 'are');
