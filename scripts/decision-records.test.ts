import { expect, test } from 'vitest';
import { gapsOf } from './decision-records.ts';

const record = (date: string, status: string) => `# 1. One package\n\n- Date: ${date}\n- Status: ${status}\n\n## Context\n`;

test.each(['accepted', 'revised on 2026-11-21', 'superseded by decision 011'])('a record with a date that is %s is complete', (status) => {
  expect(gapsOf(record('2026-11-20', status))).toEqual([]);
});

test.each([
  ['without a date', record('', 'accepted'), 1],
  ['with another status', record('2026-11-20', 'fine'), 1],
  ['without both', '# 1. One package\n', 2],
])('a record %s is found', (_, text, gaps) => {
  expect(gapsOf(text)).toHaveLength(gaps);
});
