import { useHotkeys } from '@mantine/hooks';
import { Spoken } from '#admin/ui/feedback/spoken.tsx';
import { IconArrowUp } from '#admin/ui/layout/tool-icons.tsx';
import { byLetter } from '#admin/ui/letter-keys.ts';
import classes from './news-button.module.css';

/** Announces new sign-ups, and shows them when it or `n` is pressed. */
export function NewsButton({ label, onShow }: { label: string | undefined; onShow: () => void }) {
  useHotkeys(byLetter([['n', () => (label === undefined ? undefined : onShow())]]));
  return (
    <>
      <Spoken text={label ?? ''} />
      {label === undefined ? null : (
        <button type="button" className={classes.news} data-row="inline" data-text="strong" aria-keyshortcuts="n" onClick={onShow}>
          <IconArrowUp />
          {label}
          <kbd data-phone="hidden">N</kbd>
        </button>
      )}
    </>
  );
}
