import { expect, test } from 'vitest';
import { buildEvent, buildField, buildSeries } from '#server/testing/form-rows.ts';
import { openPage } from '../../support/browser.ts';
import { openBuilder } from '../../support/builder-form.ts';
import { startStaffProduct } from '../../support/staff-product.ts';

const { db, url, browser, storageState } = await startStaffProduct();

test.each(['input', 'textarea', 'checkbox', 'select'] as const)(
  'BLD-19, BLD-33: a brunch field of the type %s says which event it belongs to, and whether that one was deleted, is hidden or no brunch event',
  async (type) => {
    const seriesId = await buildSeries(db, { title: 'Spring' });
    const owner = { form_id: seriesId };
    const events = {
      shown: await buildEvent(db, seriesId, { title: 'Brunch', is_brunch: true }),
      hidden: await buildEvent(db, seriesId, { title: 'Hidden brunch', is_brunch: true, is_on_form: false }),
      plain: await buildEvent(db, seriesId, { title: 'Talk' }),
      gone: null,
    };
    for (const [position, [label, eventId]] of Object.entries(events).entries()) {
      await buildField(db, owner, { label, type, options: ['Tea'], position, is_brunch: true, brunch_event_id: eventId });
    }
    const page = await openPage(browser, { storageState });
    const { row } = await openBuilder(page, `${url}/spring/events-series/${seriesId}/create`);
    await row('shown').getByText(`Is this event a brunch event? Yes · Brunch · ${events.shown}`).waitFor();
    const problems = ['Its event is hidden.', 'Its event is no brunch event.', 'Its event is gone: choose another.'];
    const said = async (label: string) => {
      const text = (await row(label).textContent()) ?? '';
      return problems.filter((problem) => text.includes(problem));
    };
    expect(await Promise.all(['shown', 'hidden', 'plain', 'gone'].map(said))).toEqual([[], ...problems.map((problem) => [problem])]);
    await row('gone').getByRole('button', { name: 'Edit gone' }).click();
    await row('gone').getByRole('combobox', { name: 'Select the event to which this menu applies' }).click();
    await page.getByRole('option', { name: 'Brunch', exact: true }).click();
    await row('gone').getByText(`Brunch · ${events.shown}`).waitFor();
  },
);
