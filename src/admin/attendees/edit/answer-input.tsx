import { Checkbox, NativeSelect, Textarea, TextInput, type TextInputProps } from '@mantine/core';
import { hasOptions, isLong, isTick } from '#contract/rules/field-types.ts';
import type { Answer } from '#contract/rules/sign-up.ts';
import { choicesOf, type Question } from './questions.ts';

export interface AnswerInputProps {
  field: Question;
  value: Answer | undefined;
  error: string | undefined;
  className?: string | undefined;
  look?: { size: 'xs'; labelProps: { fw: number } };
  line?: Pick<TextInputProps, 'type' | 'required'> & { 'data-autofocus'?: boolean };
  placeholder?: string | undefined;
  onChange: (value: Answer) => void;
}

/** A field of the form as the visitor sees it, for staff: nothing is required, and an answer that is no longer an option stays. */
export function AnswerInput({ field, value, error, className, look, line, placeholder, onChange }: AnswerInputProps) {
  const { label, name, help_text: description } = field;
  const shared = { label, name, error, className, description } as const;
  if (isTick(field)) {
    return <Checkbox {...shared} checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />;
  }
  const text = typeof value === 'string' ? value : '';
  const input = {
    ...shared,
    ...look,
    dir: 'auto',
    autoComplete: 'off',
    ...(placeholder === undefined ? {} : { placeholder }),
    value: text,
  } as const;
  if (isLong(field)) {
    return <Textarea {...input} autosize minRows={2} maxRows={8} onChange={(event) => onChange(event.currentTarget.value)} />;
  }
  if (!hasOptions(field)) return <TextInput {...input} {...line} onChange={(event) => onChange(event.currentTarget.value)} />;
  return <NativeSelect {...input} data={choicesOf(field, text)} onChange={(event) => onChange(event.currentTarget.value)} />;
}
