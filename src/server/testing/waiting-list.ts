import { afterEach } from 'vitest';
import type { SignedUp } from '#contract/sign-up.ts';
import { expectCounted } from './counters.ts';
import type { limitedSeries } from './limited-series.ts';
import type { TestResponse, TestServer } from './server.ts';

/** Actions and reads for tests of waiting lists, in a series of `limitedSeries`. After each test the counters must equal a recount. */
export function waitingList(server: TestServer, { seriesId, submitTo }: ReturnType<typeof limitedSeries>) {
  const { db } = server;
  const addresses = async (): Promise<string[]> =>
    (await db.selectFrom('address_counts').select('email_key').orderBy('email_key').execute()).map((row) => row.email_key);
  afterEach(() => expectCounted(db));

  return {
    addresses,
    expectCounted: () => expectCounted(db),
    /** Fills the event, then lets the same number wait; gives the people with a place and those waiting, in order. */
    fill: async (eventId: string, { places = 0, waiting = 0 }): Promise<{ placed: SignedUp[]; list: SignedUp[] }> => {
      const placed = [];
      const list = [];
      for (let index = 0; index < places; index += 1) placed.push(await submitTo([eventId], [], { email: `p${index}@example.com` }));
      for (let index = 0; index < waiting; index += 1) list.push(await submitTo([], [eventId], { email: `w${index}@example.com` }));
      return { placed, list };
    },
    /** A staff call about a registration. */
    call: (eventId: string, { id }: { id: string }, verb: string, body?: unknown): Promise<TestResponse> =>
      server.post(`/event_series/${seriesId()}/event/${eventId}/submission/${id}/${verb}`, body),
    statusOf: async (...people: readonly { id: string }[]): Promise<string[]> => {
      const rows = await db.selectFrom('registrations').select(['submission_id', 'status']).execute();
      const statuses = new Map(rows.map((row) => [row.submission_id, row.status]));
      return people.map(({ id }) => statuses.get(id) ?? 'gone');
    },
    /** The people waiting, in the order of the list. */
    readList: async (eventId: string): Promise<string[]> => {
      const { body } = await server.get(`/event_series/${seriesId()}/event/${eventId}?registration=waiting`);
      return body.data.submissions.map(({ email }: { email: string }) => email.replace('@example.com', ''));
    },
    /** Everyone except those who joined. */
    readChanges: () =>
      db
        .selectFrom('registration_changes')
        .select(['submission_id', 'event_id', 'kind', 'actor'])
        .where('kind', '<>', 'joined')
        .orderBy('at')
        .execute(),
  };
}
