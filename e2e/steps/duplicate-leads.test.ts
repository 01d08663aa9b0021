import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { newLead } from '#server/testing/services/copper.ts';
import { expectAccessibleViews, openPage, signedInState } from '../support/browser.ts';
import { startFormProduct } from '../support/public-forms.ts';
import { startServiceProduct } from '../support/service-product.ts';

const PATH = '/getduplicatesleads';
const { db, url, world, browser, open } = await startServiceProduct();
const bare = await startFormProduct();

beforeEach(async () => {
  await db.deleteFrom('duplicate_lead_reads').execute();
});

const lead = (id: number, email: string, values: Parameters<typeof newLead>[1] = {}) =>
  newLead(id, { email: { email, category: 'work' }, ...values });

function addLeads(): void {
  world.copper.leads.push(
    lead(101, 'Ada+Work@Example.com', { name: 'Ada Marsh', company_name: 'Engines & Sons' }),
    lead(102, 'ada+work@example.com', { name: '', company_name: null }),
    lead(103, 'zoe@example.com', { name: 'Zoë Hart' }),
    lead(104, 'ZOE@example.com', { name: 'Zoë Hart' }),
    lead(105, 'ben@example.com', { name: 'Ben Osei' }),
  );
}

const group = (page: Page, key: string) => page.getByRole('article', { name: key });
const counters = async (page: Page) => page.locator('dl > div').allInnerTexts();

describe('the account menu', () => {
  test('TOP-4, R18, USE-23: has Duplicates, which says whose they are and opens the screen in a new tab, signed in', async () => {
    addLeads();
    const page = await open('/home');
    await page.getByRole('button', { name: 'Account of Robin Hale' }).click();
    const opens = page.context().waitForEvent('page');
    await page.getByRole('menuitem', { name: 'Duplicates: leads in Copper (opens in a new tab)' }).click();
    const tab = await opens;
    await tab.getByRole('heading', { level: 1, name: 'Duplicate leads' }).waitFor();
    expect(tab.url()).toBe(`${url}${PATH}`);
    await group(tab, 'zoe@example.com').waitFor();
  });
});

describe('duplicate leads', () => {
  test('DUP-1, DUP-2, DUP-3, DUP-4: two numbers above the groups, each under its lowercased address', async () => {
    addLeads();
    const page = await open(PATH);
    await group(page, 'ada+work@example.com').waitFor();
    expect((await counters(page)).map((words) => words.split('\n').slice(0, 2))).toEqual([
      ['Total Leads', '5'],
      ['Duplicate Leads', '4'],
    ]);
    expect(await page.getByRole('article').getByRole('heading', { level: 2 }).allTextContents()).toEqual([
      'ada+work@example.com',
      'zoe@example.com',
    ]);
  });

  test('DUP-5: each group links to the search of the CRM for its key, in a new tab', async () => {
    addLeads();
    const page = await open(PATH);
    const link = group(page, 'ada+work@example.com').getByRole('link', { name: 'Open lead in Copper CRM' });
    expect(await link.getAttribute('href')).toContain('ada%2Bwork%40example.com');
    expect(await link.getAttribute('href')).toMatch(/^https:\/\/app\.copper\.com\//);
    expect(await link.getAttribute('target')).toBe('_blank');
    expect(await link.getAttribute('rel')).toContain('noopener');
  });

  test('DUP-6, DUP-7, DUP-8: each lead shows its ID, name and company, or their fallbacks', async () => {
    addLeads();
    const page = await open(PATH);
    const leads = group(page, 'ada+work@example.com').getByRole('listitem');
    await leads.first().waitFor();
    expect((await leads.allInnerTexts()).map((words) => words.split('\n').filter((word) => word.trim() !== ''))).toEqual([
      ['Ada Marsh', 'Engines & Sons', 'ID: 101'],
      ['Unnamed Lead', 'No Company', 'ID: 102'],
    ]);
  });

  test('DUP-9, DUP-10, DUP-14, DUP-15: a spinner with its text and the progress is shown until all pages are read', async () => {
    addLeads();
    for (let id = 1_000; id < 1_400; id += 1) world.copper.leads.push(lead(id, `only.${id}@example.com`));
    world.copper.behaviours.set({ kind: 'slow', ms: 700 }, { kind: 'slow', ms: 4_000 }, { kind: 'work' });
    const page = await open('/home');
    await page.goto(`${url}${PATH}`);
    await page.getByText('Loading duplicate lead data...').waitFor();
    await page.getByText('This may take a moment to retrieve all records').waitFor();
    await page.getByText('200 of 405 leads read').waitFor();
    const { promise: isLookedAt, resolve: answer } = Promise.withResolvers<void>();
    await page.route('**/api/getduplicateslead/progress*', async (route) => {
      await isLookedAt;
      // The page gives up a read when a later notice comes.
      await route.continue().catch(() => undefined);
    });
    expect(await page.getByRole('progressbar', { name: 'Leads read' }).getAttribute('aria-valuenow')).toMatch(/^49/);
    await expectAccessibleViews(page);
    answer();
    await group(page, 'zoe@example.com').waitFor();
    expect((await counters(page))[0]).toContain('405');
    expect(await page.getByText('Loading duplicate lead data...').count()).toBe(0);
  });

  test('DUP-12: a refusal of the CRM is shown instead of the spinner, and Retry reads again', async () => {
    addLeads();
    world.copper.behaviours.set({ kind: 'status', status: 401 });
    const page = await open(PATH);
    const alert = page.getByRole('alert');
    await alert.getByText(/^Error: .*Copper/).waitFor();
    expect(await page.getByText('Loading duplicate lead data...').count()).toBe(0);
    await expectAccessibleViews(page);
    world.copper.behaviours.set({ kind: 'work' });
    await alert.getByRole('button', { name: 'Retry' }).click();
    await group(page, 'zoe@example.com').waitFor();
  });

  test('DUP-12: without a configured CRM the screen says so, and links to the connections', async () => {
    const storageState = await signedInState(browser, bare.product.url);
    const page = await openPage(browser, { storageState });
    await page.goto(`${bare.product.url}${PATH}`);
    await page.getByRole('heading', { name: 'Copper CRM is not configured' }).waitFor();
    await page.getByText('Ask whoever runs it to connect Copper').waitFor();
    await expectAccessibleViews(page);
    await page.getByRole('link', { name: 'See all connections' }).click();
    await page.getByRole('heading', { level: 1, name: 'Connections' }).waitFor();
    await page.getByText('COPPER_API_TOKEN').waitFor({ state: 'attached' });
  });

  test('DUP-13: without duplicates a message says so, below the numbers', async () => {
    world.copper.leads.push(lead(1, 'ada@example.com'));
    const page = await open(PATH);
    await page.getByRole('heading', { name: 'No duplicate leads' }).waitFor();
    expect((await counters(page)).map((words) => words.split('\n')[1])).toEqual(['1', '0']);
    await expectAccessibleViews(page);
  });

  test('axe finds nothing in long addresses', async () => {
    addLeads();
    world.copper.leads.push(lead(201, `${'long.'.repeat(30)}@example.com`), lead(202, `${'long.'.repeat(30)}@example.com`));
    const page = await open(PATH);
    await group(page, 'zoe@example.com').waitFor();
    await expectAccessibleViews(page, { fits: true });
  });
});
