import { Input } from '@mantine/core';
import type { ComponentProps } from 'react';
import type { BoundField } from '#admin/records/use-record.ts';
import { RemoteValue } from './remote-value.tsx';

function shownText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'string' ? value : '';
}

interface BoundInputProps<Value> extends ComponentProps<'div'> {
  label: string;
  field: BoundField<Value>;
  /** How to show a value that is not shown as it is typed. */
  words?: (value: Value) => string;
}

/** The input of a field with its conflict; only the value if this person may not edit it. */
export const BoundInput = <Value,>({ label, field, words, children, ...box }: BoundInputProps<Value>) => (
  <div {...box}>
    {field.isReadOnly ? (
      <Input.Wrapper label={label} labelElement="div">
        <p data-text="main" data-breaks dir="auto" style={{ whiteSpace: 'pre-line' }}>
          {(words ?? shownText)(field.value) || '–'}
        </p>
      </Input.Wrapper>
    ) : (
      children
    )}
    <RemoteValue label={label} field={field} {...(words === undefined ? {} : { words })} />
  </div>
);
