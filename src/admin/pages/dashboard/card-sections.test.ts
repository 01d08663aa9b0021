import '#admin/testing/window.ts';
import { expect, test } from 'vitest';
import { listCards } from './card-sections.tsx';

const cards = [
  { id: '1', title: 'Open Days 2025', next_event_date: null },
  { id: '2', title: 'Café 10', next_event_date: '2027-01-13T09:00:00.000Z' },
  { id: '3', title: 'cafe 9', next_event_date: '2026-11-26T09:00:00.000Z' },
  { id: '4', title: 'Coaching', next_event_date: null },
  { id: '5', title: 'Writing', next_event_date: '2026-12-02T09:00:00.000Z' },
];
const ids = (...args: [string, 'next' | 'name' | 'newest']) => listCards(cards, ...args).map(({ id }) => id);

test('EXTRA-21: by next event the soonest is first, and those without a date stay in their order at the end', () => {
  expect(ids('', 'next')).toEqual(['3', '5', '2', '1', '4']);
});

test('EXTRA-21: by name, numbers count as numbers and case and accents do not matter; newest is the order as read', () => {
  expect(ids('', 'name')).toEqual(['3', '2', '4', '1', '5']);
  expect(ids('', 'newest')).toEqual(['1', '2', '3', '4', '5']);
});

test('EXTRA-21: a title is found by any part of it, whatever its case and accents', () => {
  expect(ids(' CAFÉ', 'newest')).toEqual(['2', '3']);
  expect(ids('day', 'newest')).toEqual(['1']);
  expect(ids('100 %_\\', 'newest')).toEqual([]);
});
