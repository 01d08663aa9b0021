import { beforeEach, expect, test } from 'vitest';
import { LOADING } from '#contract/texts/staff.ts';
import { buildEvent, buildField, buildMarketingForm, buildSeries } from '#server/testing/form-rows.ts';
import { buildFeedbackList } from '../feedback/feedback-rows.ts';
import { expectShown, openPage } from '../support/browser.ts';
import { openBuilder } from '../support/builder-form.ts';
import { startStaffProduct } from '../support/staff-product.ts';

const { db, url, browser, storageState } = await startStaffProduct();
const page = await openPage(browser, { storageState });

let seriesPath = '';
let eventPath = '';
let formPath = '';
let feedbackPath = '';

beforeEach(async () => {
  for (const table of ['forms', 'feedback_lists'] as const) await db.deleteFrom(table).execute();
  const seriesId = await buildSeries(db, { title: 'Open days' });
  seriesPath = `/open-days/events-series/${seriesId}`;
  eventPath = `${seriesPath}/event/${await buildEvent(db, seriesId, { title: 'Day one' })}`;
  await buildField(db, { form_id: seriesId }, { label: 'Diet' });
  const formId = await buildMarketingForm(db, { title: 'Handbook' });
  formPath = `/handbook/form/${formId}`;
  await buildField(db, { form_id: formId }, { label: 'Diet' });
  feedbackPath = `/feedback/${await buildFeedbackList(db, 'Website', [])}`;
});

const link = (name: string | RegExp) => page.getByRole('link', { name }).first();
const at = async (path: string) => page.waitForURL(`${url}${path}`);

async function choose(item: string): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('A page tries nothing that its policy forbids, which Firefox would report', async () => {
  const policed = await openPage(browser, { storageState });
  const blocked: string[] = [];
  await policed.exposeFunction('noteBlocked', (what: string) => blocked.push(what));
  await policed.addInitScript('addEventListener("securitypolicyviolation", (event) => noteBlocked(event.blockedURI))');
  await policed.goto(`${url}/home`);
  await expectShown(policed.getByRole('heading', { level: 1, name: 'Events Hub' }));
  await policed.evaluate('new Promise(requestAnimationFrame)');
  expect(blocked).toEqual([]);
  await policed.context().close();
});

test('R4: /home shows the dashboard', async () => {
  await page.goto(`${url}/home`);
  await expectShown(page.getByRole('heading', { level: 1, name: 'Events Hub' }));
  expect(new URL(page.url()).pathname).toBe('/home');
  const sections = await page.getByRole('heading', { level: 2 }).allTextContents();
  expect(sections.slice(-3)).toEqual(['Event series', 'Forms', 'Website feedback']);
  for (const card of ['Open days', 'Handbook', 'Website']) await expectShown(link(card));
});

test('R9, R11: the addresses of the form and of a new event show their screens', async () => {
  await page.goto(`${url}${seriesPath}/create`);
  await expectShown(page.getByRole('heading', { name: 'Event series form' }));
  await page.goto(`${url}${seriesPath}/add`);
  await expectShown(page.getByRole('heading', { level: 1, name: 'Add event' }));
});

test('EMB-6: only the public forms may be framed', async () => {
  const policyOf = async (path: string) => {
    const { headers } = await fetch(url + path, { headers: { accept: 'text/html' }, redirect: 'manual' });
    return /frame-ancestors ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1];
  };
  const shut = [
    '/',
    '/home',
    seriesPath,
    `${seriesPath}/edit`,
    formPath,
    feedbackPath,
    '/auth/login',
    '/api/docs',
    '/api/event_series',
    '/no/such',
  ];
  for (const path of shut) expect([path, await policyOf(path)]).toEqual([path, "'none'"]);
  for (const path of [seriesPath, formPath]) expect(await policyOf(`${path}/view`)).toBeUndefined();
});

test('TOP-6: back goes to the parent of the address, and does not repeat the title below it', async () => {
  const below: [string, string][] = [
    [`${seriesPath}/statistics`, seriesPath],
    [`${seriesPath}/create`, seriesPath],
    [`${seriesPath}/show-disabled-events`, seriesPath],
    [`${formPath}/create`, formPath],
    [`${formPath}/statistics`, formPath],
  ];
  for (const [path, to] of below) {
    await page.goto(url + path);
    const back = page.getByRole('main').getByRole('link').first();
    // Until the form is read, its address has a dash for its title.
    await expect
      .poll(async () => [path, await back.innerText(), await back.getAttribute('href')])
      .toEqual([path, to === seriesPath ? 'Events' : 'Event', to]);
    await back.click();
    await at(to);
  }
});

test('TOP-7: if the parent of the address is not the page to go back to, back leads to the specified page', async () => {
  const given: [string, string][] = [
    [feedbackPath, '/home'],
    ['/getduplicatesleads', '/home'],
    // There is no page three levels up.
    [`${seriesPath}/edit`, seriesPath],
    [`${formPath}/edit`, formPath],
    [`${seriesPath}/add`, seriesPath],
  ];
  for (const [path, to] of given) {
    await page.goto(url + path);
    const title = { [seriesPath]: 'Open days', [formPath]: 'Handbook' }[to] ?? 'Events Hub';
    const back = page.getByRole('main').getByRole('link', { name: title, exact: true });
    expect([path, await back.getAttribute('href')]).toEqual([path, to]);
    await back.click();
    await at(to);
  }
});

