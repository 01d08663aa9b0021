import { Modal } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useState } from 'react';
import { IconSearch } from '#admin/ui/layout/icons.tsx';
import classes from './find-palette.module.css';
import { PaletteState } from './palette-state.tsx';
import { SearchLineList, optionId } from './search-line-list.tsx';
import { type SearchLine, searchLines } from './search-lines.ts';
import { searchQuery } from './search-queries.ts';
import { useEnter } from './use-enter.ts';

const SEARCH_PAUSE_MS = 150;
const SEARCH_MAX_LENGTH = 200;

interface FindPaletteProps {
  opened: boolean;
  onDismiss: () => void;
  onPick: () => void;
}

/** The global search over series, events, forms and people: type, choose with the arrow keys, open with Enter. */
export function FindPalette({ opened, onDismiss, onPick }: FindPaletteProps) {
  return (
    <Modal.Root
      opened={opened}
      onClose={onDismiss}
      returnFocus={false}
      yOffset="clamp(1rem, 9vw, 8.5rem)"
      size={600}
      centered={false}
      classNames={{ content: classes.palette }}
    >
      <Modal.Overlay backgroundOpacity={0.4} color="#000" blur={0} />
      <Modal.Content aria-label="Find a series, form, event or person">
        <Search onPick={onPick} />
        <footer className={classes.foot}>
          <span>
            <kbd className={classes.key}>↑</kbd> <kbd className={classes.key}>↓</kbd> choose
          </span>
          <span>
            <kbd className={classes.key}>Enter</kbd> open
          </span>
          <span className={classes.escape}>
            <kbd className={classes.key}>Esc</kbd> close
          </span>
        </footer>
      </Modal.Content>
    </Modal.Root>
  );
}

/** The index that an arrow key leads to; it wraps around. */
function placeAfter(key: string, place: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return (place + 1) % count;
  if (key === 'ArrowUp') return (place - 1 + count) % count;
  return undefined;
}

const NO_LINES: SearchLine[] = [];

function Search({ onPick }: { onPick: () => void }) {
  const list = useId();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const [paused] = useDebouncedValue(typed.trim(), SEARCH_PAUSE_MS);
  const read = useQuery(searchQuery(paused));
  const isEmpty = typed.trim() === '';
  const lines = isEmpty || read.data === undefined ? NO_LINES : searchLines(read.data);
  const place = Math.min(chosen, Math.max(lines.length - 1, 0));
  const current = lines[place];
  const isSettled = paused === typed.trim();
  const enter = useEnter({ list, place, isAnswered: isSettled && !read.isPending && !read.isPlaceholderData });

  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const next = placeAfter(event.key, place, lines.length);
    if (next !== undefined) {
      event.preventDefault();
      setChosen(next);
      document.getElementById(optionId(list, next))?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && !isEmpty) {
      event.preventDefault();
      enter.press({ ctrlKey: event.ctrlKey, metaKey: event.metaKey });
    } else if (event.key === 'Escape') enter.forget();
  };
  return (
    <>
      <div className={classes.head}>
        <IconSearch size={18} stroke={1.75} aria-hidden="true" />
        <input
          className={classes.input}
          data-autofocus
          type="text"
          role="combobox"
          aria-label="Find a series, form, event or person"
          aria-expanded={lines.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={current === undefined ? undefined : optionId(list, place)}
          placeholder="Find a series, form, event or person"
          autoComplete="off"
          spellCheck={false}
          dir="auto"
          maxLength={SEARCH_MAX_LENGTH}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setChosen(0);
            enter.forget();
          }}
          onKeyDown={handleKey}
          onBlur={enter.forget}
        />
      </div>
      <PaletteState read={read} isEmpty={isEmpty} isSettled={isSettled} words={typed.trim()} count={lines.length} />
      <SearchLineList id={list} lines={lines} place={place} words={paused} onPoint={setChosen} onPick={onPick} />
    </>
  );
}
