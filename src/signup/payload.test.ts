import { expect, test } from 'vitest';
import type { PublicField } from '#contract/rules/public-fields.ts';
import type { FormRules } from '#contract/rules/sign-up.ts';
import { payloadOf } from './payload.ts';

const field = (name: string, type: PublicField['type']): PublicField => ({
  id: name,
  label: name,
  name,
  type,
  required: false,
  options: [],
  order: 0,
  brunch_event: false,
  brunch_event_id: null,
});

const payload = (form: FormRules, body: string) => {
  const posted = new URLSearchParams(body);
  return payloadOf(form, (name) => posted.getAll(name));
};

test('a completed form becomes the specified payload', () => {
  const form: FormRules = {
    kind: 'series',
    events: [],
    fields: [field('diet', 'input'), field('access', 'checkbox'), field('terms', 'disclaimer')],
  };
  expect(payload(form, 'first_name=Ada&events=a&events=b&diet=Vegan&terms=x&unknown=y&_key=k&_stamp=s&utm_source=news')).toEqual({
    first_name: 'Ada',
    events: ['a', 'b'],
    diet: 'Vegan',
    access: false,
    accepts_marketing: false,
    _stamp: 's',
    utm_source: 'news',
  });
});

test('a marketing form has no events', () => {
  expect(payload({ kind: 'marketing', events: [], fields: [] }, 'events=a&accepts_marketing=true')).toEqual({ accepts_marketing: true });
});

test('line breaks are the same with and without script', () => {
  const form: FormRules = { kind: 'marketing', events: [], fields: [field('note', 'textarea')] };
  expect(payload(form, 'note=one%0D%0Atwo')).toMatchObject({ note: 'one\ntwo' });
});
