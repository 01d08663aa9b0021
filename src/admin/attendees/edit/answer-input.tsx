import { Button, Checkbox, NativeSelect, Textarea, TextInput, type TextInputProps } from '@mantine/core';
import type { MouseEvent } from 'react';
import { addressSuggestion, didYouMean } from '#contract/rules/address-suggestion.ts';
import { hasOptions, isLong, isTick } from '#contract/rules/field-types.ts';
import type { Answer } from '#contract/rules/sign-up.ts';
import { choicesOf, type Question } from './questions.ts';

export interface AnswerInputProps extends Pick<TextInputProps, 'className' | 'size' | 'labelProps' | 'placeholder' | 'type' | 'required'> {
  field: Question;
  value: Answer | undefined;
  error: string | undefined;
  'data-autofocus'?: boolean;
  onChange: (value: Answer) => void;
}

/** A field of the form as the visitor sees it, for staff: nothing is required, and an answer that is no longer an option stays. */
export function AnswerInput({ field, value, error, className, onChange, ...look }: AnswerInputProps) {
  const { label, name, help_text: description } = field;
  const shared = { label, name, error, className, description } as const;
  if (isTick(field)) {
    return <Checkbox {...shared} checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />;
  }
  const text = typeof value === 'string' ? value : '';
  const input = { ...shared, ...look, dir: 'auto', autoComplete: 'off', value: text } as const;
  if (isLong(field)) {
    return <Textarea {...input} autosize minRows={2} maxRows={8} onChange={(event) => onChange(event.currentTarget.value)} />;
  }
  if (!hasOptions(field)) return <TextInput {...input} onChange={(event) => onChange(event.currentTarget.value)} />;
  return <NativeSelect {...input} data={choicesOf(field, text)} onChange={(event) => onChange(event.currentTarget.value)} />;
}

export function MistypedAddress({ email, onTake }: { email: string; onTake: (meant: string) => void }) {
  const meant = addressSuggestion(email);
  const handleClick = (event: MouseEvent, address: string) => {
    // The button disappears with the mistake.
    event.currentTarget.closest('form')?.querySelector<HTMLElement>('input[name="email"]')?.focus();
    onTake(address);
  };
  return (
    <div role="status">
      {meant === undefined ? null : (
        <Button variant="subtle" size="xs" mt={4} onClick={(event) => handleClick(event, meant)}>
          {didYouMean(meant)}
        </Button>
      )}
    </div>
  );
}
