import type { PageQuery, SubmissionPage } from '#contract/submission.ts';
import type { Db } from '#server/db/connection.ts';
import { countDuplicates, countSignUps, getForm } from '#server/features/marketing-forms/queries.ts';
import { type AttendeePage, getAttendeePage, readSubmissionPage } from './queries.ts';

/** @throws AppError `not_found`, or `invalid` at `cursor` */
export async function listFormSubmissions(db: Db, formId: string, query: PageQuery): Promise<AttendeePage> {
  await getForm(db, formId);
  return getAttendeePage(db, { kind: 'form', id: formId }, query);
}

/**
 * `listFormSubmissions` with counts.
 * @throws AppError `not_found`, or `invalid` at `cursor`
 */
export async function readFormSubmissionPage(db: Db, formId: string, query: PageQuery): Promise<SubmissionPage> {
  await getForm(db, formId);
  return readSubmissionPage(db, { kind: 'form', id: formId }, query, {
    all: () => countSignUps(db, formId),
    duplicates: () => countDuplicates(db, formId),
  });
}
