import { describe, expect, test } from 'vitest';
import type { PublicField } from '#contract/rules/public-fields.ts';
import { type FormAction, type FormState, initialState, reduce } from './form-state.ts';
import type { FormView, ShownEvent } from './view.ts';

const event = (id: string, isBrunch = false): ShownEvent => ({ id, event_title: id, date: null, brunch_event: isBrunch, when: 'Some day' });

const menu: PublicField = {
  id: 'menu',
  label: 'Brunch menu',
  name: 'menu',
  type: 'select',
  required: true,
  options: ['Eggs'],
  order: 0,
  brunch_event: true,
  brunch_event_id: 'brunch',
};

const view: FormView = {
  kind: 'series',
  id: 'series',
  title: 'Series',
  events: [event('talk'), event('brunch', true)],
  fields: [menu],
  hasDownloadableContent: false,
  organisation: { name: 'We', consentText: 'Yes' },
  submitUrl: '/submit',
};

const served = (form: FormView): FormState => initialState(form, { values: {}, errors: [], hasFailed: false });
const after = (...actions: FormAction[]): FormState => actions.reduce(reduce, served(view));
const confirmation = { firstName: 'Ada', events: [], waiting: [], next: [], kept: {} };
const required = (path: string) => ({ path, message: 'Required' });

describe('STATE-1: idle, sending, success, error', () => {
  test.each<[string, FormAction[], FormState['status']]>([
    ['as served', [], 'idle'],
    ['sent', [{ type: 'sent' }], 'sending'],
    ['accepted', [{ type: 'sent' }, { type: 'accepted', confirmation }], 'success'],
    ['read', [{ type: 'sent' }, { type: 'accepted', confirmation }, { type: 'reset', values: {}, confirmation }], 'idle'],
    ['failed', [{ type: 'sent' }, { type: 'failed' }], 'error'],
    ['some seconds after a failure', [{ type: 'sent' }, { type: 'failed' }, { type: 'banner gone' }], 'idle'],
    ['refused by the server', [{ type: 'sent' }, { type: 'refused', errors: [required('events')], values: {} }], 'idle'],
  ])('%s', (_when, actions, status) => {
    expect(after(...actions).status).toBe(status);
  });
});

test('PLC-38: after a refusal, events that have opened by the time the page was read again can be chosen', () => {
  const opened = { ...view, events: [{ ...event('talk'), opens_at: '2030-01-01T00:00:00Z' }] };
  const now = Date.parse('2030-01-02T00:00:00Z');
  const refused = after({ type: 'refused', errors: [required('events')], values: {}, view: opened, now });
  expect(refused).toMatchObject({ now, chosen: ['talk'] });
});

test('PLC-38: an event that closes is no longer chosen, and the only one is chosen when it opens', () => {
  const later: FormView = {
    ...view,
    events: [{ ...event('talk'), opens_at: '2027-01-01T10:00:00.000Z', closes_at: '2027-01-01T11:00:00.000Z' }],
  };
  const at = (time: string): FormAction => ({ type: 'time', now: Date.parse(`2027-01-01T${time}:00.000Z`) });
  const chosenAfter = (...actions: FormAction[]) => actions.reduce(reduce, served(later)).chosen;
  expect(chosenAfter(at('09:59'))).toEqual([]);
  expect(chosenAfter(at('09:59'), at('10:00'))).toEqual(['talk']);
  expect(chosenAfter(at('09:59'), at('10:00'), at('10:30'))).toEqual(['talk']);
  expect(chosenAfter(at('10:00'), { type: 'edited', path: 'events', chosen: [] }, at('10:30'))).toEqual([]);
  expect(chosenAfter(at('10:00'), { type: 'edited', path: 'events', chosen: ['talk'] }, at('11:00'))).toEqual([]);
});

const closingEvent = { ...event('brunch', true), closes_at: '2027-01-01T11:00:00.000Z', chooseAgain: 'Sign-up for ‘brunch’ has closed.' };
const closing: FormView = { ...view, events: [event('talk'), closingEvent] };
const CLOSED = Date.parse('2027-01-01T11:00:00.000Z');
const afterClosing = (...actions: FormAction[]): FormState =>
  [...actions, { type: 'time', now: CLOSED } as const].reduce(reduce, served(closing));

test('PLC-38: a chosen event that closes is named at the events, so that nobody continues without it unknowingly, until they are edited', () => {
  const chosen: FormAction = { type: 'edited', path: 'events', chosen: ['talk', 'brunch'] };
  const error = { path: 'events', message: closingEvent.chooseAgain };
  expect(afterClosing(chosen)).toMatchObject({ chosen: ['talk'], errors: [error] });
  const refused: FormAction = { type: 'refused', errors: [required('email'), required('menu')], values: { events: ['talk', 'brunch'] } };
  expect(afterClosing(chosen, refused).errors).toEqual([error, required('email')]);
  expect(afterClosing({ ...chosen, chosen: ['talk'] }).errors).toEqual([]);
  const edited = reduce(afterClosing(chosen), { type: 'edited', path: 'events', chosen: ['talk'] });
  expect(edited.errors).toEqual([]);
});

test('PLC-38: an event that closes while the sign-up is sent is named if it fails, and not after it was accepted', () => {
  const chosen: FormAction = { type: 'edited', path: 'events', chosen: ['talk', 'brunch'] };
  const sent = afterClosing(chosen, { type: 'sent' });
  expect(reduce(sent, { type: 'failed' }).errors).toHaveLength(1);
  expect(reduce(sent, { type: 'accepted', confirmation }).errors).toEqual([]);
  expect(afterClosing(chosen, { type: 'sent' }, { type: 'accepted', confirmation }).errors).toEqual([]);
});
