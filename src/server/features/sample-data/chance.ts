/** A random generator with a fixed seed, so that every demo is the same. */
export interface Chance {
  /** True with this probability, from 0 to 1. */
  happens(probability: number): boolean;
  /** An integer from 0 to below `limit`. */
  below(limit: number): number;
  pick<T>(values: readonly T[]): T;
}

const TWO_TO_32 = 4_294_967_296;

/** Mulberry32, which is good enough for a demo. */
export function chanceOf(seed: number): Chance {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / TWO_TO_32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    happens: (probability) => next() < probability,
    below,
    pick: (values) => {
      const value = values[below(values.length)];
      if (value === undefined) throw new RangeError('nothing to pick from');
      return value;
    },
  };
}
