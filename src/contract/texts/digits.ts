/** A number as people write it: `1,204`. */
export const inDigits = (count: number): string => count.toLocaleString('en-GB');
