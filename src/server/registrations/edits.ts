import type { FormRef } from '#contract/forms/form-ref.ts';
import { topicOf } from '#contract/live.ts';
import type { ChangedValue } from '#contract/registrations/registration-changes.ts';
import { storedAnswer } from '#contract/rules/answers.ts';
import type { PublicField } from '#contract/rules/public-fields.ts';
import { type Answer, type Payload, valueIn } from '#contract/rules/sign-up.ts';
import * as formWords from '#contract/texts/words/form.ts';
import * as pageWords from '#contract/texts/words/self-service.ts';
import { addressColumns } from '#server/address-columns.ts';
import { hasRows, rowsOf, type Tx } from '#server/db/connection.ts';
import type { SubmissionRow } from '#server/db/tables.ts';
import type { SentField, VersionedEdit } from '#server/versioned-edit.ts';
import type { Write } from '#server/write.ts';
import { HAD_ENTRIES, MAY_HAVE_ENTRY, recordChanges } from './changes.ts';

/** Answers by the key of their field; null removes one. */
type EditedAnswers = ReadonlyMap<string, Answer | null>;

/** The sent answers to these fields, without any that were not sent. */
export const givenAnswers = (fields: readonly PublicField[], sent: Payload): Map<string, Answer | null> =>
  new Map(
    fields.flatMap((field): [string, Answer | null][] => {
      const value = valueIn(sent, field.name);
      return value === undefined ? [] : [[field.name, storedAnswer(field, value) ?? null]];
    }),
  );

/** Each answer has its own version, so that edits of different answers do not conflict. */
export const sentAnswers = (row: SubmissionRow, answers: EditedAnswers): SentField[] =>
  [...answers].map(([key, sent]) => ({
    name: `answers.${key}`,
    wireName: key,
    stored: Object.hasOwn(row.answers, key) ? row.answers[key] : null,
    sent,
  }));

/** Whether a field of a sign-up is a column of its row; the others are answers. */
export const isColumn = ({ name, wireName }: Pick<SentField, 'name' | 'wireName'>): boolean => name === wireName;

/** The column of the answers after an edit. */
export function mergeAnswers(row: Pick<SubmissionRow, 'answers'>, answers: EditedAnswers): string {
  const merged = new Map<string, Answer | null>([...Object.entries(row.answers), ...answers]);
  return JSON.stringify(Object.fromEntries([...merged].filter(([, answer]) => answer !== null)));
}

const columnsOf = ({ name, sent }: SentField): Record<string, unknown> =>
  name === 'email' && typeof sent === 'string' ? addressColumns(sent) : { [name]: sent };

/** Writes what was sent to a locked sign-up. */
export async function writeFields(
  w: Write,
  row: SubmissionRow,
  sent: readonly SentField[],
  { versions }: VersionedEdit,
  kind: FormRef['kind'] = 'series',
): Promise<void> {
  const columns = sent.filter(isColumn).flatMap((field) => Object.entries(columnsOf(field)));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it comes from `sentAnswers`, or was read from an answer
  const answers = sent.filter((field) => !isColumn(field)).map((field) => [field.wireName, field.sent as Answer | null] as const);
  const values = { ...Object.fromEntries<unknown>(columns), answers: mergeAnswers(row, new Map(answers)), ...versions };
  await w.updateTable('submissions').set(values).where('id', '=', row.id).execute();
  w.changed({ topic: 'dashboard' }, { topic: topicOf({ kind, id: row.form_id }), ids: [row.id] });
}

const COLUMN_LABELS: Readonly<Record<string, string>> = { ...formWords.LABELS, accepts_marketing: pageWords.CONSENT, message: 'Message' };

/** A value as shown in the history and on pages. */
export function inWords(value: unknown): string {
  if (typeof value === 'boolean') return value ? pageWords.YES : pageWords.NO;
  return typeof value === 'string' && value !== '' ? value : pageWords.NO_ANSWER;
}

interface Corrected extends Pick<VersionedEdit, 'changed'> {
  readonly sent: readonly SentField[];
  readonly fields: readonly Pick<PublicField, 'name' | 'label'>[];
}

/** The corrections, for history and mails. */
export function changesInWords({ changed, sent, fields }: Corrected): ChangedValue[] {
  const labelOf = ({ name, wireName }: SentField): string =>
    (Object.hasOwn(COLUMN_LABELS, name) ? COLUMN_LABELS[name] : fields.find((field) => field.name === wireName)?.label) ?? wireName;
  return sent
    .filter(({ name }) => changed.has(name))
    .map((field) => ({ label: labelOf(field), before: inWords(field.stored), now: inWords(field.sent) }));
}

const hasLimitedEvent = (tx: Tx, submissionId: string): Promise<boolean> =>
  hasRows(tx)`select from registrations join event_places using (event_id) where submission_id = ${submissionId} limit 1`;

/** Records which details and answers of a sign-up to a series were corrected: by visitors, and by staff if places are limited. */
export async function recordCorrection(w: Write, row: SubmissionRow, corrected: Corrected): Promise<void> {
  const { id: submissionId, form_id: seriesId } = row;
  if (w.by.kind !== 'visitor' && !(await hasLimitedEvent(w, submissionId))) return;
  const consent = corrected.sent.find(({ name }) => name === 'accepts_marketing' && corrected.changed.has(name));
  const details = { changes: changesInWords(corrected), ...(consent && { consents: consent.sent === true }) };
  await recordChanges(w, [{ seriesId, submissionId, eventId: null, kind: 'corrected', details }]);
}

/** Records that the places of a sign-up were passed on, so that the former person is notified by mail; `former` is its row before the change. */
export async function recordPassedOn(w: Write, former: SubmissionRow): Promise<void> {
  const { id: submissionId, form_id: seriesId, first_name, last_name, email } = former;
  const rows = await rowsOf<{ id: string; title: string; hasEntry: boolean }>(w)`
    select event.id, event.title, ${HAD_ENTRIES} and ${MAY_HAVE_ENTRY} and not exists (
        select from submissions as other join registrations as same on same.submission_id = other.id
        where other.form_id = submission.form_id and other.email_key = ${former.email_key} and other.id <> submission.id
          and same.event_id = event.id and same.status = 'confirmed'
      ) as "hasEntry"
    from registrations as registration join submissions as submission on submission.id = registration.submission_id
    join events as event on event.id = registration.event_id join forms as series on series.id = event.form_id
    where registration.submission_id = ${submissionId} and registration.status = 'confirmed'
    order by event.starts_at, event.id`;
  if (email === '' || rows.length === 0) return;
  const details = {
    titles: { added: [], removed: rows.map(({ title }) => title) },
    person: { first_name, last_name, email },
    entries: rows.filter(({ hasEntry }) => hasEntry).map(({ id }) => id),
  };
  await recordChanges(w, [{ seriesId, submissionId, eventId: null, kind: 'passed_on', details }]);
}
