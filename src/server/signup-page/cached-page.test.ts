import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PublicField } from '#contract/rules/active-fields.ts';
import { buildSignUpBundle } from '#server/testing/signup-bundle.ts';
import type { FormView, TypedValues } from '#signup/view.ts';
import { cachePage } from './cached-page.ts';
import { gzipPage, plainPage } from './page-parts.ts';
import { PREFILLED_NAMES } from './prefill.ts';

const { render } = await buildSignUpBundle();

const field = (name: string, values: Partial<PublicField> = {}): PublicField => ({
  id: `id-${name}`,
  label: `Label of ${name}`,
  name,
  type: 'input',
  required: false,
  options: [],
  order: 0,
  brunch_event: false,
  brunch_event_id: null,
  ...values,
});

const SPECIAL = `a&b"c'd<e>f`;
const OPTIONS = ['S', SPECIAL, 'name="first_name" value=""'];
const EVENTS = ['one', 'two'].map((id) => ({
  id,
  event_title: `<input name="email" value="">`,
  date: null,
  when: 'Soon',
  brunch_event: id === 'two',
}));

const viewOf = (events: FormView['events']): FormView => ({
  kind: 'series',
  id: 'series',
  title: '<select name="size">',
  hasDownloadableContent: false,
  organisation: { name: 'Northfield', consentText: 'May we?' },
  submitUrl: '/submit',
  events,
  fields: [
    field('diet'),
    field(SPECIAL, { label: ' value="' }),
    field('why', { type: 'textarea' }),
    field('size', { type: 'select', options: OPTIONS }),
    field('access', { type: 'checkbox', required: true }),
    field('menu', { type: 'select', options: OPTIONS, brunch_event: true, brunch_event_id: 'two' }),
  ],
});

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(SPECIAL, '\nfirst', '$&', '</textarea>', '" checked=""'),
);
const anyValues: fc.Arbitrary<TypedValues> = fc.record(
  {
    first_name: text,
    email: text,
    events: fc.subarray(['one', 'two'], { minLength: 1 }),
    diet: text,
    [SPECIAL]: text,
    why: text,
    size: fc.constantFrom(...OPTIONS),
    access: fc.constant(true),
    menu: fc.constantFrom(...OPTIONS),
  },
  { requiredKeys: [] },
);

function prefilled(view: FormView) {
  const [head, form] = ['<input name="email" value="" type="x">', render.renderForm(view, { values: {}, errors: [], hasFailed: false })];
  const page = cachePage(head + form, head.length, [...PREFILLED_NAMES, ...view.fields.map(({ name }) => name)]);
  return (values: TypedValues) => ({ page: page.prefilled(values), head });
}

describe.each([
  ['two events', EVENTS],
  ['one event, chosen already', EVENTS.slice(1)],
  ['no events', []],
])('a form of %s', (_what, events) => {
  const view = viewOf(events);
  const fill = prefilled(view);

  test('prefilled from the cache it is exactly what React would have rendered', () => {
    fc.assert(
      fc.property(anyValues, (values) => {
        const { page, head } = fill(values);
        const rendered = head + render.renderForm(view, { values, errors: [], hasFailed: false });
        expect(plainPage(page).toString()).toBe(Buffer.from(rendered).toString());
        expect(gunzipSync(gzipPage(page)).equals(plainPage(page))).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  test('the parts between the slots are cached', () => {
    const [one, other] = [fill({ first_name: 'Ada', why: 'Looms' }).page, fill({ email: 'ben@example.com' }).page];
    const isMark = (part: unknown) => part === ' selected=""' || part === ' checked=""';
    expect(one.filter((part) => typeof part === 'string' && !isMark(part))).toEqual(['Ada', 'Looms']);
    const parts = (page: typeof one) => page.filter((part) => typeof part !== 'string');
    expect(parts(one)).toEqual(parts(other));
    expect(parts(one)[0]).toBe(parts(other)[0]);
  });
});
