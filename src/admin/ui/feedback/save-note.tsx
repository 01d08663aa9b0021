import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { SAVE_FAILED, SAVE_SUCCEEDED } from '#contract/texts/staff.ts';
import { IconAlertCircle, IconCircleCheck } from '../layout/icons.tsx';
import classes from './save-note.module.css';

export type SaveOutcome =
  | { readonly kind: 'saved' }
  | { readonly kind: 'failed'; readonly reason: ReactNode; readonly wasOffline: boolean };

function Sentence({ text }: { text: string }) {
  const end = text.search(/(?<=[!:])\s/);
  return (
    <>
      <strong>{text.slice(0, end)}</strong>
      {text.slice(end)}
    </>
  );
}

/** The outcome of the last save, under the title. It stays in view while the page scrolls, as the Save button does. */
export function SaveNote({ outcome }: { outcome: SaveOutcome | undefined }) {
  if (outcome === undefined) return null;
  return (
    <div className={classes.note} data-saved={outcome.kind === 'saved' ? '' : undefined}>
      {outcome.kind === 'saved' ? (
        <Alert color="green" icon={<IconCircleCheck />}>
          <Sentence text={SAVE_SUCCEEDED} />
        </Alert>
      ) : (
        <Alert color="red" icon={<IconAlertCircle />}>
          <Sentence text={SAVE_FAILED} /> {outcome.reason}
        </Alert>
      )}
    </div>
  );
}
