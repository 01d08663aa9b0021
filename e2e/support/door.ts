import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { Db } from '#server/db/connection.ts';
import { newId } from '#server/db/new-id.ts';
import { fitPlaces } from '#server/registrations/counters.ts';
import { buildEvent, buildSeries } from '#server/testing/form-rows.ts';
import { inWrite } from '#server/testing/writes.ts';
import { newAccessToken } from '#server/tokens/access-token.ts';
import { openBrowser, openPage, PHONE } from './browser.ts';
import { addRegistered } from './limited-rows.ts';

const HOUR_MS = 3_600_000;

export const inHours = (hours: number): Date => new Date(Date.now() + hours * HOUR_MS);

const person = (first_name: string, last_name: string, organisation: string) => ({ first_name, last_name, organisation });

/** An event that began an hour ago, with its people: two of them wait, one has cancelled. */
export async function buildDoor(db: Db, values: object = {}) {
  const seriesId = await buildSeries(db, { title: 'Leading through change', check_in_codes: true });
  const places = { maximum_participants: 6, closes_when_full: true, waiting_list: 'manual' as const };
  const times = { starts_at: inHours(-1), ends_at: inHours(5) };
  const eventId = await buildEvent(db, seriesId, { title: 'Day one', ...times, ...places, ...values });
  const add = async (status: 'confirmed' | 'waiting' | 'cancelled', people: ReturnType<typeof person>[]) =>
    addRegistered(
      db,
      { seriesId, eventId, status },
      people.map((each) => ({ ...each, email: `${randomUUID()}@example.com` })),
    );
  const confirmed = await add('confirmed', [
    person('Zoë', 'Adeyemi', 'Northgate Foundry'),
    person('Gwen', 'Bevan', 'Cyngor Llanfair'),
    person('Siân', 'Prosser', 'Cyngor Llanfair'),
    person('Anita', 'Prothero', 'Kestrel Housing'),
    person('Mark', 'Kowal', 'Prosper Ltd'),
  ]);
  await add('waiting', [person('Olivia', 'Prout', 'Oakfield College'), person('Ludwik', 'Dąbrowski', 'Harbour Logistics')]);
  await add('cancelled', [person('Maureen', 'Clarke', 'Oakfield College')]);
  await inWrite(db, async (w) => {
    // Recounted, since all of them had a place at first.
    await w.deleteFrom('event_places').where('event_id', '=', eventId).execute();
    await fitPlaces(w, [eventId]);
  });
  const link = async (label: string, more: object = {}): Promise<string> => {
    const { token, digest } = newAccessToken();
    const row = { id: newId(), event_id: eventId, token_hash: digest, label, may_add: true, is_own: false, ends_at: inHours(11) };
    await db
      .insertInto('door_links')
      .values({ ...row, made_by: 'robin@example.com', ...more })
      .execute();
    return token;
  };
  const here = async (): Promise<string[]> => {
    const rows = await db
      .selectFrom('registrations')
      .innerJoin('submissions', 'submissions.id', 'registrations.submission_id')
      .select('last_name')
      .where('event_id', '=', eventId)
      .where('attended_at', 'is not', null)
      .orderBy('last_name')
      .execute();
    return rows.map(({ last_name: name }) => name);
  };
  /** Cancels the registration of one of the confirmed people, without the door. */
  const cancel = async (which: number): Promise<unknown> =>
    db
      .updateTable('registrations')
      .set({ status: 'cancelled' })
      .where('submission_id', '=', confirmed[which] ?? '')
      .execute();
  /** Announces that the event, or some of its people, changed, like another server. */
  const notify = async (ids: readonly string[] | null): Promise<unknown> => {
    const change = { topic: `event/${eventId}`, added: 0, ids, by: null, name: null };
    return sql`select pg_notify('live', ${JSON.stringify([change])})`.execute(db);
  };
  return { seriesId, eventId, link, here, cancel, notify, submissions: confirmed };
}

/** Opens a door link on a separate phone. */
export async function openDoor(url: string, token: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await openPage(await openBrowser(), { viewport: PHONE, ...options });
  await page.goto(`${url}/door#${token}`);
  return page;
}

export const row = (page: Page, name: string): Locator => page.locator('.row').filter({ hasText: name });
export const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name, exact: true });
export const search = (page: Page): Locator => page.getByLabel('Search by name');
/** Longer than rows are locked after a change under the finger. */
const settle = async (page: Page) => page.waitForTimeout(600);

/** Taps someone's row. */
export async function tap(page: Page, name: string): Promise<void> {
  await row(page, name).scrollIntoViewIfNeeded();
  await settle(page);
  await row(page, name).click();
}

export const shownNames = async (page: Page): Promise<string[]> => page.locator('.row .name b').allInnerTexts();

const isOffline = new WeakMap<Page, boolean>();

/** Has each call fail while the page is offline. */
function failOffline(): void {
  const fetch = window.fetch.bind(window);
  const { isOfflineNow } = window as unknown as { isOfflineNow: () => Promise<boolean> };
  window.fetch = async (...call) => {
    if (await isOfflineNow()) throw new TypeError('Failed to fetch');
    return fetch(...call);
  };
}

/** No call of the door arrives from now on; the page itself is still served. A route would not do: where a service worker serves the page, a call that it aborts may have arrived. */
export async function goOffline(page: Page): Promise<void> {
  const isFirst = !isOffline.has(page);
  isOffline.set(page, true);
  if (!isFirst) return;
  await page.exposeFunction('isOfflineNow', () => isOffline.get(page));
  await page.addInitScript(failOffline);
  await page.evaluate(failOffline);
}

export const goOnline = async (page: Page): Promise<void> => {
  isOffline.set(page, false);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
};

/** How many values the phone keeps. */
export const countKept = async (page: Page): Promise<number> =>
  page.evaluate(
    async () =>
      new Promise<number>((resolve) => {
        const request = indexedDB.open('turnout-door');
        request.onsuccess = () => {
          const values = request.result.transaction('values').objectStore('values').count();
          values.onsuccess = () => resolve(values.result);
        };
      }),
  );
