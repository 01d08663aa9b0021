import { storedAnswer } from '#contract/rules/answers.ts';
import type { PublicField } from '#contract/rules/public-fields.ts';
import { type Answer, type Payload, valueIn } from '#contract/rules/sign-up.ts';
import type { SubmissionRow } from '#server/db/tables.ts';
import type { SentField } from '#server/versioned-edit.ts';

/** Answers by the key of their field; null removes one. */
export type EditedAnswers = ReadonlyMap<string, Answer | null>;

/** The sent answers to these fields; one that was not sent is left out. */
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

/** The column of the answers after an edit. */
export function mergeAnswers(row: Pick<SubmissionRow, 'answers'>, answers: EditedAnswers): string {
  const merged = new Map<string, Answer | null>([...Object.entries(row.answers), ...answers]);
  return JSON.stringify(Object.fromEntries([...merged].filter(([, answer]) => answer !== null)));
}
