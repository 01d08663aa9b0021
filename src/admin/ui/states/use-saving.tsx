import { Alert } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { messageOf } from '#admin/api/api-error.ts';
import { SAVE_OUTCOMES } from '#contract/texts/staff.ts';
import { focusFirstWrong } from '../focus.ts';
import { Parts } from '../format/parts.tsx';
import { IconAlertCircle, IconCircleCheck } from '../layout/icons.tsx';
import classes from './use-saving.module.css';

const SAVE_BANNER_MS = 3_000;

/** Why a save failed, if that takes more than a sentence, or nothing if the inputs say it. */
export class SaveFailure extends Error {
  readonly reason: ReactNode;

  constructor(reason: ReactNode) {
    super('Not saved');
    this.reason = reason;
  }
}

interface SavingOptions<Saved> {
  readonly hasChanges: boolean;
  readonly check: () => void;
  /** Whether errors or conflicts prevent a save. */
  readonly isWrong: boolean;
  /** What is wrong, if that is not shown at its input. */
  readonly wrongReason?: ReactNode;
  /** Rejects if something was not saved. */
  readonly save: () => Promise<Saved>;
  /** Called after a save unless the form was left in the meantime. */
  readonly onSaved?: (saved: Saved) => void;
}

/** The Save button of a form and its outcome for `SaveNote`; a success is shown for three seconds. A failure focuses the first wrong input. */
export function useSaving<Saved>({ hasChanges, check, isWrong, wrongReason, save, onSaved }: SavingOptions<Saved>) {
  const [outcome, setOutcome] = useState<SaveOutcome>();
  /** Where to look for the wrong input; without a form, the whole page. */
  const [form, setForm] = useState<HTMLFormElement | null>(null);
  useEffect(() => {
    if (outcome?.kind !== 'saved') return undefined;
    const timer = setTimeout(() => setOutcome(undefined), SAVE_BANNER_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  useWindowEvent('online', () => setOutcome((last) => (last?.kind === 'failed' && last.wasOffline ? undefined : last)));

  const fail = (reason: ReactNode) => {
    flushSync(() => setOutcome(reason === undefined ? undefined : { kind: 'failed', reason, wasOffline: !navigator.onLine }));
    focusFirstWrong(form ?? undefined);
  };
  const saving = useMutation({
    mutationFn: save,
    onSuccess: () => setOutcome({ kind: 'saved' }),
    onError: (error) => fail(error instanceof SaveFailure ? error.reason : messageOf(error)),
  });
  const submit = (event?: { preventDefault: () => void }) => {
    event?.preventDefault();
    if (saving.isPending || !hasChanges) return;
    flushSync(() => {
      setOutcome(undefined);
      check();
    });
    if (isWrong) fail(wrongReason);
    else saving.mutate(undefined, { onSuccess: onSaved });
  };
  return {
    form,
    setForm,
    outcome,
    failure: outcome?.kind === 'failed' ? outcome.reason : undefined,
    submit,
    isSaving: saving.isPending,
    /** For a form that is left once it is saved. */
    isSaved: saving.isSuccess,
    forget: () => setOutcome(undefined),
  };
}

type SaveOutcome = { readonly kind: 'saved' } | { readonly kind: 'failed'; readonly reason: ReactNode; readonly wasOffline: boolean };

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
