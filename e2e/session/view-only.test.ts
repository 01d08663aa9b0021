import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { buildEvent, buildSeries } from '#server/testing/form-rows.ts';
import { ASKS_FOR_ALL } from '#server/testing/worker.ts';
import { expectShown } from '../support/browser.ts';
import { buildLimitedSeries } from '../support/limited-rows.ts';
import { addAttendees } from '../support/series-rows.ts';
import { startServiceProduct } from '../support/service-product.ts';

const { db, url, open } = await startServiceProduct();

/** Until there are roles, everyone has all rights in the app. */
async function limitToViewing(page: Page): Promise<void> {
  await page.route('**/assets/*.js', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace('[`view`,`edit`,`admin`]', '[`view`]') });
  });
}

const named = (page: Page, name = '') => page.getByRole('button', { name }).or(page.getByRole('link', { name }));

test('AUTH-12: buttons that call or lead to a write are hidden from someone who may only view', async () => {
  const pages = [await open('/home'), await open('/home')] as const;
  const [editor, viewer] = pages;
  await limitToViewing(viewer);
  const expectHidden = async (path: string, shown: RegExp, names: readonly string[], openPart?: (page: Page) => Promise<void>) => {
    for (const page of pages) {
      await page.goto(`${url}${path}`);
      await openPart?.(page);
      await expectShown(page.getByText(shown).first());
    }
    await expectShown(named(editor, names.at(-1)).first());
    for (const name of names) expect([name, await named(editor, name).count(), await named(viewer, name).count()]).toEqual([name, 1, 0]);
  };
  await expectHidden('/home', /^No event series yet/, ['Add your first series', 'Add form', 'Add feedback list', 'Load sample data']);

  const id = await buildSeries(db, { title: 'Brunch', ...ASKS_FOR_ALL });
  const series = `/brunch/events-series/${id}`;
  await db.deleteFrom('form_setups').execute();
  const setUp = ['Hide', 'Add an event', 'Describe it', 'Send a test to me', 'Send a test message', 'Add Event'];
  await expectHidden(series, /^Setup: /, setUp);
  await expectHidden(`${series}/create`, /^Event series form$/, ['Add field']);
  await expectHidden(`${series}/mailings`, /^No mailings yet/, ['New mailing']);

  for (const title of ['One', 'Two']) await buildEvent(db, id, { title, is_on_form: false });
  await expectHidden(`${series}/show-disabled-events`, /^Two$/, ['Show all 2 on the form', 'Add Event']);

  const eventId = await buildEvent(db, id);
  const failed = { state: 'failed', attempts: 1, message: 'It was refused.' } as const;
  await addAttendees(db, id, [eventId], [{ first_name: 'Ada', steps: { slack: failed, forward: failed } }]);
  const openAda = async (page: Page) => page.getByRole('button', { name: 'Details of Ada' }).click();
  const ofSteps = ['Retry slack', 'Dismiss slack', 'Retry all failed steps'];
  await expectHidden(`${series}?event=${eventId}`, /^Failed a step: slack/, ofSteps, openAda);

  const limited = await buildLimitedSeries(db);
  await expectHidden(`${limited.path}?event=${limited.events.first}&registration=waiting`, /^Grace Liu/, ['Offer to the next 2']);
});
