import { describe, expect, test } from 'vitest';
import { buildEvent, buildSeries } from '#server/testing/form-rows.ts';
import { expectAccessibleViews, expectShown } from '../support/browser.ts';
import { addAttendees, done } from '../support/series-rows.ts';
import { startAttendeeScreen } from './attendee-screen.ts';

const { db, url, page, series, table, row, heads, names, openTable } = await startAttendeeScreen();

describe('search, filters and order', () => {
  test('USE-31: search finds name, organisation and email, the filters count its matches; it is kept in the address, and offers to clear when nothing matches', async () => {
    await openTable();
    await page().keyboard.press('/');
    await page().keyboard.type('oakfield');
    await page().getByText('2 of 2 shown').waitFor();
    await page().getByRole('button', { name: 'All 2', exact: true }).waitFor();
    expect((await names()).toSorted()).toEqual(['Daniel Okafor', 'Priya Raman']);
    await page().reload();
    await page().getByText('2 of 2 shown').waitFor();
    expect(await page().getByRole('searchbox', { name: 'Search attendees' }).inputValue()).toBe('oakfield');
    // Browsers and password managers would fill in the address of the person at work.
    expect(await page().getByRole('searchbox', { name: 'Search attendees' }).getAttribute('autocomplete')).toBe('off');
    await page()
      .getByRole('button', { name: /^Failed steps/ })
      .click();
    await page().getByText('Nobody has ‘oakfield’').waitFor();
    await expectAccessibleViews(page());
    await page().getByRole('button', { name: 'Clear search and filter' }).click();
    await page().getByText('8 of 8 shown, newest first').waitFor();
    expect(await page().getByRole('searchbox', { name: 'Search attendees' }).inputValue()).toBe('');
  });

  test('each filter shows its number of attendees, and exactly those, also in a browser that does not know its time zone', async () => {
    await page().addInitScript(() =>
      Object.assign(Intl.DateTimeFormat.prototype, { resolvedOptions: () => ({ timeZone: 'Etc/Unknown' }) }),
    );
    await openTable();
    const chips = { All: 8, Today: 3, Duplicates: 2, 'Failed steps': 1, 'Marketing yes': 2, 'Marketing no': 6 };
    // Without other lists there are no tabs that a panel could be named after.
    expect(await page().getByRole('tabpanel').count()).toBe(0);
    for (const [label, count] of Object.entries(chips)) {
      const chip = page().getByRole('button', { name: `${label} ${count}`, exact: true });
      await chip.click();
      await expect.poll(async () => chip.getAttribute('aria-pressed')).toBe('true');
      await page().getByText(`${count} of ${count} shown`).waitFor();
    }
  });

  test('a column head sorts on the server, up, down and back to newest first, and says so', async () => {
    await openTable();
    const head = page().getByRole('columnheader', { name: 'Email' });
    expect(await head.getAttribute('aria-sort')).toBeNull();
    await head.getByRole('button').click();
    await expect.poll(async () => (await names())[0]).toBe('Amara Nwosu');
    await expect.poll(async () => head.getAttribute('aria-sort')).toBe('ascending');
    expect(new URL(page().url()).searchParams.get('sort')).toBe('email');
    await head.getByRole('button').click();
    await expect.poll(async () => (await names())[0]).toBe('Yusuf Demir');
    await expect.poll(async () => head.getAttribute('aria-sort')).toBe('descending');
    await head.getByRole('button').click();
    await page().getByText('8 of 8 shown, newest first').waitFor();
  });
});

