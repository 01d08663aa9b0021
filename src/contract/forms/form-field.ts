import { z } from 'zod';
import { type FieldType, hasOptions, takesAnswer } from '../rules/field-types.ts';
import { isBlank } from '../rules/text.ts';
import * as texts from '../texts/form-field.ts';
import { id, line, text } from '../wire-text.ts';

export const LABEL_MAX_LENGTH = 300;
export const DISCLAIMER_MAX_LENGTH = 5_000;
export const HELP_TEXT_MAX_LENGTH = 500;
const OPTION_MAX_LENGTH = 200;
/** Enough for a list of all countries. */
const OPTIONS_MAX = 300;
const FIELDS_PER_ADD_MAX = 100;

export const fieldTypeSchema = z.enum(['input', 'textarea', 'checkbox', 'select', 'disclaimer'] satisfies FieldType[]);

const label = z.string(texts.CANNOT_BE_EMPTY).pipe(text(DISCLAIMER_MAX_LENGTH).refine((value) => !isBlank(value), texts.CANNOT_BE_EMPTY));
const option = z.string(texts.CANNOT_BE_EMPTY).pipe(line(OPTION_MAX_LENGTH).refine((value) => !isBlank(value), texts.CANNOT_BE_EMPTY));
/** Invisible characters, except those that join several into one emoji or word. */
const INVISIBLE = /(?![\u200c\u{e0020}-\u{e007f}]|\u200d)[\p{DI}\p{Cf}\u2800]/gu;
/** An option as it looks in a list, where consecutive spaces are one. */
const seen = (value: string): string => value.replaceAll(INVISIBLE, '').trim().replaceAll(/\s+/g, ' ').normalize();
const repeated = (values: readonly string[]): string | undefined => {
  const all = values.map(seen);
  return all.find((value, index) => all.indexOf(value) < index);
};
const options = z
  .array(option)
  .max(OPTIONS_MAX, `Please use at most ${OPTIONS_MAX} options`)
  .superRefine((values, context) => {
    const twice = repeated(values);
    if (twice !== undefined) context.addIssue(texts.optionRepeats(twice));
  });

/** The text between label and control; null or blank for none. */
const helpText = text(HELP_TEXT_MAX_LENGTH).nullable();

export const LABEL_TOO_LONG = `Please use one line of at most ${LABEL_MAX_LENGTH} characters`;

/** A label is one short line, except that of a disclaimer, which is a longer text. */
export const hasValidLabel = (field: { type: FieldType; label: string }): boolean =>
  !takesAnswer(field) || line(LABEL_MAX_LENGTH).safeParse(field.label).success;

/** A new field. `order` is accepted and ignored: new fields go to the end. */
export const newFieldSchema = z
  .object({
    type: fieldTypeSchema,
    label,
    required: z.boolean().default(false),
    options: options.default([]),
    show_on_slack: z.boolean().default(false),
    order: z.int().min(0).optional(),
    brunch_event: z.boolean().default(false),
    brunch_event_id: id.nullable().default(null),
    help_text: helpText.default(null),
  })
  .refine(hasValidLabel, { path: ['label'], message: LABEL_TOO_LONG })
  .refine((field) => !hasOptions(field) || field.options.length > 0, { path: ['options', 0], message: texts.CANNOT_BE_EMPTY })
  .refine((field) => !field.brunch_event || field.brunch_event_id !== null, {
    path: ['brunch_event_id'],
    message: texts.BRUNCH_EVENT_REQUIRED,
  });

export const newFieldsSchema = z.array(newFieldSchema).min(1).max(FIELDS_PER_ADD_MAX);

/** Changes of a field. `order` is the index to move to. The type cannot be changed. */
export const fieldEditSchema = z
  .object({
    label,
    required: z.boolean(),
    options,
    show_on_slack: z.boolean(),
    order: z.int().min(0),
    brunch_event: z.boolean(),
    brunch_event_id: id.nullable(),
    help_text: helpText,
  })
  .partial();

/** A field as anyone may read it, without Slack settings. `inputType` repeats `type` (D2). */
export const publicFieldSchema = z.object({
  id,
  label: z.string(),
  name: z.string(),
  type: fieldTypeSchema,
  inputType: fieldTypeSchema,
  required: z.boolean(),
  options: z.array(z.string()),
  order: z.int(),
  brunch_event: z.boolean(),
  brunch_event_id: id.nullable(),
  help_text: z.string().nullable(),
});

/** A field as staff see it. `answers_count` is how many submissions answer it. */
export const fieldSchema = publicFieldSchema.extend({ show_on_slack: z.boolean(), answers_count: z.int(), version: z.int() });

export type NewField = z.infer<typeof newFieldSchema>;
export type FieldEdit = z.infer<typeof fieldEditSchema>;
export type FormField = z.infer<typeof fieldSchema>;

/** The list with one element moved to an index, or to the end if the index is beyond it. */
export const movedTo = <T>(list: readonly T[], element: T, index: number): T[] =>
  list.filter((other) => other !== element).toSpliced(index, 0, element);
