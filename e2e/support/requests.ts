import type { Page, Route } from 'playwright-core';

interface SentEdit {
  readonly path: string;
  readonly ifMatch: string | undefined;
  readonly body: unknown;
}

/** The edits that a page sends from now on. */
export function sentEdits(page: Page): SentEdit[] {
  const sent: SentEdit[] = [];
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    if (request.method() !== 'POST' || !path.endsWith('/edit')) return;
    sent.push({ path, ifMatch: request.headers()['if-match'], body: request.postDataJSON() });
  });
  return sent;
}

/** The answer to a request that never arrives. */
export const lose = async (route: Route): Promise<void> => route.abort();

/** Lets a page see a server on which mail is not set up. */
export async function takeMailAway(page: Page): Promise<void> {
  await page.route('**/api/connections*', async (route) => {
    const answer = await route.fetch();
    const { data, ...rest } = await answer.json();
    const unset = data.map((connection: { service: string }) =>
      connection.service === 'mail' ? { ...connection, is_configured: false } : connection,
    );
    await route.fulfill({ response: answer, json: { ...rest, data: unset } });
  });
}

/** Holds a page's requests to an address until the returned function is called, and answers them then, by default as usual. */
export async function holdRequests(
  page: Page,
  address: Parameters<Page['route']>[0],
  answer = async (route: Route): Promise<void> => route.continue(),
): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await promise;
    await answer(route);
  });
  return resolve;
}
