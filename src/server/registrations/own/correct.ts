import { allSignUpErrors } from '#contract/rules/check-sign-up.ts';
import { type Payload, valueIn } from '#contract/rules/sign-up.ts';
import type { Tx } from '#server/db/connection.ts';
import { AppError, invalid } from '#server/errors.ts';
import { arrivalAt } from '#server/forms/public-form.ts';
import { checkEdit, conflictOf, conflictsOf, type SentField, sentFields } from '#server/versioned-edit.ts';
import { type EditedAnswers, givenAnswers, mergeAnswers, recordCorrection, sentAnswers } from '../edits.ts';
import { changeOwn, countChange, type OwnChange, type OwnDeps } from './commands.ts';
import { asPublicEvents, canCorrect, fieldsOf, heldEvents, type OwnSignUp, whyNot } from './queries.ts';

const TEXTS = ['first_name', 'last_name', 'job_title', 'organisation'] as const;

/** What was sent, trimmed; keys that were not sent are left out. */
function columnsOf(sent: Payload): Record<string, unknown> {
  const texts = TEXTS.flatMap((name) => {
    const value = valueIn(sent, name);
    return value === undefined ? [] : [[name, typeof value === 'string' ? value.trim() : ''] as const];
  });
  const consent = valueIn(sent, 'accepts_marketing');
  return { ...Object.fromEntries<unknown>(texts), ...(consent === undefined ? {} : { accepts_marketing: consent === true }) };
}

/** By the rules of the form; what was not sent is not checked. @throws AppError `invalid` */
function check(own: OwnSignUp, sent: Payload, timeZone: string): void {
  const { row } = own;
  const events = asPublicEvents(heldEvents(own));
  const form = { kind: 'series', events, fields: own.fields } as const;
  const payload = { ...row, ...row.answers, ...sent, events: events.map(({ id }) => id) };
  const errors = allSignUpErrors(form, payload, arrivalAt(Date.now(), timeZone)).filter(
    ({ path }) => path !== 'events' && valueIn(sent, path) !== undefined,
  );
  if (errors.length > 0) throw invalid(errors);
}

interface Sent {
  readonly columns: Readonly<Record<string, unknown>>;
  readonly answers: EditedAnswers;
}

async function write(tx: Tx, own: OwnSignUp, sent: readonly SentField[], { columns, answers }: Sent): Promise<void> {
  const { row } = own;
  const accepted = checkEdit(row, sent, undefined);
  if (accepted === undefined) return;
  await countChange(tx, own);
  const isSent = (name: string): boolean => sent.some((field) => field.name === name);
  const kept = new Map([...answers].filter(([key]) => isSent(`answers.${key}`)));
  await tx
    .updateTable('submissions')
    .set({
      ...Object.fromEntries(Object.entries(columns).filter(([name]) => isSent(name))),
      answers: mergeAnswers(row, kept),
      ...accepted.versions,
    })
    .where('id', '=', row.id)
    .execute();
  await recordCorrection(tx, row, { changed: accepted.changed, sent, fields: own.fields, by: 'visitor' });
}

/**
 * Corrects details and answers by the rules of the form. What staff have changed after the version `readAt` is left as it is, named by
 * `refusal`, and the rest saved.
 * @throws AppError `not_found`, `invalid` or `too_many`; `conflict` when nothing can be corrected
 */
export async function correctOwn(deps: OwnDeps, token: string, sent: Payload, readAt: number | undefined): Promise<OwnChange> {
  let conflicts: readonly SentField[] = [];
  const change = await changeOwn(deps, token, async (tx, own) => {
    if (!canCorrect(own)) throw new AppError('conflict', whyNot(own, heldEvents(own), deps.timeZone));
    check(own, sent, deps.timeZone);
    const columns = columnsOf(sent);
    const answers = givenAnswers(fieldsOf(own), sent);
    const all = [...sentFields({ ...own.row }, columns), ...sentAnswers(own.row, answers)];
    conflicts = conflictsOf(own.row, all, readAt);
    await write(
      tx,
      own,
      all.filter((field) => !conflicts.includes(field)),
      { columns, answers },
    );
    return [];
  });
  return conflicts.length === 0 ? change : { ...change, refusal: conflictOf(conflicts) };
}
