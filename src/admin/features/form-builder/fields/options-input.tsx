import { Button, Input, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { IconMinus, IconPlus } from '#admin/ui/layout/icons.tsx';
import type { FieldError } from '#contract/rules/sign-up.ts';
import { isBlank } from '#contract/rules/text.ts';
import { errorAt } from '../draft/field-problems.ts';
import classes from './field-inputs.module.css';

const TOOL = { size: 'xs', variant: 'subtle', color: 'gray', fw: 400 } as const;

interface OptionsInputProps {
  readonly options: readonly string[];
  readonly errors: readonly FieldError[];
  readonly onChange: (options: string[]) => void;
}

/** The options of a select field. They are added and removed at the end. */
export function OptionsInput({ options, errors, onChange }: OptionsInputProps) {
  const list = useRef<HTMLDivElement>(null);
  const numbered = options.map((value, index) => ({ value, index, number: index + 1 }));

  const change = (changed: string[]) => {
    // Rendered at once, so that the new input can take the focus.
    flushSync(() => onChange(changed));
    list.current?.lastElementChild?.querySelector('input')?.focus();
  };

  return (
    <fieldset className={classes.options}>
      <legend>Options</legend>
      <div className={classes.list} ref={list}>
        {numbered.map(({ value, index, number }) => (
          <TextInput
            key={number}
            aria-label={`Option ${number}`}
            autoComplete="off"
            dir="auto"
            leftSection={<span aria-hidden="true">{number}</span>}
            value={value}
            error={errorAt(errors, `options.${index}`)}
            onChange={(event) => onChange(options.with(index, event.currentTarget.value))}
          />
        ))}
      </div>
      {errorAt(errors, 'options') === undefined ? null : <Input.Error role="alert">{errorAt(errors, 'options')}</Input.Error>}
      <div className={classes.tools}>
        <Button {...TOOL} leftSection={<IconPlus />} disabled={isBlank(options[0] ?? '')} onClick={() => change([...options, ''])}>
          Add another option
        </Button>
        <Button {...TOOL} leftSection={<IconMinus />} disabled={options.length < 2} onClick={() => change(options.slice(0, -1))}>
          Remove last
        </Button>
      </div>
    </fieldset>
  );
}
