import { UnstyledButton } from '@mantine/core';
import { useHotkeys, useOs } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { LazyDialog } from '#admin/ui/lazy-part.tsx';
import { lazyPart } from '#admin/ui/load-script.ts';
import { useLazyDialog } from '#admin/ui/use-lazy-dialog.ts';
import classes from './find-field.module.css';

// Most visits find their way by the cards.
const FindPalette = lazyPart(async () => (await import('./find-palette.tsx')).FindPalette);

/** A screen's own search has the slash. */
const isSlashTaken = () => document.querySelector('[aria-keyshortcuts="/"]') !== null;

/** The field of the top bar that opens the search over everything, as Cmd/Ctrl+K does, and `/` where no list claims it. */
export function FindField() {
  const { opened, wasOpened, open, close, dismiss } = useLazyDialog();
  const isMac = ['macos', 'ios'].includes(useOs());

  useHotkeys([['mod+K', open]], [], true);
  useHotkeys([['/', () => (isSlashTaken() ? undefined : open()), { preventDefault: false }]]);
  return (
    <>
      <UnstyledButton className={classes.field} aria-haspopup="dialog" aria-keyshortcuts="Meta+K Control+K" onClick={open}>
        <IconSearch size={16} stroke={1.75} aria-hidden="true" />
        <span className={classes.words}>Find a series, form or event</span>
        <span className={classes.key} aria-hidden="true">
          {isMac ? '⌘ K' : 'Ctrl K'}
        </span>
      </UnstyledButton>
      {wasOpened ? (
        <LazyDialog opened={opened} onClose={dismiss}>
          <FindPalette opened={opened} onDismiss={dismiss} onPick={close} />
        </LazyDialog>
      ) : null}
    </>
  );
}
