import '#admin/testing/window.ts';
import { describe, expect, test } from 'vitest';
import type { Connection } from '#contract/steps/connections.ts';
import { connectionState } from './connection-cards.tsx';

const connection = (values: Partial<Connection>): Connection => ({
  service: 'slack',
  is_configured: true,
  description: 'Posts through slack.com',
  succeeded_at: null,
  failed_at: null,
  failure: null,
  steps_failed: 0,
  steps_retrying: 0,
  ...values,
});

const EARLIER = '2026-11-20T09:00:00.000Z';
const LATER = '2026-11-20T10:00:00.000Z';

describe('the state of a connection', () => {
  test.each([
    ['Not connected', { is_configured: false, failed_at: LATER }],
    ['Not used yet', {}],
    ['Working', { succeeded_at: EARLIER }],
    ['Working', { succeeded_at: LATER, failed_at: EARLIER }],
    ['Last attempt failed', { succeeded_at: EARLIER, failed_at: LATER }],
    ['Last attempt failed', { failed_at: EARLIER }],
  ])('%s', (words, values) => {
    expect(connectionState(connection(values))).toBe(words);
  });
});
