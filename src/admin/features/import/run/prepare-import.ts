import type { QueryClient } from '@tanstack/react-query';
import { messageOf } from '#admin/api/api-error.ts';
import { call } from '#admin/api/call.ts';
import { showAdded } from '#admin/features/submissions/submission-queries.ts';
import { api } from '#contract/api.ts';
import { bodyOf, type ImportRow, type TreatNoAs } from '../file/import-rows.ts';
import { createImportRun, type ImportRun } from './import-run.ts';
import { numberDuplicates, rowKey } from './row-key.ts';

interface PrepareImportOptions {
  queryClient: QueryClient;
  seriesId: string;
  eventId: string;
  rows: readonly ImportRow[];
  treatNoAs: TreatNoAs;
  /** Ids of the submissions that were in the event before. The server answers a repeated row with the id of its first submission. */
  idsBefore: ReadonlySet<string>;
}

/** Creates the import of rows into an event, which runs once its `start` is called. */
export function prepareImport({ queryClient, seriesId, eventId, rows, treatNoAs, idsBefore }: PrepareImportOptions): ImportRun<ImportRow> {
  const sent = new Map(numberDuplicates(rows, (row) => bodyOf(row, treatNoAs)).map(({ row, ...rest }) => [row, rest]));
  return createImportRun({
    rows,
    send: async (row) => {
      const { body, occurrence } = sent.get(row) ?? { body: bodyOf(row, treatNoAs), occurrence: 0 };
      const idempotencyKey = await rowKey({ body, occurrence });
      const submission = await call(api.addSubmission, { params: { id: seriesId, eventId }, body, idempotencyKey });
      return idsBefore.has(submission.id) ? 'alreadyAdded' : 'added';
    },
    reasonOf: messageOf,
    onIdle: () => void showAdded(queryClient, { kind: 'series', id: seriesId, eventId }),
  });
}
