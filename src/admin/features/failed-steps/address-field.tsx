import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { RemoteValue } from '#admin/ui/inputs/remote-value.tsx';
import { addressSuggestion } from '#contract/rules/address-suggestion.ts';
import classes from './failed-step-row.module.css';
import type { Address } from './use-address-edits.ts';

interface AddressFieldProps {
  label: string;
  address: Address;
  onSend: () => void;
}

/** An address that can be corrected in its line; Enter sends. An error shows once the field is left. */
export function AddressField({ label, address: { field, isChanged }, onSend }: AddressFieldProps) {
  const [isTyping, setTyping] = useState(false);
  const isMarked = isChanged || addressSuggestion(field.value) !== undefined;
  return (
    <div className={classes.address} data-mark={isMarked ? 'changed' : undefined}>
      <TextInput
        size="xs"
        type="text"
        inputMode="email"
        aria-label={label}
        autoComplete="off"
        spellCheck={false}
        value={field.value}
        error={isTyping ? undefined : field.error}
        onChange={(event) => {
          setTyping(true);
          field.onChange(event.currentTarget.value);
        }}
        onBlur={() => setTyping(false)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          setTyping(false);
          onSend();
        }}
      />
      <RemoteValue label={label} field={field} />
    </div>
  );
}
