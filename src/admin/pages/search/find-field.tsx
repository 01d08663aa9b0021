import { UnstyledButton } from '@mantine/core';
import { useHotkeys, useOs } from '@mantine/hooks';
import { unlessBehind, useDialog } from '#admin/ui/dialogs/use-dialog.tsx';
import { IconSearch } from '#admin/ui/layout/icons.tsx';
import { lazyPart } from '#admin/ui/loading/lazy-part.tsx';
import classes from './find-field.module.css';

// Loaded on demand: most visits do not search.
const FindPalette = lazyPart(async () => (await import('./find-palette.tsx')).FindPalette);

/** Whether the screen's own search uses the slash key. */
const isSlashTaken = () => document.querySelector('[aria-keyshortcuts="/"]') !== null;

/** The search button of the top bar. Cmd/Ctrl+K opens the search too, and `/` where the screen has no search field. */
export function FindField({ onShowShortcuts }: { onShowShortcuts: () => void }) {
  const { open, show } = useDialog();
  const isMac = ['macos', 'ios'].includes(useOs());

  useHotkeys([['mod+K', unlessBehind(open)]], [], true);
  useHotkeys([['/', () => (isSlashTaken() ? undefined : unlessBehind(open)()), { preventDefault: false }]]);
  return (
    <>
      <UnstyledButton className={classes.field} aria-haspopup="dialog" aria-keyshortcuts="Meta+K Control+K" onClick={open}>
        <IconSearch aria-hidden="true" />
        <span className={classes.words}>Find a person, event, series or form</span>
        <span className={classes.key} aria-hidden="true">
          {isMac ? '⌘ K' : 'Ctrl K'}
        </span>
      </UnstyledButton>
      {show(<FindPalette onShowShortcuts={onShowShortcuts} />)}
    </>
  );
}
