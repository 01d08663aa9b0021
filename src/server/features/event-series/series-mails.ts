import type { SeriesMail, SeriesMailEdit } from '#contract/registrations/registration-calls.ts';
import { mailKind } from '#contract/registrations/registration-changes.ts';
import { trimmedOrNull } from '#contract/rules/text.ts';
import { DEFAULT_MAILS } from '#contract/texts/mails.ts';
import type { Db } from '#server/db/connection.ts';
import { getSeries } from './queries.ts';

/** The mails of a series besides the confirmation, in the order of their kinds. @throws AppError `not_found` */
export async function listSeriesMails(db: Db, seriesId: string): Promise<SeriesMail[]> {
  await getSeries(db, seriesId);
  const own = await db.selectFrom('series_mails').selectAll().where('series_id', '=', seriesId).execute();
  return mailKind.options.map((kind) => {
    const row = own.find((each) => each.kind === kind);
    const { subject, template } = row ?? DEFAULT_MAILS[kind];
    return { kind, subject, template, is_own: row !== undefined };
  });
}

/** Writes a mail anew; without a text the default holds again. @throws AppError `not_found` */
export async function editSeriesMail(db: Db, seriesId: string, { kind, subject, template }: SeriesMailEdit): Promise<SeriesMail[]> {
  await getSeries(db, seriesId);
  const [line, text] = [trimmedOrNull(subject), trimmedOrNull(template)];
  const { [kind]: standard } = DEFAULT_MAILS;
  if (line === null || text === null || (line === standard.subject && text === standard.template)) {
    await db.deleteFrom('series_mails').where('series_id', '=', seriesId).where('kind', '=', kind).execute();
  } else {
    await db
      .insertInto('series_mails')
      .values({ series_id: seriesId, kind, subject: line, template: text })
      .onConflict((conflict) => conflict.columns(['series_id', 'kind']).doUpdateSet({ subject: line, template: text }))
      .execute();
  }
  return listSeriesMails(db, seriesId);
}
