import type { QueryClient } from '@tanstack/react-query';
import { messageOf } from '#admin/api/api-error.ts';
import { call } from '#admin/api/call.ts';
import { api } from '#contract/api.ts';
import { readAgainAfterImport } from './import-queries.ts';
import { bodyOf, type ImportRow, type NoMeans } from './import-rows.ts';
import { createImportRun, type ImportRun } from './import-run.ts';
import { numberRows, rowKey } from './row-key.ts';

interface ImportStart {
  queryClient: QueryClient;
  seriesId: string;
  eventId: string;
  rows: readonly ImportRow[];
  noMeans: NoMeans;
  /** Ids of the submissions that were in the event before: a row that leads to one of them was added by an earlier import. */
  idsBefore: ReadonlySet<string>;
}

/** Prepares the import of rows into an event, one call each with its key (decision 41). It runs once `start` is called. */
export function startImport({ queryClient, seriesId, eventId, rows, noMeans, idsBefore }: ImportStart): ImportRun<ImportRow> {
  const sent = new Map(numberRows(rows, (row) => bodyOf(row, noMeans)).map(({ row, ...rest }) => [row, rest]));
  return createImportRun({
    rows,
    send: async (row) => {
      const { body, occurrence } = sent.get(row) ?? { body: bodyOf(row, noMeans), occurrence: 0 };
      const idempotencyKey = await rowKey({ body, occurrence });
      const submission = await call(api.addSubmission, { params: { id: seriesId, eventId }, body, idempotencyKey });
      return idsBefore.has(submission.id) ? 'kept' : 'added';
    },
    reasonOf: messageOf,
    onIdle: () => void readAgainAfterImport(queryClient, seriesId, eventId),
  });
}
