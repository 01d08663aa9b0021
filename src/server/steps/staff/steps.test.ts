import { describe, expect, test } from 'vitest';
import type { StepName } from '#contract/steps/steps.ts';
import { newId } from '#server/db/new-id.ts';
import type { StepState } from '#server/db/step-tables.ts';
import { buildEvent, buildMarketingForm, buildSeries } from '#server/testing/form-rows.ts';
import { createTestServer } from '#server/testing/server.ts';
import { buildSignUp, pathOfStep, stepsOf } from '#server/testing/worker.ts';

const server = await createTestServer();
const { db } = server;

/** A sign-up with steps, as a worker would leave it. */
async function signedUp(owner: { form_id: string }, steps: Partial<Record<StepName, [StepState, number?]>>, email?: string) {
  const id = await buildSignUp(db, owner, { awaiting_fan_out: false, email });
  for (const [step, [state, attempts = 1]] of Object.entries(steps)) {
    const next_try_at = state === 'waiting' ? new Date('2050-01-01T00:00:00Z') : null;
    await db
      .insertInto('submission_steps')
      .values({ submission_id: id, step: step as StepName, state, attempts, message: `about ${step}`, next_try_at })
      .execute();
  }
  return id;
}

describe('the steps that need attention', () => {
  test('are counted for the dashboard: in total, and by series and form', async () => {
    const [spring, autumn] = [await buildSeries(db, { title: 'Spring' }), await buildSeries(db, { title: 'Autumn' })];
    const form = await buildMarketingForm(db, { title: 'Paper' });
    await signedUp({ form_id: spring }, { slack: ['failed'], email: ['waiting'], forward: ['succeeded'], crm: ['running'] });
    await signedUp({ form_id: spring }, { slack: ['failed'], email: ['waiting', 0] });
    await signedUp({ form_id: autumn }, { slack: ['succeeded'] });
    await signedUp({ form_id: form }, { email: ['failed'] });
    expect((await server.get('/steps/counts')).body.data).toEqual({
      failed: 3,
      retrying: 1,
      series: [{ id: spring, title: 'Spring', failed: 2, retrying: 1 }],
      forms: [{ id: form, title: 'Paper', failed: 1, retrying: 0 }],
    });
  });

  test('link to an event on the form if there is one, otherwise say that there is none', async () => {
    const series = await buildSeries(db);
    const hidden = await buildEvent(db, series, { is_on_form: false });
    const shown = await buildEvent(db, series);
    const values = { step: 'slack', state: 'failed', attempts: 1, message: 'Hm' } as const;
    for (const events of [[hidden], [hidden, shown]]) {
      const id = await buildSignUp(db, { form_id: series }, { awaiting_fan_out: false, events });
      await db
        .insertInto('submission_steps')
        .values({ submission_id: id, ...values })
        .execute();
    }
    await signedUp({ form_id: await buildMarketingForm(db) }, { slack: ['failed'] });
    const { body } = await server.get('/steps/failed');
    expect(body.data.steps.map((step: Record<string, unknown>) => [step.event_id, step.event_show_on_form])).toEqual([
      [null, null],
      [shown, true],
      [hidden, false],
    ]);
  });

  test('are listed latest first, page by page, each with a link to its sign-up', async () => {
    const series = await buildSeries(db, { title: 'Spring' });
    const ids: string[] = [];
    for (let number = 0; number < 5; number += 1)
      ids.unshift(await signedUp({ form_id: series }, { slack: ['failed'] }, `ada.${number}@example.com`));
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body } = await server.get(`/steps/failed?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
      seen.push(...body.data.steps.map((step: { submission_id: string }) => step.submission_id));
      cursor = body.data.next_cursor;
    }
    expect(seen).toEqual(ids);
    const event = await buildEvent(db, series);
    const id = await buildSignUp(db, { form_id: series }, { awaiting_fan_out: false, events: [event] });
    await db
      .insertInto('submission_steps')
      .values({
        submission_id: id,
        step: 'crm',
        state: 'waiting',
        attempts: 2,
        message: 'Hm',
        next_try_at: new Date('2050-01-01T00:00:00Z'),
      })
      .execute();
    expect((await server.get('/steps/failed?step=crm')).body.data.steps).toEqual([
      {
        id: expect.any(String),
        submission_id: id,
        step: 'crm',
        message: 'Hm',
        attempts: 2,
        next_try_at: '2050-01-01T00:00:00.000Z',
        failed_at: expect.any(String),
        dismissed_at: null,
        dismissed_by: null,
        first_name: 'Ada',
        last_name: 'Lovelace',
        email: 'ada@example.com',
        version: 1,
        series_id: series,
        form_id: null,
        event_id: event,
        event_title: 'Day one',
        event_show_on_form: true,
        title: 'Spring',
      },
    ]);
  });

  test('can be filtered by series, form or sign-up; an invalid cursor is refused', async () => {
    const [series, form] = [await buildSeries(db), await buildMarketingForm(db)];
    const [ofSeries, ofForm] = [
      await signedUp({ form_id: series }, { slack: ['failed'] }),
      await signedUp({ form_id: form }, { slack: ['failed'] }),
    ];
    const idsOf = async (query: string) =>
      (await server.get(`/steps/failed?${query}`)).body.data.steps.map((step: { submission_id: string }) => step.submission_id);
    expect([await idsOf(`series_id=${series}`), await idsOf(`form_id=${form}`), await idsOf(`submission_id=${ofForm}`)]).toEqual([
      [ofSeries],
      [ofForm],
      [ofForm],
    ]);
    for (const cursor of ['x', '1.2.slack', `99999999999999999999.${series}.slack`, `1.${series}.other`, '%00']) {
      const { status, body } = await server.get(`/steps/failed?cursor=${cursor}`);
      expect([status, body.errors[0].path]).toEqual([422, 'cursor']);
    }
  });
});

describe('retry', () => {
  test('of one step does not change the others, and a succeeded step is never run again', async () => {
    const id = await signedUp(
      { form_id: await buildSeries(db) },
      { slack: ['failed', 4], email: ['failed'], crm: ['succeeded'], forward: ['running'] },
    );
    expect((await server.post(`${await pathOfStep(db, id, 'slack')}/retry`)).body.data).toEqual({ retried: 1 });
    for (const step of ['crm', 'forward'] as const)
      expect((await server.post(`${await pathOfStep(db, id, step)}/retry`)).body.data).toEqual({ retried: 0 });
    expect((await stepsOf(db, id)).map(({ step, state, attempts, is_released }) => [step, state, attempts, is_released])).toEqual([
      ['crm', 'succeeded', 1, false],
      ['email', 'failed', 1, false],
      ['forward', 'running', 1, false],
      ['slack', 'waiting', 0, true],
    ]);
  });

  test('MLG-39: of all includes those of the submission, the series, the form, or all of them, but no mail that may have arrived', async () => {
    const [series, form] = [await buildSeries(db), await buildMarketingForm(db)];
    const failed = { slack: ['failed'], email: ['waiting'], crm: ['succeeded'] } satisfies Partial<Record<StepName, [StepState]>>;
    const first = await signedUp({ form_id: series }, failed);
    const mail = { submission_id: first, mailing_person_id: newId(), step: 'mailing', state: 'failed', cause: 'maybe_sent' } as const;
    const { id } = await db.insertInto('submission_steps').values(mail).returning('id').executeTakeFirstOrThrow();
    const retried = async (path: string) => (await server.post(path)).body.data.retried;
    expect(await retried(`/submission/${first}/steps/retry`)).toBe(2);
    await signedUp({ form_id: series }, failed);
    await signedUp({ form_id: form }, failed);
    expect(await retried(`/event_series/${series}/steps/retry`)).toBe(2);
    await signedUp({ form_id: series }, failed);
    expect(await retried(`/form/${form}/steps/retry`)).toBe(2);
    await signedUp({ form_id: form }, failed);
    expect(await retried('/steps/retry')).toBe(4);
    expect(await retried('/steps/retry')).toBe(0);
    expect(await retried(`/step/${id}/retry`)).toBe(1);
  });

  test('of an unknown submission, series, form or step is 404', async () => {
    const id = await signedUp({ form_id: await buildSeries(db) }, { slack: ['failed'] });
    const none = newId();
    const paths = [
      `/step/${none}/retry`,
      `/step/${id}/retry`,
      `/submission/${none}/steps/retry`,
      `/event_series/${none}/steps/retry`,
      `/form/${none}/steps/retry`,
      '/submission/x/steps/retry',
    ];
    for (const path of paths) expect([path, (await server.post(path)).status]).toEqual([path, 404]);
  });

  test.each([
    'get /steps/counts',
    'get /steps/failed',
    'get /steps/causes',
    'post /steps/retry',
    'post /steps/cause/retry',
    'post /steps/cause/dismiss',
    'post /steps/dismissed/restore',
    `post /step/${newId()}/retry`,
    `post /step/${newId()}/dismiss`,
    `post /submission/${newId()}/address/correct`,
  ])('%s is for staff only', async (call) => {
    const [method, path = ''] = call.split(' ');
    for (const [as, status] of [
      ['visitor', 401],
      ['forger', 401],
      ['outsider', 403],
    ] as const) {
      expect((await (method === 'get' ? server.get(path, { as }) : server.post(path, {}, { as }))).status).toBe(status);
    }
  });
});
