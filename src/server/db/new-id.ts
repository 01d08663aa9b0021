import { randomUUIDv7 } from 'node:crypto';

/** A new identifier (UUIDv7): ordered by the millisecond in which it was made, with the rest random, so that none can be guessed. */
export const newId = (): string => randomUUIDv7();
