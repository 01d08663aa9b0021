import { describe, expect, test } from 'vitest';
import { newSignUp } from '#server/testing/form-rows.ts';
import { limitedSeries } from '#server/testing/limited-series.ts';
import { createServerWithWorker } from '#server/testing/server-with-worker.ts';
import { lastingHeaders } from '#server/testing/server.ts';
import { atRest } from '#server/testing/worker.ts';

const { server, db } = await createServerWithWorker();
const { addEvent, seriesId, restart } = limitedSeries(server);

const ID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/;

/** Everything that a visitor sees of an answer, without the id of the sign-up. */
async function post(values: Record<string, unknown>, key: string) {
  const { status, headers, text, body } = await server.post(`/event_series/${seriesId()}/submit`, newSignUp(values), {
    as: 'visitor',
    headers: { 'Idempotency-Key': key },
  });
  const seen = {
    status,
    text: text.replace(body.data.id, '{id}'),
    headers: lastingHeaders(headers),
  };
  return { id: String(body.data.id), seen };
}

describe.each(['refuse', 'update'] as const)('a series whose policy is %s', (duplicate_policy) => {
  test.each([
    ['without limits', {}, false],
    ['with places left', { maximum_participants: 30, close_when_full: true }, false],
    ['with a waiting list', { maximum_participants: 0, close_when_full: true, waiting_list: 'manual' }, true],
  ])(
    'PLC-54, PLC-56: gives known and unknown addresses the same answer, at first, and to the same key before and after settling: %s',
    async (_with, limits, waits) => {
      await restart();
      await server.post(`/event_series/${seriesId()}/edit`, { duplicate_policy });
      const [event, other] = [
        await addEvent(null, { close_when_full: false, ...limits }),
        await addEvent(null, { close_when_full: false, event_title: 'First aid', ...limits }),
      ];
      const chosen = (events: string[]) => (waits ? { events: [], _waiting_list: events } : { events });
      await post({ ...chosen([event]), email: 'known@example.com' }, 'first');
      await atRest(db);
      for (const [turn, events] of [[event], [event, other]].entries()) {
        const known = { ...chosen(events), email: 'known@example.com', first_name: 'Augusta' };
        const unknown = { ...chosen(events), email: `new0${turn}@example.com` };
        const [one, two] = [await post(known, `k${turn}`), await post(unknown, `u${turn}`)];
        const withoutPosition = (text: string) =>
          text.replaceAll(/"position":\d+/g, '"position":1').replaceAll(/\w{5}@example/g, 'someone@example');
        expect(one.id).toMatch(ID);
        expect({ ...one.seen, text: withoutPosition(one.seen.text) }).toEqual({ ...two.seen, text: withoutPosition(two.seen.text) });
        await atRest(db);
        // Repeated after settling, and after staff made room for others: each gets its first answer again.
        expect(await post(known, `k${turn}`)).toEqual(one);
        expect(await post(unknown, `u${turn}`)).toEqual(two);
      }
    },
  );
});
