import { Button, Input, TextInput } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import type { FieldError } from '#contract/rules/sign-up.ts';
import { isBlank } from '#contract/rules/text.ts';
import classes from './field-inputs.module.css';
import { errorsAt } from './field-problems.ts';

interface OptionsInputProps {
  readonly options: readonly string[];
  readonly errors: readonly FieldError[];
  readonly onChange: (options: string[]) => void;
}

/** The ordered options of a select field: add another at the end, remove the last (spec sections 2 and 5). */
export function OptionsInput({ options, errors, onChange }: OptionsInputProps) {
  const list = useRef<HTMLDivElement>(null);
  const numbered = options.map((value, index) => ({ value, index, number: index + 1 }));

  const change = (changed: string[]) => {
    // At once, so that the input is there to take the focus.
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
            error={errorsAt(errors, `options.${index}`)}
            onChange={(event) => onChange(options.with(index, event.currentTarget.value))}
          />
        ))}
      </div>
      {errorsAt(errors, 'options') === undefined ? null : <Input.Error role="alert">{errorsAt(errors, 'options')}</Input.Error>}
      <div className={classes.tools}>
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          fw={400}
          leftSection={<IconPlus size={16} stroke={1.75} />}
          disabled={isBlank(options[0] ?? '')}
          onClick={() => change([...options, ''])}
        >
          Add another option
        </Button>
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          fw={400}
          leftSection={<IconMinus size={16} stroke={1.75} />}
          disabled={options.length < 2}
          onClick={() => change(options.slice(0, -1))}
        >
          Remove last
        </Button>
      </div>
    </fieldset>
  );
}
