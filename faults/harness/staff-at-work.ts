import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

const PAUSE_MS = 100;

/** Calls as staff; an edit names the version that it was based on. */
export function staffOf(token: string) {
  const authorization = `Bearer ${token}`;
  return {
    get: async (url: string) => fetch(url, { headers: { authorization } }),
    edit: async (url: string, body: object, version: number) =>
      fetch(url, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json', 'if-match': `"${version}"` },
        body: JSON.stringify(body),
      }),
  };
}

export const seriesSchema = z.object({ data: z.object({ title: z.string(), version: z.number() }) });

/** Staff who read and edit a series until they are stopped; gives every answer that was not a success. */
export function letStaffWork(
  url: string,
  token: string,
  seriesId: string,
): { readonly failures: string[]; readonly stop: () => Promise<void> } {
  const staff = staffOf(token);
  const failures: string[] = [];
  let isOver = false;
  const tell = async (what: string, response: Response): Promise<void> => {
    const text = await response.text();
    if (!response.ok) failures.push(`${what}: ${response.status} ${text}`);
  };
  const work = async (): Promise<void> => {
    for (let number = 0; !isOver; number += 1) {
      const answer = await staff.get(`${url}/api/event_series/${seriesId}`);
      if (answer.ok) {
        const { version } = seriesSchema.parse(await answer.json()).data;
        await tell('edit', await staff.edit(`${url}/api/event_series/${seriesId}/edit`, { title: `Series ${number}` }, version));
      } else await tell('read', answer);
      await sleep(PAUSE_MS);
    }
  };
  const working = work();
  return {
    failures,
    stop: async () => {
      isOver = true;
      await working;
    },
  };
}
