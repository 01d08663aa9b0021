import { Buffer } from 'node:buffer';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#server/db/new-id.ts';
import { buildEvent, buildField, buildSeries } from '#server/testing/form-rows.ts';
import { pngBytes } from '#server/testing/pictures.ts';
import { buildFeedbackList } from '../feedback/feedback-rows.ts';
import { chooseAccount, chooseMore, expectShown, openPage, openSignIn } from '../support/browser.ts';
import { addAttendees } from '../support/series-rows.ts';
import { startStaffProduct } from '../support/staff-product.ts';
import { translateAlways } from '../support/translate.ts';

const { db, url, browser, storageState, open } = await startStaffProduct();

const ids = { series: '', event: '' };
beforeEach(async () => {
  await db.deleteFrom('forms').execute();
  ids.series = await buildSeries(db, { title: 'Leadership Essentials' });
  ids.event = await buildEvent(db, ids.series, { title: 'Coaching skills' });
  await buildField(db, { form_id: ids.series }, { label: 'Diet' });
  await addAttendees(db, ids.series, [ids.event], [{ first_name: 'Ada', last_name: 'Marsh' }]);
});

/** Refuses what is sent, as when the token has expired and cannot be renewed. Background calls pass: one could end the session before Save is pressed. */
async function endSession(page: Page): Promise<void> {
  const problem = { type: 'about:blank', title: 'Unauthorized', status: 401, detail: 'Please sign in again.' };
  const refuse = `${url}/{api/**,auth/renew}`;
  await page.route(refuse, async (route) => {
    const isBackground = route.request().method() === 'GET' || route.request().url().includes('/api/live/');
    await (isBackground ? route.fallback() : route.fulfill({ status: 401, json: problem, contentType: 'application/problem+json' }));
  });
}

async function signInAgain(page: Page): Promise<void> {
  await expectShown(page.getByText('Your session has ended. Sign in again: what you typed is kept.'));
  await page.unrouteAll();
  await chooseAccount(await openSignIn(page), /Robin Hale/);
}

/** Types into a page, sends it after the session has ended, and signs in again. Returns the page, which is back where it was. */
async function interrupted(path: string, typeAndSend: (page: Page, send: () => Promise<void>) => Promise<void>): Promise<Page> {
  const page = await openPage(browser, { storageState });
  const address = `${url}/leadership-essentials/events-series/${ids.series}${path}`;
  await page.goto(address);
  await typeAndSend(page, async () => endSession(page));
  await signInAgain(page);
  await page.waitForURL(({ href }) => href.startsWith(address));
  return page;
}

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

