import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DOOR_LIVE_PATH, doorCalls, PHONE_HEADER, PHONES_MAX } from '#contract/door.ts';
import { liveQuerySchema } from '#contract/live.ts';
import { TOO_MANY_PHONES } from '#contract/texts/door.ts';
import { DAY_MS } from '#contract/time.ts';
import { id } from '#contract/wire-text.ts';
import { AppError } from '#server/errors.ts';
import { compressAnswers } from '#server/http/compress-answers.ts';
import type { Context } from '#server/http/context.ts';
import { assertAccess } from '#server/http/guard.ts';
import { countOrThrow, isOverLimit, tooMany, wasOverLimit } from '#server/http/limits/rate-limit.ts';
import { serve } from '#server/http/serve.ts';
import { STREAM_HEADERS, STREAM_ROUTE } from '#server/live/streams.ts';
import { setAttendance } from '#server/registrations/attendance.ts';
import { seriesPath } from '#server/wire-names.ts';
import * as links from './links.ts';
import { everyoneReader, readPeople } from './people.ts';
import { type Door, takeTaps } from './taps.ts';
import { walkInWriter } from './walk-ins.ts';

/** Streams of one link; twice the number of phones, since a lost one may still be open when its phone is back. */
const STREAMS_MAX = 2 * PHONES_MAX;

declare module 'fastify' {
  interface FastifyRequest {
    /** The link and phone of a call of the door. */
    door: Door | null;
  }
}

/** What staff do with door links, and with attendance. */
export function doorLinkRoutes(app: FastifyInstance, context: Context): void {
  const { db, config } = context;
  serve(app, doorCalls.listDoorLinks, async ({ params, by }) => links.listLinks(db, by, seriesPath(params), config.timeZone));
  serve(app, doorCalls.addDoorLink, async ({ params, body, by }) => {
    const { id: linkId, token } = await links.addLink(context, by, seriesPath(params), body);
    return { id: linkId, url: `${config.publicUrl}/door#${token}` };
  });
  serve(app, doorCalls.endDoorLink, async ({ params: { linkId, ...path }, by }) => {
    await links.endLink(context, by, seriesPath(path), linkId);
    return { id: linkId };
  });
  serve(app, { ...doorCalls.setAttendance, notice: ({ changed }) => ({ ids: changed }) }, async ({ params, body, by }) => ({
    changed: await setAttendance(context, by, seriesPath(params), body),
  }));
}

const tokenOf = ({ headers: { authorization = '' } }: FastifyRequest): string => /^Door +([\w-]+) *$/i.exec(authorization)?.[1] ?? '';

const phoneOf = ({ headers: { [PHONE_HEADER]: phone } }: FastifyRequest): string | undefined => id.safeParse(phone).data;

/** Calls with which a phone sends what it has kept. */
const SENDS_KEPT: ReadonlySet<string> = new Set([doorCalls.sendTaps.path, doorCalls.addWalkIn.path].map((path) => `/api${path}`));

/** Whether an ended link still accepts this call, from a phone that it had let in. */
const isTakenLate = (link: links.OpenLink, phone: string, url: string | undefined): boolean =>
  link.endedAt === null && SENDS_KEPT.has(url ?? '') && link.phones.includes(phone) && Date.now() - link.endsAt.getTime() < DAY_MS;

/** Every route of this scope needs the token of a door link that has not ended, and a phone that it has let in. */
function guardDoor(app: FastifyInstance, { db, limits, config: { timeZone } }: Context): void {
  assertAccess(app, 'door');
  app.decorateRequest('door', null);
  const isOpen = links.openLinkTokens(db);
  const linkOf = async (request: FastifyRequest): Promise<links.OpenLink> => {
    const [token, now] = [tokenOf(request), Date.now()];
    const keyOf = (network: string): string => `door ${network}`;
    // The phones at a door keep working while someone on their network guesses tokens.
    if (wasOverLimit(limits.calls, request.ip, now, keyOf) && !(await isOpen(token))) throw tooMany(limits.calls);
    const link = await links.findLink(db, token);
    if (link === undefined) {
      isOverLimit(limits.calls, request.ip, now, keyOf);
      throw links.linkHasEnded();
    }
    return link;
  };
  app.addHook('onRequest', async (request) => {
    const link = await linkOf(request);
    countOrThrow(limits.doorLinks, `door link ${link.id}`);
    const [phone, { url }] = [phoneOf(request), request.routeOptions];
    if (phone !== undefined) countOrThrow(limits.doorPhones, `door phone ${link.id} ${phone}`);
    if (links.hasEnded(link) && (phone === undefined || !isTakenLate(link, phone, url))) throw links.linkHasEnded();
    const isLetIn = phone !== undefined && (link.phones.includes(phone) || url === `/api${doorCalls.openDoor.path}`);
    if (!isLetIn) throw new AppError('conflict', TOO_MANY_PHONES);
    request.door = { link, phone, timeZone };
  });
}

const doorOf = ({ door }: FastifyRequest): Door => {
  if (door === null) throw links.linkHasEnded();
  return door;
};

export async function doorRoutes(app: FastifyInstance, context: Context): Promise<void> {
  const { db, limits, live } = context;
  const walkIns = walkInWriter(context, ({ link }) => countOrThrow(limits.doorPhones, `door walk-ins ${link.id}`));
  const everyone = everyoneReader(db);
  guardDoor(app, context);
  await compressAnswers(app);
  serve(app, doorCalls.openDoor, async ({ request }) => {
    const { link, phone, timeZone } = doorOf(request);
    await links.openDoor(context, link, phone);
    return links.presentDoor(link, timeZone);
  });
  serve(app, doorCalls.listDoorPeople, async ({ request, reply, query: { ids } }) => {
    const { link } = doorOf(request);
    if (ids !== undefined) return readPeople(db, link, ids);
    const read = await everyone.add(link);
    const write = reply.getSerializationFunction('200') ?? JSON.stringify;
    reply
      .type('application/json; charset=utf-8')
      .serializer((answer: Record<string, unknown>) => ('data' in answer ? (read.text ??= write(answer)) : JSON.stringify(answer)));
    return read.people;
  });
  serve(app, doorCalls.sendTaps, async ({ request, body }) => ({ taps: await takeTaps(context, doorOf(request), body) }));
  serve(app, doorCalls.addWalkIn, async ({ request, body }) => walkIns.add({ door: doorOf(request), input: body }));
  app.route({
    ...STREAM_ROUTE,
    url: `/api${DOOR_LIVE_PATH}`,
    config: { access: 'door', needs: null },
    schema: { summary: 'What changes in the event of a door, as server-sent events' },
    handler: async (request, reply) => {
      const { link } = doorOf(request);
      const { open_for: openForMs } = liveQuerySchema.parse(request.query);
      const token = tokenOf(request);
      const isRefused = async (): Promise<boolean> => {
        const now = await links.findLink(db, token);
        return now === undefined || links.hasEnded(now);
      };
      const lifetimeMs = link.endsAt.getTime() - Date.now();
      const reader = { subject: `door ${link.id}`, max: STREAMS_MAX, topic: `event/${link.eventId}`, openForMs, lifetimeMs, isRefused };
      const stream = await live.open(reader);
      return reply.headers(STREAM_HEADERS).send(stream);
    },
  });
}
