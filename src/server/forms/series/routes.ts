import type { FastifyInstance } from 'fastify';
import { api } from '#contract/api.ts';
import { registrationCalls } from '#contract/registrations/registration-calls.ts';
import type { Db } from '#server/db/connection.ts';
import { serve } from '#server/http/serve.ts';
import { bodyHash } from '#server/idempotency.ts';
import * as tells from '#server/live/tells.ts';
import { addForm, editForm } from '../commands.ts';
import { countSeriesLosses, listSeriesCards } from './queries.ts';
import { presentSeriesSettings } from './read-series.ts';
import { editSeriesMail, listSeriesMails } from './series-mails.ts';

export function eventSeriesRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  serve(app, api.listEventSeries, async () => listSeriesCards(db, new Date()));
  serve(app, { ...api.addEventSeries, tells: tells.dashboard }, async ({ body, idempotencyKey }) =>
    presentSeriesSettings(
      await addForm(db, 'series', body.title, { scope: 'event_series/add', key: idempotencyKey, bodyHash: bodyHash(body) }),
    ),
  );
  serve(app, { ...api.editEventSeries, tells: tells.series }, async ({ params, body, ifMatch }) =>
    presentSeriesSettings(await editForm(db, { kind: 'series', id: params.id }, body, ifMatch)),
  );
  serve(app, registrationCalls.listSeriesMails, async ({ params }) => listSeriesMails(db, params.id));
  serve(app, { ...registrationCalls.editSeriesMail, tells: tells.series }, async ({ params, body, ifMatch }) =>
    editSeriesMail(db, params.id, body, ifMatch),
  );
  serve(app, api.countSeriesLosses, async ({ params }) => countSeriesLosses(db, params.id));
}
