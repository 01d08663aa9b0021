import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { messageOf } from '#admin/api/api-error.ts';
import { focusFirstWrong } from '../inputs/focus-first-wrong.ts';
import type { SaveOutcome } from './save-note.tsx';

const SAVE_BANNER_MS = 3_000;

interface SavingOptions {
  readonly hasChanges: boolean;
  readonly check: () => void;
  /** Whether errors or conflicts prevent a save. */
  readonly isWrong: boolean;
  /** What is wrong, where that is not shown at its input. */
  readonly wrongReason?: ReactNode;
  readonly save: () => Promise<ReactNode>;
  /** Where the wrong input is looked for; the whole page unless given. */
  readonly within?: () => ParentNode | null;
}

/** The Save button of an edit page and its outcome for `SaveNote`; a success is shown for three seconds. */
export function useSaving({ hasChanges, check, isWrong, wrongReason, save, within }: SavingOptions) {
  const [outcome, setOutcome] = useState<SaveOutcome>();
  useEffect(() => {
    if (outcome?.kind !== 'saved') return undefined;
    const timer = setTimeout(() => setOutcome(undefined), SAVE_BANNER_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  const fail = (reason: ReactNode) => {
    flushSync(() => setOutcome(reason === undefined ? undefined : { kind: 'failed', reason }));
    focusFirstWrong(within?.());
  };
  const saving = useMutation({
    mutationFn: save,
    onSuccess: (failed) => (failed === undefined ? setOutcome({ kind: 'saved' }) : fail(failed)),
    onError: (error) => fail(messageOf(error)),
  });
  const submit = () => {
    if (saving.isPending || !hasChanges) return;
    flushSync(() => {
      setOutcome(undefined);
      check();
    });
    if (isWrong) fail(wrongReason);
    else saving.mutate();
  };
  return { outcome, submit, isSaving: saving.isPending };
}
