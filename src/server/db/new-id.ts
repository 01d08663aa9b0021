import { randomUUIDv7 } from 'node:crypto';

/** A UUIDv7: sorted by time, but not guessable. */
export const newId = (): string => randomUUIDv7();
