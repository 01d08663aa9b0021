import { expect, test } from 'vitest';
import { createIdempotencyKeys } from './idempotency-key.ts';

function keysInOrder() {
  let count = 0;
  return createIdempotencyKeys(() => `key ${++count}`);
}

test('IDEM-1: the same sent again has the same key, so that it is added once', () => {
  const keyOf = keysInOrder();
  expect([keyOf({ title: 'Brunch' }), keyOf({ title: 'Brunch' })]).toEqual(['key 1', 'key 1']);
});

test('IDEM-3: a changed add has a key of its own, so that it is not refused as another', () => {
  const keyOf = keysInOrder();
  expect([keyOf({ title: 'Brunch' }), keyOf({ title: 'Lunch' }), keyOf({ title: 'Brunch' })]).toEqual(['key 1', 'key 2', 'key 3']);
});
