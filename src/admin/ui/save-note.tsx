import { Alert } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { SAVE_FAILED, SAVE_SUCCEEDED } from '#contract/texts/staff.ts';
import classes from './save-note.module.css';

/** How long the note of a save that went well stands (spec section 9). */
const SAVE_BANNER_MS = 3_000;

/** What came of the last save. */
type SaveOutcome = { readonly kind: 'saved' } | { readonly kind: 'failed'; readonly reason: ReactNode };

/** What came of the last save, as `SaveNote` shows it; a success is forgotten after three seconds. */
export function useSaveOutcome() {
  const [outcome, setOutcome] = useState<SaveOutcome>();
  useEffect(() => {
    if (outcome?.kind !== 'saved') return undefined;
    const timer = setTimeout(() => setOutcome(undefined), SAVE_BANNER_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  return [outcome, setOutcome] as const;
}

/** The first words of a sentence in bold. */
function Sentence({ text }: { text: string }) {
  const end = text.search(/(?<=[!:])\s/);
  return (
    <>
      <strong>{text.slice(0, end)}</strong>
      {text.slice(end)}
    </>
  );
}

/**
 * Under the title: how the last save went, in the specification's words (section 8). It stays in view while the page is scrolled,
 * since the button that was pressed is always in view too.
 */
export function SaveNote({ outcome }: { outcome: SaveOutcome | undefined }) {
  if (outcome === undefined) return null;
  return (
    <div className={classes.note}>
      {outcome.kind === 'saved' ? (
        <Alert color="green" icon={<IconCircleCheck size={16} stroke={1.75} />}>
          <Sentence text={SAVE_SUCCEEDED} />
        </Alert>
      ) : (
        <Alert color="red" icon={<IconAlertCircle size={16} stroke={1.75} />}>
          <Sentence text={SAVE_FAILED} /> {outcome.reason}
        </Alert>
      )}
    </div>
  );
}
