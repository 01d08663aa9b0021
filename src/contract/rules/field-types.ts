/** A text of one line or of several and long, an option of the field, a tick, or none: then the field only says its label, which may be long. */
type AnswerKind = 'line' | 'lines' | 'option' | 'tick' | 'none';

const ANSWERS = {
  input: 'line',
  textarea: 'lines',
  checkbox: 'tick',
  select: 'option',
  disclaimer: 'none',
} satisfies Record<string, AnswerKind>;
export type FieldType = keyof typeof ANSWERS;

interface Typed {
  readonly type: FieldType;
}

export const takesAnswer = ({ type }: Typed): boolean => ANSWERS[type] !== 'none';
export const isTick = ({ type }: Typed): boolean => ANSWERS[type] === 'tick';
export const hasOptions = ({ type }: Typed): boolean => ANSWERS[type] === 'option';
export const isLong = ({ type }: Typed): boolean => ANSWERS[type] === 'lines';

/** Whether the answers are few enough to be counted and filtered by. */
export const isCounted = (field: Typed): boolean => isTick(field) || hasOptions(field);