test('R20: every screen is reached without loading a new document', async () => {
  await page.goto(`${url}/home`);
  await link('Open days').waitFor();
  const documents: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(request.url());
  });
  const steps: [() => Promise<void>, string][] = [
    [async () => link('Open days').click(), seriesPath],
    [async () => link('Statistics').click(), `${seriesPath}/statistics`],
    [async () => link('Modify Form').click(), `${seriesPath}/create`],
    [async () => link(/^Events$/).click(), seriesPath],
    [async () => link('Add Event').click(), `${seriesPath}/add`],
    [async () => link('Open days').click(), seriesPath],
    [async () => link('Edit Event').click(), `${eventPath}/edit`],
    [async () => link('Open days').click(), seriesPath],
    [async () => choose('Edit Series'), `${seriesPath}/edit`],
    [async () => link('Open days').click(), seriesPath],
    [async () => choose('Show disabled events'), `${seriesPath}/show-disabled-events`],
    [async () => void (await page.goBack()), seriesPath],
    [async () => link('Events Hub').click(), '/home'],
    [async () => link('Handbook').click(), formPath],
    [async () => link('Statistics').click(), `${formPath}/statistics`],
    [async () => link('Modify Form').click(), `${formPath}/create`],
    [async () => choose('Edit Form'), `${formPath}/edit`],
    [async () => link('Handbook').click(), formPath],
    [async () => link('Events Hub').click(), '/home'],
    [async () => link('Website').click(), feedbackPath],
    [async () => link('Events Hub').click(), '/home'],
  ];
  for (const [go, path] of steps) {
    await page.getByRole('main').evaluate((main) => main.setAttribute('data-left', ''));
    await go();
    await at(path);
    // The address changes before the screen does, and anything opened on the old screen disappears with it.
    await page.locator('main:not([data-left])').waitFor();
  }
  expect(documents).toEqual([]);
});

test('at twice the zoom on a phone no screen scrolls sideways', async () => {
  const zoomed = await openPage(browser, { storageState, viewport: { width: 195, height: 422 } });
  const shown: [string, string][] = [
    ['/home', 'Open days'],
    [seriesPath, 'Day one'],
    [`${seriesPath}/statistics`, 'Days without sign-ups'],
    [`${seriesPath}/create`, 'Diet'],
    [`${seriesPath}/edit`, 'Description'],
    [`${eventPath}/edit`, 'Venue'],
    [feedbackPath, 'Website'],
    ['/connections', 'Copper CRM'],
  ];
  for (const [path, text] of shown) {
    await zoomed.goto(url + path);
    await zoomed.getByRole('main').getByText(text).first().waitFor();
    expect([path, await zoomed.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, 195]);
  }
});

test('while the script of the first screen loads, the frame is shown', async () => {
  const script = Promise.withResolvers<void>();
  await page.route('**/home-*.js', async (route) => {
    await script.promise;
    await route.continue();
  });
  await page.goto(`${url}/home`);
  await page.getByRole('status').getByText(LOADING).waitFor();
  expect(await page.getByRole('banner').getByRole('link', { name: 'Turnout' }).isVisible()).toBe(true);
  script.resolve();
  await link('Open days').waitFor();
});

test('R20: the server answers all of them with the same document, except the public pages', async () => {
  const documentAt = async (path: string) => {
    const html = await (await fetch(url + path, { headers: { accept: 'text/html' } })).text();
    return html.replaceAll(/nonce="[^"]*"/g, '').replaceAll(/content="[^"]{16,}"/g, '');
  };
  const app = await documentAt('/home');
  const parts = ['', '/show-disabled-events', '/statistics', '/create', '/edit', '/add'];
  const paths = [
    '/',
    ...parts.map((part) => `${seriesPath}${part}`),
    `${eventPath}/edit`,
    ...['', '/edit', '/create', '/statistics'].map((part) => `${formPath}${part}`),
    feedbackPath,
    '/getduplicatesleads',
    seriesPath.replace('/open-days', ''),
  ];
  for (const path of paths) expect([path, (await documentAt(path)) === app]).toEqual([path, true]);
  for (const path of [seriesPath, formPath]) expect(await documentAt(`${path}/view`)).toContain('name="first_name"');
  expect(app).not.toContain('name="first_name"');
});

test.each(['series', 'form'])(
  'R23: all parts of the create screen of a %s share one read and one draft: head, list, preview and bar',
  async (kind) => {
    const [path, title] = kind === 'series' ? [seriesPath, 'Open days'] : [formPath, 'Handbook'];
    const reads: string[] = [];
    const call = kind === 'series' ? '/api/event_series/' : '/api/form/';
    page.on('request', (request) => {
      if (request.url().includes(call)) reads.push(`${request.method()} ${request.url().replace(/.*\/api\//, '')}`);
    });
    // If the live updates begin slowly, everything is read again.
    await page.route('**/api/live*', async (route) => route.abort());
    const builder = await openBuilder(page, `${url}${path}/create`);
    await expectShown(page.getByRole('heading', { level: 1, name: title }));
    await expectShown(builder.preview.getByLabel('Diet'));
    expect(reads).toHaveLength(1);
    await builder.row('Diet').getByRole('button', { name: /^Edit/ }).click();
    await page.getByRole('form', { name: 'Edit Diet' }).getByLabel('Label').fill('Allergies');
    await expectShown(builder.preview.getByLabel('Allergies'));
    await expectShown(page.getByText('1 unsaved change'));
    expect(await builder.preview.getByLabel('Diet').count()).toBe(0);
    expect(reads).toHaveLength(1);
  },
);
