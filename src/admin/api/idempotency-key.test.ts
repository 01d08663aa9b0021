import { expect, test } from 'vitest';
import { createIdempotencyKeys } from './idempotency-key.ts';

function keysInOrder() {
  let count = 0;
  return createIdempotencyKeys(() => `key ${++count}`);
}

test('IDEM-1: the same body keeps its key, so it is added only once', () => {
  const { keyOf } = keysInOrder();
  expect([keyOf({ title: 'Brunch' }), keyOf({ title: 'Brunch' })]).toEqual(['key 1', 'key 1']);
});

test('IDEM-3: a changed body gets a new key, so it is not refused as a different add', () => {
  const { keyOf } = keysInOrder();
  expect([keyOf({ title: 'Brunch' }), keyOf({ title: 'Lunch' }), keyOf({ title: 'Brunch' })]).toEqual(['key 1', 'key 2', 'key 3']);
});

test('a body that is sent again after a success gets a new key, so it is not taken for the add before', () => {
  const { keyOf, forget } = keysInOrder();
  const before = keyOf({ count: 1 });
  forget();
  expect([before, keyOf({ count: 1 })]).toEqual(['key 1', 'key 2']);
});
