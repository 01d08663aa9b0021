import { beforeEach } from 'vitest';
import type { SignedUp } from '#contract/sign-up.ts';
import { notifyNobody } from '#server/live/notice.ts';
import { signUp } from '#server/sign-up/commands.ts';
import { createSignUpService, type SignUpService } from '#server/sign-up/sign-up-service.ts';
import { buildSeries, newSignUp } from './form-rows.ts';
import { TEST_SECRET, type TestResponse, type TestServer } from './server.ts';
import { addEvent } from './staff-calls.ts';

/** The answer to a sign-up for an event with a place. */
export const confirmed = (event_id: string) => ({ event_id, status: 'confirmed', position: null });

/** The answer to a sign-up for an event that it waits for. */
export const waiting = (event_id: string, position: number) => ({ event_id, status: 'waiting', position });

/** A new series for each test, with calls to make events of it limited and to sign up for them. */
export function limitedSeries(server: TestServer) {
  const newService = (): SignUpService =>
    createSignUpService({
      database: server,
      secret: TEST_SECRET,
      log: { warn: () => undefined },
      timeZone: 'Europe/London',
      canMail: true,
      notify: notifyNobody,
    });
  let id = '';
  let service = newService();
  const restart = async (): Promise<void> => {
    id = await buildSeries(server.db);
    service = newService();
  };
  beforeEach(restart);

  const submit = (values: Record<string, unknown>, key?: string, at = service): Promise<SignedUp> =>
    signUp(at, { kind: 'series', id }, newSignUp(values), key);

  return {
    seriesId: () => id,
    /** A new series, after the database was emptied. */
    restart,
    /** Signs up visitors like a second server on the same database. */
    otherServer: newService,
    submit,
    submitTo: (events: readonly string[], waits: readonly string[] = [], values: Record<string, unknown> = {}): Promise<SignedUp> =>
      submit({ events, _waiting_list: waits, ...values }),
    /** A staff call that adds an event with this maximum, which closes when it is full; gives its id. */
    addEvent: async (places: number | null, values: Record<string, unknown> = {}): Promise<string> => {
      const limit = { close_when_full: true, maximum_participants: places };
      const event = { date: '2055-01-12T09:30:00Z', event_title: 'Fire safety', ...limit, ...values };
      return (await addEvent(server, id, event)).id;
    },
    editEvent: (eventId: string, values: Record<string, unknown>): Promise<TestResponse> =>
      server.post(`/event_series/${id}/event/${eventId}/edit`, values),
    /** The counters of all limited events, oldest event first. */
    readPlaces: () =>
      server.db
        .selectFrom('event_places')
        .select(['event_id', 'capacity', 'taken', 'waiting', 'unreachable'])
        .orderBy('event_id')
        .execute(),
  };
}
