import type { FastifyInstance } from 'fastify';
import { attendeeCalls, attendeeCallsOf } from '#contract/attendees/attendee-calls.ts';
import { importCalls } from '#contract/attendees/attendee-import.ts';
import { personCalls } from '#contract/attendees/person.ts';
import { searchCalls } from '#contract/attendees/search.ts';
import { FORM_KINDS } from '#contract/forms/form-ref.ts';
import { registrationCalls } from '#contract/registrations/registration-calls.ts';
import { waitingListCalls } from '#contract/registrations/waiting-list-calls.ts';
import { sideEffectCalls } from '#contract/steps/side-effect-calls.ts';
import { linkNextPage, sendFile } from '#server/http/answers.ts';
import type { Context } from '#server/http/context.ts';
import { serve } from '#server/http/serve.ts';
import { changeEventsByStaff, readEvents } from '#server/registrations/change-events.ts';
import * as registrations from '#server/registrations/commands.ts';
import { makeLink } from '#server/registrations/links.ts';
import { selfServiceUrl } from '#server/tokens/access-token.ts';
import { seriesPath } from '#server/wire-names.ts';
import { countAnswers } from './answer-counts.ts';
import { countByFilter } from './attendee-filters.ts';
import { attendeeWriter } from './attendee-writer.ts';
import { correctAddress, deletePerson, deleteSubmission, editSubmission } from './commands.ts';
import { exportSubmissions } from './export.ts';
import { readHistory } from './history.ts';
import { findPersonId, getPerson } from './person.ts';
import * as queries from './queries.ts';
import { listPeople, searchEverything } from './search/queries.ts';
import { getScopeOwner } from './submission-scope.ts';
import { addImport, listImports, listKept, undoImport } from './uploads.ts';

function ofBothKinds(app: FastifyInstance, context: Context): void {
  const { db, reads, config } = context;
  const exports = { db: reads, timeZone: config.timeZone };
  for (const kind of FORM_KINDS) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- those of a form only lack `eventId`, as its scope does
    const calls = attendeeCallsOf[kind] as (typeof attendeeCallsOf)['series'];
    serve(app, calls.edit, async ({ params, body, ifMatch, batch, by }) =>
      editSubmission(context, by, { kind, ...params }, { body, ifMatch, batch }),
    );
    serve(app, calls.remove, async ({ params, by }) => ({
      id: params.submissionId,
      deleted: await deleteSubmission(context, by, { kind, ...params }),
    }));
    serve(app, calls.some, async ({ params, query }) => queries.readSomeSubmissions(db, { kind, ...params }, query));
    serve(app, calls.counts, async ({ params, query }) => countByFilter(db, { kind, ...params }, query));
    serve(app, calls.answers, async ({ params }) => countAnswers(db, { kind, ...params }));
    serve(app, calls.exportAll, async ({ params, query, reply }) =>
      sendFile(reply, await exportSubmissions(exports, { kind, ...params }, query)),
    );
    serve(app, calls.exportChosen, async ({ params, query, body, reply }) =>
      sendFile(reply, await exportSubmissions(exports, { kind, ...params }, { ...query, ...body })),
    );
  }
}

