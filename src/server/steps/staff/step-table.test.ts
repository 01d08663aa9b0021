import { expect, test } from 'vitest';
import { SERVICE_NAMES, SERVICES, SETTING_NAMES, type SettingName, STEP_NAMES, STEPS } from '#contract/steps/steps.ts';
import { fanOut } from '#server/steps/fan-out.ts';
import { buildSeries } from '#server/testing/form-rows.ts';
import { createTestServer } from '#server/testing/server.ts';
import { ASKS_FOR_ALL, buildSignUp, stepsOf } from '#server/testing/worker.ts';

const server = await createTestServer();
const { db, pool } = server;

/** The steps of a sign-up that arrives when only these settings are set. */
async function askedFor(isSet: (name: SettingName) => boolean): Promise<string[]> {
  const settings = SETTING_NAMES.filter(isSet).map((name) => [name, ASKS_FOR_ALL[name]]);
  const id = await buildSignUp(db, { form_id: await buildSeries(db, Object.fromEntries(settings)) });
  await fanOut(pool, 'signUps');
  return (await stepsOf(db, id)).map(({ step }) => step);
}

test.each(STEP_NAMES.filter((step) => STEPS[step].settings.length > 0))(
  'the step %s is asked for when all its settings are set, and only then',
  async (step) => {
    const { settings } = STEPS[step];
    expect(await askedFor((name) => settings.includes(name))).toEqual([step]);
    for (const missing of settings) {
      expect(await askedFor((name) => name !== missing)).toEqual(
        STEP_NAMES.filter((each) => STEPS[each].settings.length > 0 && !STEPS[each].settings.includes(missing)).toSorted(),
      );
    }
  },
);

test('every step can fail, is listed page by page, and belongs to a service that staff see', async () => {
  const submission_id = await buildSignUp(db, { form_id: await buildSeries(db) }, { awaiting_fan_out: false });
  const values = STEP_NAMES.map((step) => ({ submission_id, step, state: 'failed' as const, attempts: 1 }));
  await db.insertInto('submission_steps').values(values).execute();
  const listed: string[] = [];
  for (let query = '?limit=1'; query !== '';) {
    const { data } = (await server.get(`/steps/failed${query}`)).body;
    listed.push(...data.steps.map(({ step }: { step: string }) => step));
    query = data.next_cursor === null ? '' : `?limit=1&cursor=${data.next_cursor}`;
  }
  expect(listed.toSorted()).toEqual(STEP_NAMES.toSorted());
  const { data } = (await server.get('/connections')).body;
  const failed = (service: string) => STEP_NAMES.filter((step) => STEPS[step].service === service).length;
  expect(data.map((each: { service: string; steps_failed: number }) => [each.service, each.steps_failed])).toEqual(
    SERVICE_NAMES.map((service) => [service, failed(service)]),
  );
});

test.each(SERVICE_NAMES)('the outcomes of %s can be stored, and its test is a call with the input on the screen', async (service) => {
  await db.insertInto('service_outcomes').values({ service, failure: 'no' }).execute();
  const { input } = SERVICES[service].test;
  const answer = await server.post(`/connections/${service}/test`, input === undefined ? {} : { [input.name]: 'C1' });
  expect([200, 503]).toContain(answer.status);
});
