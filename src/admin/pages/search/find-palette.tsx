import { Box, Group, Modal, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue, useMounted } from '@mantine/hooks';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { type KeyboardEvent, use, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { stepsOf, undeliveredQuery } from '#admin/reads/step-queries.ts';
import { listRecentPages } from '#admin/recent-pages.ts';
import { useMay } from '#admin/session/session.ts';
import { OpenDialogContext } from '#admin/ui/dialogs/use-dialog.tsx';
import { useFocusReturn } from '#admin/ui/focus.ts';
import { dates } from '#admin/ui/format/dates.tsx';
import { IconSearch } from '#admin/ui/layout/icons.tsx';
import { LoadingNote, LoadFailure, readState } from '#admin/ui/states/page-state.tsx';
import type { SearchResult } from '#contract/attendees/search.ts';
import { SEARCH_MAX_LENGTH } from '#contract/rules/search-words.ts';
import { counted } from '#contract/texts/counts.ts';
import { SHORTCUTS } from '../frame/shortcuts-action.ts';
import { listedGroups } from './command-lines.ts';
import classes from './find-palette.module.css';
import { optionId, SearchLineList } from './search-line-list.tsx';
import { foundGroups, type SearchGroup } from './search-lines.ts';
import { searchQuery } from './search-queries.ts';

const SEARCH_PAUSE_MS = 150;
const LABEL = 'Find a person, event, series or form';

interface FindPaletteProps {
  typed: string;
  setTyped: (typed: string) => void;
  onShowShortcuts: () => void;
}

export function FindPalette({ onShowShortcuts, ...field }: FindPaletteProps) {
  const { opened, close, onGone } = use(OpenDialogContext);
  // Anything open on its first render appears without a transition.
  const isMounted = useMounted();
  const root = useRef<HTMLDivElement>(null);
  useFocusReturn(opened, root);
  const [isLeaving, setLeaving] = useState(false);
  const leaveForShortcuts = () => {
    setLeaving(true);
    close();
  };
  // They open once the focus is back, not over another dialog.
  const handleGone = () => {
    onGone();
    if (isLeaving) setTimeout(onShowShortcuts);
  };
  return (
    <Modal.Root
      ref={root}
      opened={opened && isMounted}
      onClose={close}
      onExitTransitionEnd={handleGone}
      returnFocus={false}
      yOffset="clamp(1rem, 9vw, 5.625rem)"
      size={640}
      centered={false}
      classNames={{ content: classes.palette }}
    >
      <Modal.Overlay backgroundOpacity={0.4} color="#000" blur={0} />
      <Modal.Content aria-label={LABEL}>
        <Search {...field} onPick={close} onShowShortcuts={leaveForShortcuts} />
        <Box
          component="footer"
          px={16}
          py={10}
          fz="xs"
          data-edge="top"
          data-fixed
          data-row="stretch wide"
          data-text="second"
          data-phone="hidden"
        >
          <span>
            <kbd>↑</kbd> <kbd>↓</kbd> choose
          </span>
          <span>
            <kbd>Enter</kbd> open
          </span>
          <span>
            <kbd>Alt</kbd> <kbd>Enter</kbd> open person
          </span>
          <UnstyledButton fz="inherit" ms="auto" onClick={leaveForShortcuts}>
            <kbd>?</kbd> all shortcuts
          </UnstyledButton>
        </Box>
      </Modal.Content>
    </Modal.Root>
  );
}

/** The index that an arrow key leads to; it wraps around. */
function lineAfter(key: string, active: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return (active + 1) % count;
  if (key === 'ArrowUp') return (active - 1 + count) % count;
  return undefined;
}

function Search({ typed, setTyped, onPick, onShowShortcuts }: FindPaletteProps & { onPick: () => void }) {
  const list = useId();
  const [chosen, setChosen] = useState(0);
  const [paused] = useDebouncedValue(typed.trim(), SEARCH_PAUSE_MS);
  const read = useQuery(searchQuery(paused));
  const isEmpty = typed.trim() === '';
  const searched = paused === '' ? undefined : paused;
  const groups = useSearchGroups(isEmpty ? '' : searched, isEmpty ? undefined : read.data);
  const lines = groups.flatMap((group) => group.lines);
  const active = Math.min(chosen, Math.max(lines.length - 1, 0));
  const current = lines[active];
  const isSettled = paused === typed.trim();
  const enter = useEnter({ list, active, isAnswered: isEmpty || (isSettled && !read.isPending && !read.isPlaceholderData) });

  const handleKey = (event: KeyboardEvent) => {
    const next = lineAfter(event.key, active, lines.length);
    if (next !== undefined) {
      event.preventDefault();
      setChosen(next);
      document.getElementById(optionId(list, next))?.scrollIntoView({ block: 'nearest' });
    } else if (typed === '' && SHORTCUTS.keys.includes(event.key)) {
      event.preventDefault();
      onShowShortcuts();
    } else if (event.key === 'Enter') {
      event.preventDefault();
      enter.press({ ctrlKey: event.ctrlKey, metaKey: event.metaKey, altKey: event.altKey });
    } else if (event.key === 'Escape') enter.forget();
  };
  return (
    <>
      <Group gap={12} px={16} wrap="nowrap" data-edge="bottom" data-fixed data-text="second">
        <IconSearch size={18} aria-hidden="true" />
        <input
          className={classes.input}
          data-grows
          data-autofocus
          type="text"
          role="combobox"
          aria-label={LABEL}
          aria-expanded={lines.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={current === undefined ? undefined : optionId(list, active)}
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
        <kbd data-phone="hidden" aria-hidden="true">
          Esc
        </kbd>
      </Group>
      <PaletteState read={read} isEmpty={isEmpty} isSettled={isSettled} words={typed.trim()} count={lines.length} />
      <SearchLineList id={list} groups={groups} active={active} words={isEmpty ? '' : paused} onPoint={setChosen} onPick={onPick} />
    </>
  );
}

interface PaletteStateProps {
  read: UseQueryResult;
  isEmpty: boolean;
  /** The server's query is the text as currently typed. */
  isSettled: boolean;
  words: string;
  count: number;
}

/** Shown instead of results, or announced with them. */
function PaletteState({ read, isEmpty, isSettled, words, count }: PaletteStateProps) {
  if (isEmpty) return null;
  if (read.isError || readState(read) === 'failed') return <LoadFailure read={read} />;
  if (count > 0) {
    return <VisuallyHidden role="status">{counted(count, 'result')}</VisuallyHidden>;
  }
  return (
    <Box px={16} py={20} fz="sm" data-breaks data-text="second">
      {read.isFetching || !isSettled ? <LoadingNote /> : <span role="status">{`Nothing found for ‘${words}’.`}</span>}
    </Box>
  );
}

/** Modifier keys held with Enter: they open the link in a new tab, or, with Alt, the panel of a person. */
type HeldKeys = Pick<MouseEventInit, 'ctrlKey' | 'metaKey' | 'altKey'>;

interface EnterOptions {
  readonly list: string;
  readonly active: number;
  /** The lines are the results for the text as currently typed. */
  readonly isAnswered: boolean;
}

/** Enter follows the link of the chosen line; pressed before the results arrive, it is remembered and applied to them. */
function useEnter({ list, active, isAnswered }: EnterOptions) {
  const remembered = useRef<HeldKeys>(undefined);
  const open = (held: HeldKeys) => {
    document.getElementById(optionId(list, active))?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...held }));
  };
  useEffect(() => {
    if (!isAnswered || remembered.current === undefined) return;
    open(remembered.current);
    remembered.current = undefined;
  });
  return {
    press: (held: HeldKeys) => {
      if (isAnswered) open(held);
      else remembered.current = held;
    },
    forget: () => {
      remembered.current = undefined;
    },
  };
}

const isFilled = ({ lines }: SearchGroup): boolean => lines.length > 0;

/** What the search shows: what was found for the words, recent pages and commands; none before the first answer. */
function useSearchGroups(words: string | undefined, result: SearchResult | undefined): SearchGroup[] {
  const { pathname: path } = useLocation();
  const [opened] = useState(() => ({ now: new Date(), recent: listRecentPages() }));
  const { data: undelivered } = useQuery({ ...undeliveredQuery(), select: stepsOf });
  const may = useMay();
  if (words === undefined || (words !== '' && result === undefined)) return [];
  const listed = listedGroups({ ...opened, path, undelivered, may, dayOf: dates.day }, words);
  if (result === undefined) return listed.filter(isFilled);
  const { found, spelled } = foundGroups(result, { words, dayOf: dates.day });
  return [...found, ...listed, spelled].filter(isFilled);
}
