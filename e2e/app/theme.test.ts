import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { expectAccessibleViews } from '../support/browser.ts';
import { startStaffProduct } from '../support/staff-product.ts';

const { url, open } = await startStaffProduct();

let page: Page;
beforeEach(async () => {
  page = await open('/home', { colorScheme: 'light' });
  await page.getByRole('heading', { level: 1, name: 'Events Hub' }).waitFor();
});

const ground = async (of = page) => of.evaluate(() => getComputedStyle(document.body).backgroundColor);
const LIGHT = 'rgb(250, 250, 250)';
const DARK = 'rgb(17, 17, 20)';
const chosen = () => page.getByRole('menuitemradio', { checked: true });

test('EXTRA-13: the theme is chosen in the account menu, survives a reload, applies to other tabs, and is that of the system by default', async () => {
  const account = page.getByRole('button', { name: /^Account of/ });
  const other = await page.context().newPage();
  await other.goto(`${url}/connections`);
  await expect.poll(async () => ground(other)).toBe(LIGHT);
  await account.click();
  expect(await chosen().innerText()).toBe('System');
  await expectAccessibleViews(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect.poll(async () => ground()).toBe(DARK);
  await expect.poll(async () => ground(other)).toBe(DARK);
  await other.close();
  await page.reload();
  await expect.poll(async () => ground()).toBe(DARK);
  await account.click();
  await page.getByRole('menuitemradio', { name: 'System' }).click();
  await expect.poll(async () => ground()).toBe(LIGHT);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(async () => ground()).toBe(DARK);
});

const root = join(import.meta.dirname, '../..');
const filesIn = (folder: string, kind: string): string[] => readdirSync(join(root, folder)).filter((name) => name.endsWith(kind));
const classesIn = (folder: string, names: readonly string[]): string[] =>
  names.flatMap((name) => readFileSync(join(root, folder, name), 'utf8').match(/\bm_[0-9a-f]{5,8}\b/g) ?? []);

test('the sheets have the styles of the components of Mantine that the built scripts use, and no others', () => {
  const [parts, styles] = ['dist/admin/assets', 'node_modules/@mantine/core/styles'];
  const used = new Set(classesIn(parts, filesIn(parts, '.js')));
  const styled = new Set(classesIn(parts, filesIn(parts, '.css')));
  const components = filesIn(styles, '.css').map((name) => ({ name, classes: classesIn(styles, [name]) }));
  const missing = components.filter(({ classes }) => classes.some((each) => used.has(each) && !styled.has(each)));
  const unused = components.filter(({ classes }) => classes.some((each) => styled.has(each)) && !classes.some((each) => used.has(each)));
  expect(used.size).toBeGreaterThan(100);
  const change = { add: missing.map(({ name }) => name), remove: unused.map(({ name }) => name) };
  expect(change, 'src/admin/theme/mantine.css').toEqual({ add: [], remove: [] });
});

test('EXTRA-13: Ctrl+K chooses a theme and stays on the page', async () => {
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox').fill('dark');
  await page.getByRole('option', { name: 'Dark theme' }).waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(async () => ground()).toBe(DARK);
  await page.getByRole('combobox').waitFor({ state: 'detached' });
  expect(page.url()).toBe(`${url}/home`);
});

test('with forced colours, what is chosen, ticked or focused is visible without backgrounds', async () => {
  await page.goto(`${url}/home?add=series`);
  await page.emulateMedia({ forcedColors: 'active' });
  const title = page.getByRole('textbox', { name: 'Title' });
  await title.focus();
  await expect.poll(async () => title.evaluate((field) => getComputedStyle(field).outlineStyle)).toBe('solid');
  const tick = page.getByRole('checkbox', { name: 'Send a confirmation email' });
  const grounds = async () => tick.evaluate((box) => [box, document.body].map((each) => getComputedStyle(each).backgroundColor));
  await tick.check();
  await expect.poll(async () => new Set(await grounds()).size).toBe(2);
  await tick.uncheck();
  await expect.poll(async () => new Set(await grounds()).size).toBe(1);
});

test('at 400 % zoom the top bar scrolls away, and the search has room for what it finds', async () => {
  await page.setViewportSize({ width: 360, height: 225 });
  await page.mouse.wheel(0, 200);
  await expect.poll(async () => page.getByRole('banner').evaluate((bar) => bar.getBoundingClientRect().bottom)).toBeLessThanOrEqual(0);
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox').fill('dark');
  const found = page.getByRole('option', { name: 'Dark theme' });
  await expect.poll(async () => found.evaluate((line) => line.parentElement?.parentElement?.clientHeight)).toBeGreaterThan(60);
});

test('MON-11: the account menu ends with the running version and commit', async () => {
  const { version, commit } = await (await fetch(`${url}/healthz`)).json();
  await page.getByRole('button', { name: /^Account of/ }).click();
  const shown = page.getByText(/^Version /);
  expect(await shown.innerText()).toBe(`Version ${version}${commit === undefined ? '' : ` (${commit})`}`);
  await expectAccessibleViews(page);
});
