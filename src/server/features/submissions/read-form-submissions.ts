import type { PageQuery, Submission, SubmissionPage } from '#contract/submission.ts';
import type { Db } from '#server/db/connection.ts';
import { countDuplicates, countSignUps, getForm } from '#server/features/marketing-forms/queries.ts';
import { getAttendeePage, readSubmissionPage } from './queries.ts';

/**
 * The submissions of a marketing form: the list itself (decision 20).
 * @throws AppError `not_found`
 */
export async function listFormSubmissions(db: Db, formId: string, query: PageQuery): Promise<Submission[]> {
  await getForm(db, formId);
  return (await getAttendeePage(db, { formId }, query)).submissions;
}

/**
 * The submissions of a marketing form, whole or in pages, with the counts beside them (decision 21).
 * @throws AppError `not_found`, or `invalid` at `cursor`
 */
export async function readFormSubmissionPage(db: Db, formId: string, query: PageQuery): Promise<SubmissionPage> {
  await getForm(db, formId);
  return readSubmissionPage(db, { formId }, query, {
    all: () => countSignUps(db, formId),
    duplicates: () => countDuplicates(db, formId),
  });
}
