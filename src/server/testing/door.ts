import type { TapResult } from '#contract/door.ts';
import type { EventPath } from '#server/wire-names.ts';
import type { TestServer } from './server.ts';
import { addAttendee, addEvent, addSeries } from './staff-calls.ts';

/** Makes a door link, and gives its id and token. */
export async function addDoorLink(
  server: TestServer,
  { seriesId, eventId }: EventPath,
  body: object = { label: 'Front door' },
): Promise<{ id: string; token: string }> {
  const { body: answer } = await server.post(`/event_series/${seriesId}/event/${eventId}/door_link/add`, body);
  return { id: answer.data.id, token: new URL(answer.data.url).hash.slice(1) };
}

/** Opens the door of a link on one more phone. */
export async function openDoor(server: TestServer, token: string, phone: string = crypto.randomUUID()) {
  const headers = { authorization: `Door ${token}`, phone };
  const get = async (path: string) => server.get(`/door${path}`, { headers });
  const post = async (path: string, body: unknown) => server.post(`/door${path}`, body, { headers });
  /** Sends taps, each with an id and made now unless it says otherwise. */
  const tap = async (...taps: readonly object[]): Promise<(TapResult & { id: string })[]> => {
    const now = new Date().toISOString();
    const sent = { sent_at: now, taps: taps.map((each) => ({ id: crypto.randomUUID(), at: now, here: true, ...each })) };
    return (await post('/taps', sent)).body.data.taps;
  };
  return { headers, opened: await post('/open', {}), get, post, tap };
}

const soonAt = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

/** A new event that begins in an hour, with the door of a link open on a phone, and staff calls about its sign-ups. */
export async function openedDoor(server: TestServer, values: object = {}) {
  const { id: seriesId } = await addSeries(server);
  const { id: eventId } = await addEvent(server, seriesId, { date: soonAt(1), show_on_form: true, ...values });
  const path = `/event_series/${seriesId}/event/${eventId}`;
  const link = await addDoorLink(server, { seriesId, eventId });
  const phone = await openDoor(server, link.token);
  return {
    seriesId,
    eventId,
    path,
    link,
    phone,
    call: async (submissionId: string, verb: string, body: object = {}) => server.post(`${path}/submission/${submissionId}/${verb}`, body),
    /** Adds an attendee, with a unique address unless one is given. */
    person: async (of: object = {}): Promise<string> =>
      (await addAttendee(server, seriesId, eventId, { email: `${crypto.randomUUID()}@example.com`, ...of })).id,
    people: async (query = '') => (await phone.get(`/people${query}`)).body.data,
    addWalkIn: async (values: object, id: string = crypto.randomUUID()) =>
      (await phone.post('/walk_in', { sent_at: soonAt(0), at: soonAt(0), id, ...values })).body,
  };
}
