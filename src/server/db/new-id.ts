import { randomUUIDv7 } from 'node:crypto';

const COUNTS = 0x10_00;

let millisecond = '';
let earlier = 0;

/** A UUIDv7: sorted by time, and within a millisecond in the order in which this process made them, but not guessable. */
export function newId(): string {
  const id = randomUUIDv7();
  earlier = id.startsWith(millisecond) ? earlier + 1 : 0;
  millisecond = id.slice(0, 13);
  return `${id.slice(0, 15)}${(earlier % COUNTS).toString(16).padStart(3, '0')}${id.slice(18)}`;
}

/** The UUID with these 32 hexadecimal digits. */
export const uuidOf = (digits: string): string => digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
