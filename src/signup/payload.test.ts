import { expect, test } from 'vitest';
import type { PublicField } from '#contract/rules/public-fields.ts';
import { payloadOf } from './payload.ts';

const note: PublicField = {
  id: 'note',
  label: 'Note',
  name: 'note',
  type: 'textarea',
  required: false,
  options: [],
  order: 0,
  brunch_event: false,
  brunch_event_id: null,
};

test('line breaks are the same with and without script', () => {
  const posted = new URLSearchParams('note=one%0D%0Atwo');
  const payload = payloadOf({ kind: 'marketing', events: [], fields: [note] }, (name) => posted.getAll(name));
  expect(payload).toMatchObject({ note: 'one\ntwo' });
});

test('PUB-38: the dates that the page showed are sent only for chosen events', () => {
  const posted = new URLSearchParams('_dates=a+2050&_dates=b+&_dates=c+2051&events=c&_waiting_list=b');
  const payload = payloadOf({ kind: 'series', events: [], fields: [] }, (name) => posted.getAll(name));
  expect(payload).toMatchObject({ events: ['c'], _waiting_list: ['b'], _dates: ['b ', 'c 2051'] });
});
