import { answerProblem, staffAnswer, storedAnswer } from '#contract/rules/answers.ts';
import { answerOf } from '#contract/rules/check-sign-up.ts';
import type { FieldError } from '#contract/rules/field-error.ts';
import { activeFields, type PublicEvent, type PublicField } from '#contract/rules/public-fields.ts';
import type { Answer } from '#contract/rules/sign-up.ts';
import { invalid } from '#server/errors.ts';

/** The sent answers to fields shown for these events, by key; null removes one (D38). @throws AppError `invalid` at the key */
export function staffAnswers(
  form: { readonly fields: readonly PublicField[]; readonly events: readonly PublicEvent[] },
  payload: Readonly<Record<string, unknown>>,
): ReadonlyMap<string, Answer | null> {
  const chosen = form.events.map((event) => event.id);
  const sent = activeFields(form.fields, form.events, chosen)
    .map((field) => ({ field, value: staffAnswer(field, answerOf(payload, field, form.fields)) }))
    .filter(({ value }) => value !== undefined);
  const errors = sent.flatMap(({ field, value }): FieldError[] => {
    const message = answerProblem(field, value);
    return message === undefined ? [] : [{ path: field.name, message }];
  });
  if (errors.length > 0) throw invalid(errors);
  return new Map(sent.map(({ field, value }) => [field.name, value === null ? null : (storedAnswer(field, value) ?? null)]));
}