describe('OIDC-14: a session that ends in the middle of typing asks to sign in again, and nothing is lost', () => {
  test('a new event, which is then added', async () => {
    const page = await interrupted('/add', async (on, end) => {
      await on.getByLabel('Title').fill('Giving feedback');
      await on.getByLabel('Venue').fill('Harbour House');
      await on.getByRole('button', { name: 'Date' }).click();
      const picker = on.getByRole('dialog', { name: 'Date and time' });
      await picker.getByRole('button', { name: 'Next month' }).click();
      await picker.getByRole('button', { name: /^15 / }).click();
      await picker.getByLabel('Hours').fill('09');
      await picker.getByRole('button', { name: 'Use this date and time' }).click();
      await end();
      await on.getByRole('button', { name: 'Add Event' }).click();
    });
    expect(await page.getByLabel('Title').inputValue()).toBe('Giving feedback');
    expect(await page.getByLabel('Venue').inputValue()).toBe('Harbour House');
    await page.getByRole('button', { name: 'Add Event' }).click();
    await expectShown(page.getByRole('article', { name: 'Giving feedback' }));
  });

  test('settings of a series', async () => {
    const page = await interrupted('/edit', async (on, end) => {
      await on.getByLabel('Copper tag').fill('spring');
      await on.getByLabel('Email body template').fill('Dear %FNAME%,');
      await on.getByRole('textbox', { name: 'Description' }).fill('Three **days**');
      const cover = { name: 'quay.png', mimeType: 'image/png', buffer: pngBytes(300, 200) };
      await on.getByLabel('Cover picture').and(on.locator('[type="file"]')).setInputFiles(cover);
      await on.getByLabel('Describe the picture').fill('The quay');
      await end();
      await save(on).click();
    });
    expect(await page.getByLabel('Email body template').inputValue()).toBe('Dear %FNAME%,');
    await expectShown(page.getByText('300 × 200'));
    await save(page).click();
    await expectShown(page.getByText('All changes saved'));
    const stored = await db.selectFrom('forms').selectAll().executeTakeFirstOrThrow();
    expect(stored).toMatchObject({
      copper_tag: 'spring',
      email_template: 'Dear %FNAME%,',
      description: 'Three **days**',
      cover: { alt: 'The quay' },
    });
  });

  test('an event and the cells of its attendees', async () => {
    const page = await interrupted(`/event/${ids.event}/edit`, async (on, end) => {
      await on.getByLabel('Copper tag').fill('spring');
      await on
        .getByRole('table', { name: 'Attendees to edit' })
        .getByLabel(/^Organisation/)
        .fill('Kestrel Housing');
      await end();
      await save(on).click();
    });
    expect(await page.getByLabel('Copper tag').inputValue()).toBe('spring');
    const cell = page.getByRole('table', { name: 'Attendees to edit' }).getByLabel(/^Organisation/);
    await expect.poll(async () => cell.inputValue()).toBe('Kestrel Housing');
  });

  test('an attendee added by hand', async () => {
    const page = await interrupted('', async (on, end) => {
      await on.getByRole('button', { name: 'Add Attendee' }).click();
      await on.getByLabel('First name').fill('Owen');
      await on.getByLabel('Last name').fill('Reed');
      await on.getByLabel('Email').fill('owen@example.com');
      await end();
      await on.getByRole('button', { name: 'Add attendee', exact: true }).click();
    });
    const dialog = page.getByRole('dialog', { name: 'Add attendee to ‘Coaching skills’' });
    await dialog.waitFor();
    expect(await dialog.getByLabel('First name').inputValue()).toBe('Owen');
    await dialog.getByRole('button', { name: 'Add attendee', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    const attendees = db.selectFrom('submissions').select(['last_name', 'email']).where('form_id', '=', ids.series);
    expect(await attendees.where('first_name', '=', 'Owen').execute()).toEqual([{ last_name: 'Reed', email: 'owen@example.com' }]);
    await page.reload();
    await page.getByRole('button', { name: 'Add Attendee' }).waitFor();
    expect(await dialog.count()).toBe(0);
  });

  test('a file that is uploaded, with corrections', async () => {
    const upload = (on: Page) => on.getByRole('dialog', { name: 'Upload CSV to ‘Coaching skills’' });
    const buffer = Buffer.from('first_name,last_name,email\nOwen,Reed,owen\n');
    const page = await interrupted('', async (on, end) => {
      await on.getByRole('button', { name: 'Upload CSV' }).click();
      await upload(on).getByLabel('Choose a CSV file').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
      await upload(on).getByRole('button', { name: 'Check 1 row' }).click();
      await upload(on).getByLabel('Email, line 2').fill('owen@example.com');
      await end();
      await upload(on).getByRole('button', { name: 'Add 1', exact: true }).click();
    });
    await upload(page).getByRole('button', { name: 'Add 1', exact: true }).click();
    await expectShown(upload(page).getByText('1 row: 1 added'));
  });

  test('the note of an announcement, then the reason of a cancellation', async () => {
    await db.updateTable('forms').set({ calendar_entries: true }).execute();
    const notify = (on: Page) => on.getByRole('dialog', { name: 'Notify 1 attendee?' });
    const edited = await interrupted(`/event/${ids.event}/edit`, async (on, end) => {
      await on.getByRole('textbox', { name: 'Venue', exact: true }).fill('Harbour House');
      await save(on).click();
      await notify(on).getByLabel('Note').fill('A pipe burst.');
      await end();
      await notify(on).getByRole('button', { name: 'Notify 1 person' }).click();
    });
    expect(await notify(edited).getByLabel('Note').inputValue()).toBe('A pipe burst.');
    await notify(edited).getByRole('button', { name: 'Notify 1 person' }).click();
    await notify(edited).waitFor({ state: 'detached' });

    const cancel = (on: Page) => on.getByRole('dialog', { name: 'Cancel ‘Coaching skills’?' });
    const page = await interrupted('', async (on, end) => {
      await chooseMore(on.getByRole('article', { name: 'Coaching skills' }), 'Cancel event…');
      await cancel(on).getByLabel('Reason').fill('The trainer is ill.');
      await end();
      await cancel(on).getByRole('button', { name: 'Cancel event', exact: true }).click();
    });
    expect(await cancel(page).getByLabel('Reason').inputValue()).toBe('The trainer is ill.');
    await cancel(page).getByRole('button', { name: 'Cancel event', exact: true }).click();
    await cancel(page).waitFor({ state: 'detached' });
    const notes = await db.selectFrom('registration_changes').select('details').where('kind', '=', 'announced').execute();
    expect(notes.map(({ details }) => details.note)).toEqual(['A pipe burst.', 'The trainer is ill.']);

    const remove = (on: Page) => on.getByRole('dialog', { name: 'Delete ‘Coaching skills’?' });
    const deleted = await interrupted('', async (on, end) => {
      await chooseMore(on.getByRole('article', { name: 'Coaching skills' }), 'Delete');
      await remove(on).getByLabel('Notify 1 person that it is cancelled').check();
      await remove(on).getByLabel('Note').fill('It will not come back.');
      await end();
      await remove(on).getByRole('button', { name: 'Delete event' }).click();
    });
    expect(await remove(deleted).getByLabel('Note').inputValue()).toBe('It will not come back.');
    await remove(deleted).getByRole('button', { name: 'Delete event' }).click();
    await remove(deleted).waitFor({ state: 'detached' });
  });

  test('the reason of a cancellation that began as a deletion, and nothing of the deletion', async () => {
    const cancel = (on: Page) => on.getByRole('dialog', { name: 'Cancel ‘Coaching skills’?' });
    const page = await interrupted('', async (on, end) => {
      await chooseMore(on.getByRole('article', { name: 'Coaching skills' }), 'Delete');
      const remove = on.getByRole('dialog', { name: 'Delete ‘Coaching skills’?' });
      await remove.getByLabel('Note').fill('It will not come back.');
      await remove.getByRole('button', { name: 'Cancel event…' }).click();
      await cancel(on).getByLabel('Reason').fill('The trainer is ill.');
      await end();
      await cancel(on).getByRole('button', { name: 'Cancel event', exact: true }).click();
    });
    expect(await cancel(page).getByLabel('Reason').inputValue()).toBe('The trainer is ill.');
    expect(await page.getByRole('dialog', { includeHidden: true }).count()).toBe(1);
  });

  test('the notes of a series that is deleted, and of a place that is cancelled, once that is asked again', async () => {
    const remove = (on: Page) => on.getByRole('dialog', { name: 'Delete ‘Leadership Essentials’?' });
    const page = await interrupted('', async (on, end) => {
      await on.getByRole('button', { name: 'Settings' }).click();
      await on.getByRole('menuitem', { name: 'Delete Series' }).click();
      await remove(on).getByLabel('Note').fill('It will not come back.');
      await end();
      await remove(on).getByRole('button', { name: 'Delete series' }).click();
    });
    expect(await remove(page).getByLabel('Note').inputValue()).toBe('It will not come back.');
    const cancel = async (on: Page) => {
      await on.getByRole('button', { name: 'Cancel place…' }).click();
      return on.getByRole('dialog', { name: "Cancel Ada Marsh's place?" });
    };
    const again = await interrupted(`?event=${ids.event}`, async (on, end) => {
      await on.getByRole('button', { name: 'Details of Ada Marsh' }).click();
      await (await cancel(on)).getByLabel('Note').fill('See you in May.');
      await end();
      await on.getByRole('button', { name: 'Cancel place', exact: true }).click();
    });
    expect(await (await cancel(again)).getByLabel('Note').inputValue()).toBe('See you in May.');
  });

  test('fields of a form, including one that was not added yet', async () => {
    const page = await interrupted('/create', async (on, end) => {
      await on.getByRole('button', { name: 'Edit Diet' }).click();
      await on.getByRole('form', { name: 'Edit Diet' }).getByLabel('Label').fill('Dietary needs');
      await on.getByRole('form', { name: 'Add New Field' }).getByLabel('Label').fill('Team size');
      await end();
      await on.getByRole('button', { name: /^Save Form/ }).click();
    });
    await expectShown(page.getByRole('heading', { name: 'Dietary needs' }));
    expect(await page.getByRole('form', { name: 'Add New Field' }).getByLabel('Label').inputValue()).toBe('Team size');
    await page.getByRole('button', { name: /^Save Form/ }).click();
    await expectShown(page.getByRole('alert').filter({ hasText: 'Form saved successfully!' }));
  });

  test('with an outdated slug in the address', async () => {
    const page = await open(`/old-name/events-series/${ids.series}/edit`);
    await page.waitForURL(`${url}/leadership-essentials/events-series/${ids.series}/edit`);
    await page.getByLabel('Copper tag').fill('spring');
    await endSession(page);
    await save(page).click();
    await signInAgain(page);
    await expectShown(page.getByText('1 unsaved change', { exact: true }));
    expect(await page.getByLabel('Copper tag').inputValue()).toBe('spring');
  });
});

describe('USE-70: browsers that translate', () => {
  test('no screen fails', async () => {
    const series = `${url}/leadership-essentials/events-series/${ids.series}`;
    const page = await openPage(browser, { storageState });
    const problems: string[] = [];
    page.on('pageerror', ({ message }) => problems.push(message));
    await translateAlways(page);
    const [mailing, past] = [newId(), await buildEvent(db, ids.series, { title: 'Past', starts_at: '2026-01-12T09:30:00Z' })];
    await addAttendees(db, ids.series, [past], [{ first_name: 'Ben' }, { first_name: 'Cy' }]);
    await db.updateTable('registrations').set({ attended_at: new Date() }).where('event_id', '=', past).execute();
    const about = { kind: 'mailing', audience: '{}', subject: 'Parking', template: 'Hello', is_written: true } as const;
    await db
      .insertInto('mailings')
      .values({ ...about, id: mailing, form_id: ids.series, begins_at: new Date() })
      .execute();
    const ofEvent = ['edit', 'print'].map((name) => `/event/${past}/${name}`);
    const ofMailings = ['', '/new', `/new?event=${ids.event}`, `/${mailing}`].map((path) => `/mailings${path}`);
    for (const path of ['', '/add', ...ofEvent, ...ofMailings, '/edit', '/create', '/statistics', '/show-disabled-events']) {
      await page.goto(series + path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      for (const button of await page.getByRole('main').getByRole('button', { expanded: false }).all()) {
        await button.click({ timeout: 2_000 }).catch(() => undefined);
        await page.keyboard.press('Escape');
      }
      await page.setViewportSize({ width: 390, height: 844 });
      await page.setViewportSize({ width: 1_440, height: 900 });
      await page.goBack();
    }
    await page.goto(`${series}?event=${past}`);
    for (const [index, name] of ['Ben', 'Cy'].entries()) {
      await page.getByRole('checkbox', { name: new RegExp(`^Select ${name} `) }).check();
      await expectShown(page.getByRole('status').filter({ hasText: `${index + 1} selected` }));
    }
    const feedback = await buildFeedbackList(db, 'How was it?', [{ rating: 5, comment: 'Good' }]);
    for (const path of [
      '/home',
      `/feedback/${feedback}`,
      '/people?search=ada',
      '/needs-attention',
      '/connections',
      '/connections/check',
      '/getduplicatesleads',
    ]) {
      await page.goto(url + path);
      await page.getByRole('heading', { level: 1 }).waitFor();
    }
    expect([problems, await page.getByRole('button', { name: 'Reload' }).count()]).toEqual([[], 0]);
  });
});
