/** A line of text, a long text of several lines, an option of the field, a tick, or none: then the field only shows its label, which may be long. */
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

/** Whether there are few enough different answers to count and filter by them. */
export const isCounted = (field: Typed): boolean => isTick(field) || hasOptions(field);
