import type { FormField } from '#contract/forms/form-field.ts';
import { NOT_ANSWERED } from '#contract/texts/staff.ts';
import { LABELS } from '#contract/texts/words/form.ts';

export type Question = Pick<FormField, 'type' | 'label' | 'name' | 'options' | 'help_text'>;

const question = (name: string, label: string, type: FormField['type'] = 'input'): Question => ({
  name,
  label,
  type,
  options: [],
  help_text: null,
});

const questionOf = (name: keyof typeof LABELS): Question => question(name, LABELS[name]);

export const FIRST_NAME = questionOf('first_name');
export const LAST_NAME = questionOf('last_name');
export const JOB_TITLE = questionOf('job_title');
export const ORGANISATION = questionOf('organisation');
export const EMAIL = questionOf('email');
export const MESSAGE = question('message', 'Message', 'textarea');
export const MARKETING = question('accepts_marketing', 'Accepts marketing', 'checkbox');

/** The columns that each table of attendees to edit has. */
export const PERSON_QUESTIONS: readonly Question[] = [
  FIRST_NAME,
  LAST_NAME,
  ORGANISATION,
  JOB_TITLE,
  EMAIL,
  { ...MARKETING, label: 'Marketing' },
];

/** The choices of a select field for staff: it may be left unanswered, and an answer that is no longer an option stays. */
export function choicesOf({ options }: Question, answer: string): { value: string; label: string }[] {
  const choices = answer === '' || options.includes(answer) ? options : [answer, ...options];
  return [{ value: '', label: NOT_ANSWERED }, ...choices.map((choice) => ({ value: choice, label: choice }))];
}
