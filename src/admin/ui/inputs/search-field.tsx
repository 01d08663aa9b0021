import { TextInput } from '@mantine/core';
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { formatCount } from '#contract/texts/counts.ts';
import { IconSearch } from '../layout/icons.tsx';

const DEBOUNCE_MS = 250;

interface SearchFieldProps {
  label: string;
  /** What is searched, for screen readers. */
  about?: string;
  value: string;
  onChange: (text: string) => void;
  maxLength: number;
  className?: string | undefined;
  size?: 'xs' | 'sm';
  /** A key that focuses the field from anywhere on the page. */
  hotkey?: string;
}

/** A debounced search: `value` may lag behind what is typed. */
export function SearchField({ label, about, value, onChange, maxLength, className, size = 'xs', hotkey }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  const [submitted, setSubmitted] = useState(value);
  // So only a value from elsewhere, such as a cleared search, replaces the text.
  if (value !== seen) {
    setSeen(value);
    setSubmitted(value);
    if (value !== submitted) setTyped(value);
  }
  const submit = useDebouncedCallback((text: string) => {
    setSubmitted(text);
    onChange(text);
  }, DEBOUNCE_MS);
  // On many keyboards this character needs Shift.
  useHotkeys(hotkey === undefined ? [] : [hotkey, `shift+${hotkey}`].map((keys) => [keys, () => input.current?.focus()]));
  return (
    <TextInput
      ref={input}
      className={className}
      type="search"
      autoComplete="off"
      size={size}
      aria-label={about === undefined ? label : `${label}: ${about}`}
      aria-keyshortcuts={hotkey}
      placeholder={label}
      maxLength={maxLength}
      error={typed.length < maxLength ? undefined : `Only the first ${formatCount(maxLength)} characters fit here`}
      leftSection={<IconSearch />}
      rightSection={hotkey !== undefined && typed === '' ? <kbd data-phone="hidden">{hotkey}</kbd> : null}
      rightSectionPointerEvents="none"
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        submit(event.currentTarget.value);
      }}
    />
  );
}
