import type { PageQuery, SubmissionPage } from '#contract/submission.ts';
import type { Db } from '#server/db/connection.ts';
import { countDuplicates, countSignUps, getForm } from '#server/features/marketing-forms/queries.ts';
import { listAttendees } from './attendee-rows.ts';
import { readSubmissionPage } from './queries.ts';

/** @throws AppError `not_found`, or `invalid` at `cursor` */
export async function listFormSubmissions(db: Db, formId: string, query: PageQuery): ReturnType<typeof listAttendees> {
  await getForm(db, formId);
  return listAttendees(db, { kind: 'form', id: formId }, { ...query, withSteps: true });
}

/** `listFormSubmissions` with counts. @throws AppError `not_found`, or `invalid` at `cursor` */
export async function readFormSubmissionPage(db: Db, formId: string, query: PageQuery): Promise<SubmissionPage> {
  await getForm(db, formId);
  return readSubmissionPage(db, { kind: 'form', id: formId }, query, {
    all: () => countSignUps(db, formId),
    duplicates: () => countDuplicates(db, formId),
  });
}
