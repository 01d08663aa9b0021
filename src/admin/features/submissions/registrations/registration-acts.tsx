import { VisuallyHidden } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { LazyDialog, lazyPart } from '#admin/ui/loading/lazy-part.tsx';
import { positionText } from '#admin/ui/table/position-text.ts';
import type { ListedEvent } from '#contract/event.ts';
import type { Submission } from '#contract/submission.ts';
import { goesOver, isNumber } from '#contract/texts/places.ts';
import { ActsContext, type PromoteAs, type RegistrationActs } from './acts-context.ts';
import { type EventScope, useRegistrationMutations } from './registration-mutations.ts';

const PromoteDialog = lazyPart(async () => (await import('./registration-dialogs.tsx')).PromoteDialog);
const RemoveDialog = lazyPart(async () => (await import('./registration-dialogs.tsx')).RemoveDialog);
const RestoreDialog = lazyPart(async () => (await import('./registration-dialogs.tsx')).RestoreDialog);

interface Removal {
  readonly submissions: readonly Submission[];
  readonly onDone: (() => void) | undefined;
}

interface PromotionQuestion {
  readonly submissions: readonly Submission[];
  readonly as: PromoteAs;
  /** What is unusual about it. */
  readonly reasons: readonly string[];
  readonly onDone: ((done: readonly Submission[]) => void) | undefined;
}

/** Why a place over the maximum is unusual; none while there are places. */
function overTexts(
  { maximum_participants: maximum, submissions_count: confirmed, registration_counts: counts }: ListedEvent,
  more: number,
): string[] {
  const over = confirmed + (counts?.offered ?? 0) + more - (maximum ?? Number.MAX_SAFE_INTEGER);
  return over > 0 && maximum !== null ? [goesOver(over, maximum)] : [];
}

/** Whether others wait before this person who are not passed over. */
function turnTexts(event: ListedEvent, { first_name: name, _registration: registration }: Submission): string[] {
  const position = registration?.position ?? 1;
  return position - 1 > (event.registration_counts?.passed_over ?? 0) ? [isNumber(name, position)] : [];
}

/** Keeps the focus where it is while rows change their places. */
function keepFocus(): void {
  const { activeElement: focused } = document;
  setTimeout(() => {
    if (focused instanceof HTMLElement && focused.isConnected) focused.focus({ preventScroll: true });
  });
}

interface RegistrationActsProviderProps {
  scope: EventScope;
  event: ListedEvent;
  children: ReactNode;
}

/** Lets the lists of an event's registrations act, with the dialogs that ask before. */
export function RegistrationActsProvider({ scope, event, children }: RegistrationActsProviderProps) {
  const { promotion, promotionOfNext, move, cancellation, restoration, withdrawal } = useRegistrationMutations(scope, event);
  const [promoting, setPromoting] = useState<PromotionQuestion>();
  const [removing, setRemoving] = useState<Removal>();
  const [restoring, setRestoring] = useState<Submission>();
  const [spoken, setSpoken] = useState('');
  const waiting = event.registration_counts?.waiting ?? 0;
  const { mutate: promote } = promotion;
  const { mutate: offerToNext } = promotionOfNext;
  const { mutate: moveTo } = move;
  const { mutate: withdraw } = withdrawal;
  const isPending = promotion.isPending || promotionOfNext.isPending || withdrawal.isPending;
  const acts = useMemo(
    (): RegistrationActs => ({
      waiting,
      isPending,
      promote: (submissions, as, onDone) => {
        const [only, ...others] = submissions;
        const isWaiting = only?._registration?.status === 'waiting';
        const turn = only !== undefined && others.length === 0 && isWaiting ? turnTexts(event, only) : [];
        const reasons = [...turn, ...(isWaiting ? overTexts(event, submissions.length) : [])];
        if (reasons.length === 0) promote({ submissions, as }, { onSuccess: ({ done }) => onDone?.(done) });
        else setPromoting({ submissions, as, reasons, onDone });
      },
      offerToNext,
      move: (submission, position) => {
        if (position < 1 || position > waiting) return;
        keepFocus();
        setSpoken(positionText(`${submission.first_name} ${submission.last_name}`, position - 1, waiting));
        moveTo({ submission, position });
      },
      remove: (submissions, onDone) => setRemoving({ submissions, onDone }),
      restore: setRestoring,
      withdraw,
    }),
    [event, waiting, isPending, promote, offerToNext, moveTo, withdraw],
  );
  return (
    <ActsContext value={acts}>
      <VisuallyHidden role="status">{spoken}</VisuallyHidden>
      {children}
      <LazyDialog opened={promoting !== undefined} onClose={() => setPromoting(undefined)}>
        <PromoteDialog
          question={promoting}
          onClose={() => setPromoting(undefined)}
          onPromote={(question) => promote(question, { onSuccess: ({ done }) => promoting?.onDone?.(done) })}
        />
      </LazyDialog>
      <LazyDialog opened={removing !== undefined} onClose={() => setRemoving(undefined)}>
        <RemoveDialog
          submissions={removing?.submissions}
          onDone={removing?.onDone}
          cancellation={cancellation}
          onClose={() => setRemoving(undefined)}
        />
      </LazyDialog>
      <LazyDialog opened={restoring !== undefined} onClose={() => setRestoring(undefined)}>
        <RestoreDialog
          submission={restoring}
          reasons={overTexts(event, 1)}
          onClose={() => setRestoring(undefined)}
          onRestore={restoration.mutate}
        />
      </LazyDialog>
    </ActsContext>
  );
}
