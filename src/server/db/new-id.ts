import { randomUUIDv7 } from 'node:crypto';

/** A UUIDv7: sorted by time, but not guessable. */
export const newId = (): string => randomUUIDv7();

/** The UUID with these 32 hexadecimal digits. */
export const uuidOf = (digits: string): string => digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
