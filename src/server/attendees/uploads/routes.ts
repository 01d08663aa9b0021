import type { FastifyInstance } from 'fastify';
import { api } from '#contract/api.ts';
import type { Db } from '#server/db/connection.ts';
import { callerOf, serve } from '#server/http/serve.ts';
import { bodyHash } from '#server/idempotency.ts';
import * as tells from '#server/live/tells.ts';
import type { Services } from '#server/services/services.ts';
import { addImport } from './commands.ts';
import { listImports } from './queries.ts';
import { undoImport } from './undo-import.ts';

export function importRoutes(app: FastifyInstance, { db, services }: { db: Db; services: Pick<Services, 'mail'> }): void {
  serve(app, api.listImports, async ({ params: { id: seriesId, eventId } }) => listImports(db, { seriesId, eventId }));
  serve(app, { ...api.addImport, tells: tells.series }, async ({ params: { id: seriesId, eventId }, body, idempotencyKey, request }) => {
    const scope = `event_series/${seriesId}/event/${eventId}/import/add`;
    const callId = { scope, key: idempotencyKey, bodyHash: bodyHash(body) };
    return addImport(db, { seriesId, eventId }, { input: body, by: callerOf(request), callId });
  });
  serve(app, { ...api.undoImport, tells: tells.anyAttendees }, async ({ params: { id: seriesId, eventId, importId }, request }) =>
    undoImport({ db, canMail: services.mail !== undefined }, { seriesId, eventId, importId }, callerOf(request)),
  );
}
