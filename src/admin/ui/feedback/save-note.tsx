import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { SAVE_OUTCOMES } from '#contract/texts/staff.ts';
import { Parts } from '../format/parts.tsx';
import { IconAlertCircle, IconCircleCheck } from '../layout/icons.tsx';
import classes from './save-note.module.css';

export type SaveOutcome =
  | { readonly kind: 'saved' }
  | { readonly kind: 'failed'; readonly reason: ReactNode; readonly wasOffline: boolean };

/** The outcome of the last save, under the title. It stays in view while the page scrolls, as the Save button does. */
export const SaveNote = ({ outcome }: { outcome: SaveOutcome | undefined }) =>
  outcome === undefined ? null : (
    <div className={classes.note} data-saved={outcome.kind === 'saved' ? '' : undefined}>
      {outcome.kind === 'saved' ? (
        <Alert color="green" icon={<IconCircleCheck />}>
          <Parts of={SAVE_OUTCOMES.saved} />
        </Alert>
      ) : (
        <Alert color="red" icon={<IconAlertCircle />}>
          <Parts of={SAVE_OUTCOMES.failed} /> {outcome.reason}
        </Alert>
      )}
    </div>
  );