/** The attendees of an event with the uploads that added them, and the submissions of a marketing form. */
export function submissionRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  const addAttendee = attendeeWriter(context);
  ofBothKinds(app, context);
  serve(
    app,
    {
      ...attendeeCalls.addSubmission,
      notice: ({ id, _registration: place }) => ({ added: (place?.status ?? 'confirmed') === 'confirmed' ? 1 : 0, joined: [id] }),
    },
    async ({ params, body: input, callId, batch, by }) => addAttendee({ path: seriesPath(params), input, callId, batch, by }),
  );
  serve(app, sideEffectCalls.correctAddress, async ({ params, body, ifMatch, by }) =>
    correctAddress(context, by, params.submissionId, body.email, ifMatch),
  );
  serve(app, attendeeCalls.getEvent, async ({ params, query }) => queries.readEvent(db, seriesPath(params), query));
  serve(app, registrationCalls.getSubmissionHistory, async ({ params }) => readHistory(db, { kind: 'series', ...params }));
  serve(app, attendeeCalls.countSubmissionLosses, async ({ params, body }) => queries.countLosses(db, seriesPath(params), body.ids));
  serve(app, importCalls.listImports, async ({ params }) => listImports(db, seriesPath(params)));
  serve(app, importCalls.listKept, async ({ params }) => listKept(db, { ...seriesPath(params), importId: params.importId }));
  serve(app, importCalls.addImport, async ({ params, body: input, callId, by }) =>
    addImport(context, by, seriesPath(params), { input, callId }),
  );
  serve(app, { ...importCalls.undoImport, notice: () => ({ ids: null }) }, async ({ params, by }) =>
    undoImport(context, by, seriesPath(params)),
  );
  serve(app, attendeeCalls.listFormSubmissions, async ({ params, query, request, reply }) => {
    const form = { kind: 'marketing', ...params } as const;
    await getScopeOwner(db, form);
    const { rows, next_cursor: nextCursor } = await queries.listAttendees(db, form, { ...query, withSteps: true });
    if (nextCursor !== null) linkNextPage(request, reply, nextCursor);
    return rows.map(queries.presentAttendee);
  });
  serve(app, attendeeCalls.getFormSubmissionPage, async ({ params, query }) => {
    const form = { kind: 'marketing', ...params } as const;
    await getScopeOwner(db, form);
    return queries.readSubmissionPage(db, form, query);
  });
}

/** What staff do with registrations and the waiting list; each call that changes one registration answers with its attendee. */
export function registrationRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  const read = async (
    params: { readonly id: string; readonly eventId: string; readonly submissionId: string },
    change: Promise<unknown>,
  ) => {
    await change;
    return queries.getSubmission(db, { kind: 'series', ...params });
  };
  serve(app, waitingListCalls.promoteRegistration, async ({ params, body, by }) =>
    read(params, registrations.promoteRegistration(context, by, seriesPath(params), body)),
  );
  serve(app, waitingListCalls.promoteNext, async ({ params, body: input, callId, by }) => {
    const { promoted, as } = await registrations.promoteNext(context, by, seriesPath(params), { input, callId });
    return { promoted: [...promoted], as };
  });
  serve(app, waitingListCalls.moveRegistration, async ({ params, body, by }) =>
    read(params, registrations.moveRegistration(context, by, seriesPath(params), body.position)),
  );
  serve(app, waitingListCalls.cancelRegistration, async ({ params, body, by }) =>
    read(params, registrations.cancelRegistration(context, by, seriesPath(params), body)),
  );
  serve(app, waitingListCalls.restoreRegistration, async ({ params, body, by }) =>
    read(params, registrations.restoreRegistration(context, by, seriesPath(params), body ?? {})),
  );
  serve(app, waitingListCalls.withdrawOffer, async ({ params, by }) =>
    read(params, registrations.withdrawOffer(context, by, seriesPath(params))),
  );
  serve(app, waitingListCalls.getEventsOfSignUp, async ({ params }) => readEvents(db, seriesPath(params)));
  serve(app, waitingListCalls.changeEventsOfSignUp, async ({ params, body, ifMatch, by }) => {
    await changeEventsByStaff(context, by, seriesPath(params), body, ifMatch);
    return readEvents(db, seriesPath(params));
  });
  serve(app, registrationCalls.makeLink, async ({ params, body, by }) => {
    const token = await makeLink(context, by, seriesPath(params), body);
    return { url: token === null ? null : selfServiceUrl(context.config.eventsServerUrl, token) };
  });
}

export function personRoutes(app: FastifyInstance, context: Context): void {
  const { db, reads } = context;
  serve(app, personCalls.getPerson, async ({ params, query }) => getPerson(db, params.personId, query));
  serve(app, personCalls.findPerson, async ({ body }) => ({ person_id: await findPersonId(db, body.email) }));
  serve(app, personCalls.deletePerson, async ({ params, body, by }) => ({
    deleted: await deletePerson(context, by, params.personId, body.signups_count),
  }));
  serve(app, searchCalls.search, async ({ query }) => searchEverything(reads, query.q));
  serve(app, searchCalls.findPeople, async ({ query }) => listPeople(reads, query));
}
