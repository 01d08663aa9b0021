import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { api } from '#contract/api.ts';
import { registrationCalls } from '#contract/registrations/registration-calls.ts';
import type { Db } from '#server/db/connection.ts';
import { linkNextPage, sendCsv } from '#server/http/answers.ts';
import { callerOf, serve } from '#server/http/serve.ts';
import { bodyHash } from '#server/idempotency.ts';
import { type Tell, changesOf } from '#server/live/change.ts';
import * as tells from '#server/live/tells.ts';
import type { Services } from '#server/services/open-services.ts';
import { countAnswers } from './answer-counts.ts';
import { countByFilter } from './attendee-filters.ts';
import { listAttendees, presentAttendee } from './attendee-rows.ts';
import { attendeeWriter } from './attendee-writer.ts';
import { deleteFormSubmission, deleteSubmission, editFormSubmission, editSubmission } from './commands.ts';
import { exportSubmissions } from './export.ts';
import { readHistory } from './history.ts';
import { findPersonId, getPerson } from './person.ts';
import { countLosses, readSomeSubmissions, readSubmissionPage } from './queries.ts';
import { getScopeOwner } from './submission-scope.ts';

/** The times in exports are of `timeZone`. */
interface SubmissionDeps {
  readonly db: Db;
  /** For exports; default: `db`. */
  readonly reads?: Db | undefined;
  readonly timeZone: string;
}

interface AttendeeDeps extends SubmissionDeps {
  readonly pool: pg.Pool;
  readonly services: Pick<Services, 'mail'>;
  readonly tell: Tell;
}

export function submissionRoutes(app: FastifyInstance, { db, reads = db, pool, timeZone, services, tell }: AttendeeDeps): void {
  const places = { db, canMail: services.mail !== undefined };
  const addAttendee = attendeeWriter({ db, pool });
  serve(
    app,
    { ...api.addSubmission, tells: tells.newAttendee },
    async ({ params: { id: seriesId, eventId }, body, idempotencyKey, batch, request }) => {
      const scope = `event_series/${seriesId}/event/${eventId}/submission/add`;
      const callId = { scope, key: idempotencyKey, bodyHash: bodyHash(body) };
      return addAttendee({ path: { seriesId, eventId }, input: body, callId, batch, by: callerOf(request) });
    },
  );
  serve(
    app,
    { ...api.editSubmission, tells: tells.series },
    async ({ params: { id: seriesId, eventId, submissionId }, body, ifMatch, request }) => {
      const { submission, promoted } = await editSubmission(places, { seriesId, eventId, submissionId }, body, {
        ifMatch,
        by: callerOf(request),
      });
      tell(...changesOf(promoted));
      return submission;
    },
  );
  serve(app, { ...api.deleteSubmission, tells: tells.series }, async ({ params: { id: seriesId, eventId, submissionId } }) => {
    const { isDeleted, promoted } = await deleteSubmission(places, { seriesId, eventId, submissionId });
    tell(...changesOf(promoted));
    return { id: submissionId, deleted: isDeleted };
  });
  serve(app, registrationCalls.getSubmissionHistory, async ({ params: { id: seriesId, eventId, submissionId } }) =>
    readHistory(db, { seriesId, eventId, submissionId }),
  );
  serve(app, api.exportEvent, async ({ params, query, reply }) =>
    sendCsv(reply, await exportSubmissions({ db: reads, timeZone }, { kind: 'series', ...params }, query)),
  );
  serve(app, api.exportChosenOfEvent, async ({ params, query, body, reply }) =>
    sendCsv(reply, await exportSubmissions({ db: reads, timeZone }, { kind: 'series', ...params }, { ...query, ...body })),
  );
  serve(app, api.countSubmissionLosses, async ({ params: { id: seriesId, eventId }, body }) =>
    countLosses(db, { seriesId, eventId }, body.ids),
  );
  serve(app, api.getSomeOfEvent, async ({ params, query }) => readSomeSubmissions(db, { kind: 'series', ...params }, query));
  serve(app, api.countEventAnswers, async ({ params }) => countAnswers(db, { kind: 'series', ...params }));
  serve(app, api.countEventSubmissions, async ({ params, query }) => countByFilter(db, { kind: 'series', ...params }, query));
}

export function formSubmissionRoutes(app: FastifyInstance, { db, reads = db, timeZone }: SubmissionDeps): void {
  serve(app, api.listFormSubmissions, async ({ params, query, request, reply }) => {
    const form = { kind: 'marketing', id: params.id } as const;
    await getScopeOwner(db, form);
    const { rows, nextCursor } = await listAttendees(db, form, { ...query, withSteps: true });
    if (nextCursor !== null) linkNextPage(request, reply, nextCursor);
    return rows.map(presentAttendee);
  });
  serve(app, api.getFormSubmissionPage, async ({ params, query }) => {
    const form = { kind: 'marketing', id: params.id } as const;
    await getScopeOwner(db, form);
    return readSubmissionPage(db, form, query);
  });
  serve(app, api.getSomeOfForm, async ({ params, query }) => readSomeSubmissions(db, { kind: 'marketing', id: params.id }, query));
  serve(app, api.countFormSubmissions, async ({ params, query }) => countByFilter(db, { kind: 'marketing', id: params.id }, query));
  serve(app, api.countFormAnswers, async ({ params }) => countAnswers(db, { kind: 'marketing', id: params.id }));
  serve(app, { ...api.editFormSubmission, tells: tells.form }, async ({ params: { id: formId, submissionId }, body, ifMatch, request }) =>
    editFormSubmission(db, { formId, submissionId }, body, { ifMatch, by: callerOf(request) }),
  );
  serve(app, { ...api.deleteFormSubmission, tells: tells.form }, async ({ params: { id: formId, submissionId } }) => {
    await deleteFormSubmission(db, { formId, submissionId });
    return { id: submissionId, deleted: true };
  });
  serve(app, api.exportForm, async ({ params, query, reply }) =>
    sendCsv(reply, await exportSubmissions({ db: reads, timeZone }, { kind: 'marketing', id: params.id }, query)),
  );
  serve(app, api.exportChosenOfForm, async ({ params, query, body, reply }) =>
    sendCsv(reply, await exportSubmissions({ db: reads, timeZone }, { kind: 'marketing', id: params.id }, { ...query, ...body })),
  );
}

export function personRoutes(app: FastifyInstance, { db }: { readonly db: Db }): void {
  serve(app, api.getPerson, async ({ params, query }) => getPerson(db, params.personId, query));
  serve(app, api.findPerson, async ({ body }) => ({ person_id: await findPersonId(db, body.email) }));
}
