import { TextInput } from '@mantine/core';
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { IconSearch } from '#admin/ui/layout/icons.tsx';
import { SEARCH_MAX_LENGTH } from '#contract/rules/search-words.ts';

const SEARCH_PAUSE_MS = 250;

interface PeopleFieldProps {
  /** What is searched now, by the address of the page. */
  words: string;
  onSearch: (words: string) => void;
}

/** The search field of the list of people; it follows the address, but never over what is being typed. */
export function PeopleField({ words, onSearch }: PeopleFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(words);
  const [searched, setSearched] = useState(words);
  if (words !== searched) {
    setSearched(words);
    setTyped(words);
  }
  const search = useDebouncedCallback((text: string) => {
    setSearched(text.trim());
    onSearch(text.trim());
  }, SEARCH_PAUSE_MS);
  useHotkeys([['/', () => input.current?.focus()]]);
  return (
    <TextInput
      ref={input}
      type="search"
      aria-label="Find people"
      aria-keyshortcuts="/"
      placeholder="Name, organisation or email"
      leftSection={<IconSearch aria-hidden="true" />}
      maw={400}
      mb={24}
      autoComplete="off"
      spellCheck={false}
      maxLength={SEARCH_MAX_LENGTH}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        search(event.currentTarget.value);
      }}
    />
  );
}
