import { expect, test } from 'vitest';
import { newId } from './new-id.ts';

test('ids sort in the order in which a process makes them, even within a millisecond', () => {
  const ids = Array.from({ length: 1_000 }, () => newId());
  expect(ids.toSorted()).toEqual(ids);
  for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});