describe('Screen Options', () => {
  const choose = async (label: string) => page().getByRole('dialog', { name: 'Screen Options' }).getByLabel(label, { exact: true }).check();

  test('SER-4, SER-21: offers the extra columns of the attendee, each custom field and where the sign-up came from, and shows them', async () => {
    await openTable();
    await page().getByRole('button', { name: 'Screen Options' }).click();
    const labels = await page().getByRole('dialog', { name: 'Screen Options' }).locator('label').allInnerTexts();
    const ofAttendee = 'Job title, Marketing, Message, Submitted at';
    const answers = 'Dietary needs, Brunch, How did you hear of us?';
    const source = 'Source page, utm_source, utm_medium, utm_campaign, utm_term, utm_content';
    expect(labels.join(', ')).toBe(`${ofAttendee}, ${answers}, ${source}`);
    for (const label of ['Dietary needs', 'Job title', 'Submitted at']) await choose(label);
    const shown = (await heads()).slice(0, 8).join(', ');
    expect(shown).toBe('Status, Name, Organisation, Email, Job title, Submitted at, Dietary needs, No of Signups');
    expect(await row('Tomasz Zieliński').textContent()).toContain('No nuts, please');
  });

  test('SER-5, CONST-1, CONST-2, D44: the choice is remembered for 365 days in the cookie of this series only', async () => {
    await openTable();
    await page().getByRole('button', { name: 'Screen Options' }).click();
    await choose('Job title');
    await choose('Dietary needs');
    const cookie = (await page().context().cookies()).find(({ name }) => name === `screen-options-${series().id}`);
    expect(cookie).toMatchObject({ value: 'job_title,dietary_needs', path: '/', sameSite: 'Strict' });
    expect(((cookie?.expires ?? 0) * 1_000 - Date.now()) / 86_400_000).toBeCloseTo(365, 1);
    await openTable();
    expect(await heads()).toContain('Job title');
    const other = await buildSeries(db, { title: 'Other' });
    const event = await buildEvent(db, other, { title: 'Leading through change' });
    await addAttendees(db, other, [event], [{ steps: { slack: done } }]);
    await page().goto(`${url}/other/events-series/${other}?event=${event}`);
    await table().waitFor();
    expect(await heads()).not.toContain('Job title');
  });

  test('SER-5: the choices for many other series leave room in the requests of the browser', async () => {
    await openTable();
    const others = Array.from({ length: 40 }, (_, number) => ({ name: `screen-options-${number}`, value: 'x'.repeat(300), url }));
    await page().context().addCookies(others);
    await page().getByRole('button', { name: 'Screen Options' }).click();
    await choose('Job title');
    const kept = (await page().context().cookies()).filter(({ name }) => name.startsWith('screen-options-'));
    expect(kept.map(({ name }) => name)).toContain(`screen-options-${series().id}`);
    expect(kept.reduce((sum, { name, value }) => sum + name.length + value.length, 0)).toBeLessThan(4_000);
    await openTable();
    expect(await heads()).toContain('Job title');
  });
});

describe('ten thousand attendees', () => {
  test('only rows in view are rendered, and scrolling loads more', async () => {
    const big = await buildSeries(db, { title: 'Big' });
    const event = await buildEvent(db, big, { title: 'Leading through change' });
    await addAttendees(
      db,
      big,
      [event],
      Array.from({ length: 10_000 }, () => ({})),
    );
    await page().goto(`${url}/big/events-series/${big}?event=${event}`);
    await page().getByText('100 of 10,000 shown, newest first').waitFor();
    expect(await table().getAttribute('aria-rowcount')).toBe('10001');
    const region = page().getByRole('region', { name: 'Attendees of Leading through change' });
    const shown = page().getByText(/^[4-9]00 of 10,000 shown/);
    await expect
      .poll(async () => {
        await region.evaluate((element) => element.scrollTo(0, element.scrollHeight));
        return shown.count();
      })
      .toBe(1);
    expect(await table().getByRole('row').count()).toBeLessThan(70);
    expect(await row('Person Number 0').filter({ hasText: 'person.0@' }).count()).toBe(0);
  });
});

describe('the states of the list', () => {
  test('it shows "Loading...", a failure with its reason and Retry, or that there are no attendees', async () => {
    const { full, empty } = series().events;
    const loading = Promise.withResolvers<void>();
    const pages = `**/event/${full}?*`;
    await page().route(pages, async (route) => {
      await loading.promise;
      await route.fulfill({ status: 403, json: { type: 'about:blank', title: 'Forbidden', status: 403, detail: 'Not now.' } });
    });
    await page().goto(`${url}${series().path}?event=${full}`);
    const card = page().getByRole('article', { name: 'Leading through change' });
    await card.getByText('Loading...').waitFor();
    await expectAccessibleViews(page());
    loading.resolve();
    await card.getByText('Error: Not now.').waitFor();
    await expectAccessibleViews(page());
    await page().unroute(pages);
    await card.getByRole('button', { name: 'Retry' }).click();
    await table().waitFor();
    await page().goto(`${url}${series().path}?event=${empty}`);
    await page().getByRole('heading', { name: 'No sign-ups yet' }).waitFor();
    await expectAccessibleViews(page());
  });
});

