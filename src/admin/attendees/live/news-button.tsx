import { VisuallyHidden } from '@mantine/core';
import { useHotkeys, useThrottledValue } from '@mantine/hooks';
import { IconArrowUp } from '#admin/ui/layout/icons.tsx';
import search from '#admin/ui/inputs/search-field.module.css';
import classes from './news-button.module.css';

/** Announcing a sign-up every second would drown out everything else. */
const SPOKEN_EVERY_MS = 10_000;

/** Says that there are new sign-ups, and shows them at a press of it or of `n`. */
export function NewsButton({ label, onShow }: { label: string | undefined; onShow: () => void }) {
  const spoken = useThrottledValue(label ?? '', SPOKEN_EVERY_MS);
  useHotkeys([['n', () => (label === undefined ? undefined : onShow())]]);
  return (
    <>
      <VisuallyHidden role="status">{spoken}</VisuallyHidden>
      {label === undefined ? null : (
        <button type="button" className={classes.news} data-row="inline" data-text="strong" aria-keyshortcuts="n" onClick={onShow}>
          <IconArrowUp />
          {label}
          <kbd className={search.key}>N</kbd>
        </button>
      )}
    </>
  );
}
