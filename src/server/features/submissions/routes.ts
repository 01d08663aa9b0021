import type { FastifyInstance } from 'fastify';
import { api } from '#contract/api.ts';
import type { Db } from '#server/db/connection.ts';
import { sendCsv } from '#server/http/send-csv.ts';
import { serve } from '#server/http/serve.ts';
import { bodyHash } from '#server/idempotency.ts';
import { addSubmission, deleteSubmission, editSubmission } from './commands.ts';
import { exportAttendees } from './export.ts';

interface SubmissionDeps {
  readonly db: Db;
  /** What a downloaded file is sent under. */
  readonly downloadHeaders: Readonly<Record<string, string>>;
}

/** Attendees of an event, one by one and as a file (spec section 7). */
export function submissionRoutes(app: FastifyInstance, { db, downloadHeaders }: SubmissionDeps): void {
  serve(app, api.addSubmission, async ({ params: { id: seriesId, eventId }, body, idempotencyKey }) => {
    const scope = `event_series/${seriesId}/event/${eventId}/submission/add`;
    return addSubmission(db, { seriesId, eventId }, body, { scope, key: idempotencyKey, bodyHash: bodyHash(body) });
  });
  serve(app, api.editSubmission, async ({ params: { id: seriesId, eventId, submissionId }, body, ifMatch }) =>
    editSubmission(db, { seriesId, eventId, submissionId }, body, ifMatch),
  );
  serve(app, api.deleteSubmission, async ({ params: { id: seriesId, eventId, submissionId } }) => ({
    id: submissionId,
    deleted: await deleteSubmission(db, { seriesId, eventId, submissionId }),
  }));
  serve(app, api.exportEvent, async ({ params: { id: seriesId, eventId }, query, reply }) =>
    sendCsv(reply, await exportAttendees(db, { seriesId, eventId }, query), downloadHeaders),
  );
}
