import { beforeEach, describe, expect, test } from 'vitest';
import { FORM_TOKEN_NAME, HONEYPOT_NAME } from '#contract/rules/payload-keys.ts';
import * as texts from '#contract/texts/words/form.ts';
import { newId } from '#server/db/new-id.ts';
import { createFormToken } from '#server/forms/form-token.ts';
import { buildEvent, buildField, buildSeries, newSignUp } from '#server/testing/form-rows.ts';
import { createTestServer, TEST_SECRET } from '#server/testing/server.ts';

const server = await createTestServer();
const { db } = server;

let seriesId = '';
let eventId = '';
beforeEach(async () => {
  seriesId = await buildSeries(db);
  eventId = await buildEvent(db, seriesId);
});

const submit = (values: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  server.post(`/event_series/${seriesId}/submit`, newSignUp({ events: [eventId], ...values }), { as: 'visitor', headers });

const submissions = () => db.selectFrom('submissions').selectAll().orderBy('id').execute();
const places = () => db.selectFrom('registrations').select(['event_id', 'submission_id']).orderBy('event_id').execute();
const nothingStored = async () => {
  expect(await submissions()).toEqual([]);
  expect(await places()).toEqual([]);
  expect(await db.selectFrom('address_counts').selectAll().execute()).toEqual([]);
};

describe('what is stored', () => {
  test('DATA-1: one sign-up for three events is one row that belongs to each, answered with its id', async () => {
    const others = [await buildEvent(db, seriesId), await buildEvent(db, seriesId)];
    const { status, body } = await submit({ events: [eventId, ...others] });
    expect(status).toBe(200);
    expect(await submissions()).toMatchObject([{ id: body.data.id, form_id: seriesId, awaiting_fan_out: true, is_added_by_staff: false }]);
    expect((await places()).map(({ event_id }) => event_id)).toEqual([eventId, ...others].toSorted());
  });

  test('an event sent twice is one registration', async () => {
    await submit({ events: [eventId, eventId] });
    expect(await places()).toHaveLength(1);
  });

  test('DATA-14, DATA-15: the address is trimmed and stored as typed, and compared without regard to case', async () => {
    await submit({ email: ' Ada.Lovelace@Example.COM ' });
    await submit({ email: 'ada.lovelace@example.com' });
    expect((await submissions()).map(({ email, email_key }) => [email, email_key])).toEqual([
      ['Ada.Lovelace@Example.COM', 'ada.lovelace@example.com'],
      ['ada.lovelace@example.com', 'ada.lovelace@example.com'],
    ]);
    expect(await db.selectFrom('form_counts').selectAll().execute()).toEqual([{ form_id: seriesId, signups: 1 }]);
  });

  test('DATA-14, DATA-15: the spellings of one address are one person, shown with a readable domain', async () => {
    for (const email of [
      '\u200bann@müller.example',
      'Ann@XN--mller-kva.example.',
      '<ann@MÜLLER.example>',
      'mailto:ann@mu\u0308ller.example,',
    ])
      expect((await submit({ email })).status).toBe(200);
    const rows = await submissions();
    expect(new Set(rows.map(({ email_key }) => email_key))).toEqual(new Set(['ann@xn--mller-kva.example']));
    expect(new Set(rows.map(({ email }) => email.toLowerCase()))).toEqual(new Set(['ann@müller.example']));
    await submit({ email: 'ann@аррӏе.com' });
    await submit({ email: 'ann@почта.рф' });
    expect((await submissions()).slice(4).map(({ email }) => email)).toEqual(['ann@xn--80ak6aa92e.com', 'ann@почта.рф']);
    for (const typed of ['mueller', 'müller', 'xn--mller-kva', 'ann@xn--mller-kva.example', 'xn--80ak6aa92e.com']) {
      const { body } = await server.get(`/event_series/${seriesId}/event/${eventId}?limit=50&search=${encodeURIComponent(typed)}`);
      expect([typed, body.data.matches_count]).toEqual([typed, { mueller: 0, 'xn--80ak6aa92e.com': 1 }[typed] ?? 4]);
    }
  });

  test('VAL-14: an address that a mail server would read differently is refused at its field', async () => {
    for (const email of ['ann@ex%61mple.com', 'ann@127.0.0.1', '"ann"b@example.com', 'ann@example.com/x'])
      expect((await submit({ email })).body.errors).toEqual([{ path: 'email', message: texts.EMAIL_INVALID.series }]);
    await nothingStored();
  });

  test('DATA-9, API-67, API-70, API-71: unknown keys are dropped, and nothing derived can be set', async () => {
    const foreign = newId();
    const { status, body } = await submit({
      id: foreign,
      submitted_at: '2001-01-01T00:00:00Z',
      errors: [{ success: true }],
      signup_location: 'elsewhere',
      show_on_slack: [{ label: 'x' }],
      event_serie_copper_tag: 'vip',
      nickname: 'Countess',
      constructor: 'x',
    });
    expect(status).toBe(200);
    expect(body.data.id).not.toBe(foreign);
    const [row] = await submissions();
    expect(row).toMatchObject({ id: body.data.id, answers: {}, source: {} });
    expect(row!.submitted_at.getTime()).toBeGreaterThan(Date.now() - 60_000);
  });

  test('DATA-5, DATA-27: an answer is stored under the key of its field, also when it was sent under the key of the current label', async () => {
    await buildField(db, { form_id: seriesId }, { label: 'Dietary needs', key: 'diet' });
    await submit({ dietary_needs: ' None ' });
    await submit({ diet: 'Vegan' });
    expect((await submissions()).map(({ answers }) => answers)).toEqual([{ diet: 'None' }, { diet: 'Vegan' }]);
  });

  test('DATA-24: a sign-up beyond the capacity is accepted', async () => {
    const full = await buildEvent(db, seriesId, { target_participants: 0, maximum_participants: 0 });
    expect((await submit({ events: [full] })).status).toBe(200);
  });
});

describe('what is refused', () => {
  test.each([
    ['VAL-5', 'first_name', texts.isRequired('first_name')],
    ['VAL-6', 'last_name', texts.isRequired('last_name')],
    ['VAL-7', 'job_title', texts.isRequired('job_title')],
    ['VAL-8', 'organisation', texts.isRequired('organisation')],
    ['VAL-9', 'email', texts.isRequired('email')],
  ])('VAL-4, VAL-16, %s: %s that is blank or missing is refused with the message of the form', async (_id, path, message) => {
    for (const value of [undefined, null, '', ' \t\n']) {
      const { status, body } = await submit({ [path]: value });
      expect([status, body.errors]).toEqual([422, [{ path, message }]]);
    }
    await nothingStored();
  });

  test.each(['ada', 'ada@example', '@example.com', 'a da@example.com', 'ada@@example.com', `${'a'.repeat(250)}@example.com`])(
    'VAL-10, VAL-14: %s is not an address',
    async (email) => {
      const { status, body } = await submit({ email });
      expect([status, body.errors]).toEqual([422, [{ path: 'email', message: texts.EMAIL_INVALID.series }]]);
    },
  );

  test('VAL-12: no event', async () => {
    for (const events of [undefined, null, []]) {
      expect((await submit({ events })).body.errors).toEqual([{ path: 'events', message: texts.EVENTS_REQUIRED }]);
    }
  });

  test('VAL-28: hidden, unknown and foreign events, and invalid ids, are refused at events, and nothing is stored', async () => {
    const hidden = await buildEvent(db, seriesId, { is_on_form: false });
    const foreign = await buildEvent(db, await buildSeries(db));
    for (const bad of [hidden, foreign, newId(), 'x', '__proto__']) {
      const { status, body } = await submit({ events: [eventId, bad] });
      expect([status, body.errors]).toEqual([422, [{ path: 'events', message: texts.EVENT_CLOSED }]]);
    }
    await nothingStored();
  });

  test('VAL-13, VAL-15, VAL-27, DATA-10, DATA-11, DATA-12: required, chosen and ticked as the stored fields say', async () => {
    const owner = { form_id: seriesId };
    const brunch = await buildEvent(db, seriesId, { is_brunch: true });
    await buildField(db, owner, { label: 'Diet', type: 'select', options: ['Meat', 'Vegan'], is_required: true });
    await buildField(db, owner, { label: 'Terms', type: 'checkbox', is_required: true, position: 1 });
    await buildField(db, owner, { label: 'Menu', is_required: true, is_brunch: true, brunch_event_id: brunch, position: 2 });
    const good = { diet: 'Vegan', terms: true };
    const errorsOf = async (values: Record<string, unknown>) => (await submit(values)).body.errors;

    expect(await errorsOf({})).toEqual([
      { path: 'diet', message: texts.FIELD_REQUIRED },
      { path: 'terms', message: texts.FIELD_REQUIRED },
    ]);
    expect(await errorsOf({ ...good, diet: 'Fish' })).toEqual([{ path: 'diet', message: texts.CHOOSE_AN_OPTION }]);
    expect(await errorsOf({ ...good, terms: 'true' })).toEqual([{ path: 'terms', message: texts.TICK_OR_NOT }]);
    expect(await errorsOf({ ...good, events: [brunch] })).toEqual([{ path: 'menu', message: texts.FIELD_REQUIRED }]);
    await nothingStored();

    await submit({ ...good, menu: 'Eggs' });
    await submit({ ...good, menu: 'Eggs', events: [brunch] });
    expect((await submissions()).map(({ answers }) => answers)).toEqual([good, { ...good, menu: 'Eggs' }]);
  });

  test('an id in capitals is the same id', async () => {
    const { status } = await server.post(`/event_series/${seriesId.toUpperCase()}/submit`, newSignUp({ events: [eventId] }), {
      as: 'visitor',
    });
    expect(status).toBe(200);
  });

  test.each([
    ['NUL', 'a\u0000b'],
    ['a lone surrogate', 'a\ud800b'],
    ['a line break', 'a\r\nBcc: b@example.com'],
    ['a web address', 'Buy at https://evil.example'],
    ['101 characters', 'a'.repeat(101)],
    ['a number', 5],
    ['a list', ['a']],
    ['an object', { toString: 'x' }],
  ])('a name that contains %s is refused at the field', async (_what, first_name) => {
    const { status, body } = await submit({ first_name });
    expect(status).toBe(422);
    expect(body.errors.map(({ path }: { path: string }) => path)).toEqual(['first_name']);
  });
});

describe('the same key again', () => {
  const key = { 'idempotency-key': 'load-1' };

  test('IDEM-5: after 24 hours a key counts as unused, and the first row stays', async () => {
    await submit({}, key);
    await db
      .updateTable('submissions')
      .set({ submitted_at: new Date(Date.now() - 23.9 * 3_600_000) })
      .execute();
    expect((await submit({ first_name: 'Grace' }, key)).status).toBe(409);
    await db
      .updateTable('submissions')
      .set({ submitted_at: new Date(Date.now() - 24.1 * 3_600_000) })
      .execute();
    expect((await submit({ first_name: 'Grace' }, key)).status).toBe(200);
    expect((await submissions()).map(({ first_name, idempotency_key }) => [first_name, idempotency_key])).toEqual([
      ['Ada', null],
      ['Grace', 'load-1'],
    ]);
  });

  test.each(['', 'a b', 'x'.repeat(201)])('an invalid key is 400: %j', async (bad) => {
    expect((await submit({}, { 'idempotency-key': bad })).status).toBe(400);
  });
});

describe('spam', () => {
  const tokenOf = (age: number) => createFormToken({ secret: TEST_SECRET, form: { kind: 'series', id: seriesId }, now: Date.now() - age });

  test('SPAM-1, SPAM-5: a filled honeypot is refused with the error of the form; an empty one is not', async () => {
    const { status, body } = await submit({ [HONEYPOT_NAME]: 'http://spam.example' });
    expect([status, body.detail]).toEqual([422, texts.SIGN_UP_FAILED.series]);
    expect(body.errors).toEqual([{ path: '_remarks', message: 'Please empty this field. Your browser may have filled it in.' }]);
    await nothingStored();
    for (const empty of ['', null, undefined]) expect((await submit({ [HONEYPOT_NAME]: empty })).status).toBe(200);
  });

  test('SPAM-2, SPAM-5: a token that is bad, or younger than two seconds, is refused with the error of the form', async () => {
    for (const token of [tokenOf(0), tokenOf(1_000), 'x', 7, null]) {
      const { status, body } = await submit({ [FORM_TOKEN_NAME]: token });
      expect([status, body.detail]).toEqual([422, texts.SIGN_UP_FAILED.series]);
    }
    await nothingStored();
    expect((await submit({ [FORM_TOKEN_NAME]: tokenOf(2_500) })).status).toBe(200);
  });

  test('SPAM-4: a call to the API needs neither', async () => {
    expect((await submit()).status).toBe(200);
  });

  test('another form token does not count as another body', async () => {
    const key = { 'idempotency-key': 'load-2' };
    const first = await submit({ [FORM_TOKEN_NAME]: tokenOf(3_000) }, key);
    expect((await submit({ [FORM_TOKEN_NAME]: tokenOf(9_000) }, key)).body).toEqual(first.body);
    expect((await submit({ [FORM_TOKEN_NAME]: tokenOf(9_000), first_name: 'Grace' }, key)).status).toBe(409);
  });
});