describe('a further page that fails to load', () => {
  test('is reported at the end of the list, and loads only on Retry', async () => {
    const seriesId = await buildSeries(db, { title: 'Long' });
    const event = await buildEvent(db, seriesId, { title: 'Leading through change' });
    const people = Array.from({ length: 150 }, () => ({}));
    await addAttendees(db, seriesId, [event], people);
    let asked = 0;
    await page().route(/[?&]cursor=/, async (route) => {
      asked += 1;
      await route.fulfill({ status: 403, json: { type: 'about:blank', title: 'Forbidden', status: 403, detail: 'Not now.' } });
    });
    for (const [path, list] of [
      [`?event=${event}`, 'Attendees of Leading through change'],
      [`/event/${event}/edit`, 'Attendees to edit'],
    ] as const) {
      asked = 0;
      await page().goto(`${url}/long/events-series/${seriesId}${path}`);
      await page().getByRole('table', { name: list }).waitFor();
      await page()
        .getByRole('region', { name: list })
        .evaluate((element) => element.scrollTo(0, element.scrollHeight));
      await page().getByRole('alert').getByText('The rest could not be loaded. Not now.').waitFor();
      await expectShown(page().getByText(/^100 of 150 shown/));
      expect(asked).toBe(1);
      await expectAccessibleViews(page());
    }
    await page().unrouteAll();
    await page().getByRole('button', { name: 'Retry', exact: true }).click();
    await expectShown(page().getByText('150 of 150 shown'));
    expect(await page().getByRole('alert').count()).toBe(0);
  });
});

test('in a low window, the head does not cover rows that are reached backwards by keyboard', async () => {
  await page().setViewportSize({ width: 1280, height: 440 });
  await openTable();
  const details = page().getByRole('button', { name: /^Details of/ });
  await details.last().focus();
  const covered: unknown[] = [];
  for (let count = 1; count < (await details.count()); count += 1) {
    await page().keyboard.press('Shift+Tab');
    await page().keyboard.press('Shift+Tab');
    const isCovered = await page()
      .locator(':focus')
      .evaluate((button) => {
        const { top, left } = button.getBoundingClientRect();
        return !button.contains(document.elementFromPoint(left + 8, top + 8));
      });
    if (isCovered) covered.push(count);
  }
  expect(covered).toEqual([]);
});

test('copied rows have a tab between their cells, as a spreadsheet takes them, and one cell is copied alone', async () => {
  await page().context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openTable();
  const copied = async () => {
    await page().keyboard.press('Control+c');
    const text = await page().evaluate(() => navigator.clipboard.readText());
    return text.split('\n').map((line) => line.split('\t').map((cell) => cell.replace(/ Today.*/, '')));
  };
  const select = async (from: number, to: number) =>
    table().evaluate(
      (element, [start = 0, end = 0]) => {
        const [first, last] = [start, end].map((index) => element.querySelectorAll('tr[aria-rowindex]')[index]);
        if (first !== undefined && last !== undefined) getSelection()?.setBaseAndExtent(first, 0, last, last.childNodes.length);
      },
      [from, to],
    );
  const amara = ['Going', 'Amara Nwosu', expect.any(String), expect.stringContaining('@'), '1'];
  await select(0, 2);
  expect(await copied()).toEqual([
    ['Status', 'Name', 'Organisation', 'Email', 'No of Signups'],
    amara,
    ['Going', 'Tomasz Zieliński', expect.any(String), expect.stringContaining('@'), '1'],
  ]);
  await select(1, 1);
  expect(await copied()).toEqual([amara]);
  await table().getByText('@').first().click({ clickCount: 3 });
  expect((await copied()).flat().filter(Boolean)).toEqual([expect.stringContaining('@')]);
});
