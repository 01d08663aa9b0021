import { Modal, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useState } from 'react';
import { IconSearch } from '#admin/ui/layout/icons.tsx';
import { SEARCH_MAX_LENGTH } from '#contract/rules/search-words.ts';
import classes from './find-palette.module.css';
import { PaletteState } from './palette-state.tsx';
import { SearchLineList, optionId } from './search-line-list.tsx';
import { searchQuery } from './search-queries.ts';
import { useEnter } from './use-enter.ts';
import { useSearchGroups } from './use-search-groups.ts';

const SEARCH_PAUSE_MS = 150;
const LABEL = 'Find a person, event, series or form';

interface FindPaletteProps {
  opened: boolean;
  onDismiss: () => void;
  onPick: () => void;
  onShowShortcuts: () => void;
}

/** The global search over series, events, forms and people: type, choose with the arrow keys, open with Enter. */
export function FindPalette({ opened, onDismiss, onPick, onShowShortcuts }: FindPaletteProps) {
  const [isLeaving, setLeaving] = useState(false);
  const leaveForShortcuts = () => {
    setLeaving(true);
    onDismiss();
  };
  // They open over no other dialog, and this one leaves the page only after its transition.
  const handleGone = () => {
    if (isLeaving) setTimeout(onShowShortcuts);
    setLeaving(false);
  };
  return (
    <Modal.Root
      opened={opened}
      onClose={onDismiss}
      onExitTransitionEnd={handleGone}
      returnFocus={false}
      yOffset="clamp(1rem, 9vw, 5.625rem)"
      size={640}
      centered={false}
      classNames={{ content: classes.palette }}
    >
      <Modal.Overlay backgroundOpacity={0.4} color="#000" blur={0} />
      <Modal.Content aria-label={LABEL}>
        <Search onPick={onPick} onShowShortcuts={leaveForShortcuts} />
        <footer className={classes.foot}>
          <span>
            <kbd className={classes.key}>↑</kbd> <kbd className={classes.key}>↓</kbd> choose
          </span>
          <span>
            <kbd className={classes.key}>Enter</kbd> open
          </span>
          <span>
            <kbd className={classes.key}>Alt</kbd> <kbd className={classes.key}>Enter</kbd> open person
          </span>
          <UnstyledButton className={classes.shortcuts} onClick={leaveForShortcuts}>
            <kbd className={classes.key}>?</kbd> all shortcuts
          </UnstyledButton>
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

function Search({ onPick, onShowShortcuts }: Pick<FindPaletteProps, 'onPick' | 'onShowShortcuts'>) {
  const list = useId();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const [paused] = useDebouncedValue(typed.trim(), SEARCH_PAUSE_MS);
  const read = useQuery(searchQuery(paused));
  const isEmpty = typed.trim() === '';
  const searched = paused === '' ? undefined : paused;
  const groups = useSearchGroups(isEmpty ? '' : searched, isEmpty ? undefined : read.data);
  const lines = groups.flatMap((group) => group.lines);
  const place = Math.min(chosen, Math.max(lines.length - 1, 0));
  const current = lines[place];
  const isSettled = paused === typed.trim();
  const enter = useEnter({ list, place, isAnswered: isEmpty || (isSettled && !read.isPending && !read.isPlaceholderData) });

  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const next = placeAfter(event.key, place, lines.length);
    if (next !== undefined) {
      event.preventDefault();
      setChosen(next);
      document.getElementById(optionId(list, next))?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === '?' && typed === '') {
      event.preventDefault();
      onShowShortcuts();
    } else if (event.key === 'Enter') {
      event.preventDefault();
      enter.press({ ctrlKey: event.ctrlKey, metaKey: event.metaKey, altKey: event.altKey });
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
          aria-label={LABEL}
          aria-expanded={lines.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={current === undefined ? undefined : optionId(list, place)}
          placeholder={LABEL}
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
        <kbd className={classes.key} aria-hidden="true">
          Esc
        </kbd>
      </div>
      <PaletteState read={read} isEmpty={isEmpty} isSettled={isSettled} words={typed.trim()} count={lines.length} />
      <SearchLineList id={list} groups={groups} place={place} words={isEmpty ? '' : paused} onPoint={setChosen} onPick={onPick} />
    </>
  );
}
