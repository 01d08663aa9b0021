import type { UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import { Ask, runOf } from '#admin/ui/dialogs/dialog.tsx';
import { TELL_NOBODY, tellBody, TellChoice } from '#admin/ui/dialogs/tell-choice.tsx';
import { fullName } from '#admin/ui/format/full-name.ts';
import type { Submission } from '#contract/attendees/submission.ts';
import type { PromotedAs } from '#contract/registrations/places.ts';
import type { Cancellation } from '#contract/registrations/waiting-list-calls.ts';
import { GIVE_A_PLACE, OFFER_A_PLACE, offerToChosen } from '#contract/texts/places.ts';

interface PromoteDialogProps {
  submissions: readonly Submission[];
  as: PromotedAs;
  reasons: readonly string[];
  onPromote: () => void;
}

/** Asks before somebody gets a place out of turn, or over the maximum. */
export function PromoteDialog({ submissions, as, reasons, onPromote }: PromoteDialogProps) {
  const [first, ...others] = submissions;
  const one = as === 'offer' ? OFFER_A_PLACE : GIVE_A_PLACE;
  const label = others.length === 0 ? one : offerToChosen(submissions.length);
  const title = others.length === 0 && first !== undefined ? `${one} to ${fullName(first)}?` : `${label}?`;
  return <Ask title={title} about={reasons.join(' ')} go={label} tone="plain" onGo={onPromote} />;
}

const PLACE_AGAIN = 'They will have a place again.';
const OR_ON_LIST = 'If they only waited, they go to the end of the waiting list instead.';

interface RestoreDialogProps {
  submission: Submission;
  hasList: boolean;
  reasons: readonly string[];
  onRestore: () => void;
}

/** Asks before somebody who cancelled gets the place, or a position on the list, back. */
export const RestoreDialog = ({ submission, hasList, reasons, onRestore }: RestoreDialogProps) => (
  <Ask
    title={`Restore the registration of ${fullName(submission)}?`}
    about={[PLACE_AGAIN, ...reasons, ...(hasList ? [OR_ON_LIST] : [])].join(' ')}
    go="Restore"
    tone="plain"
    onGo={onRestore}
  />
);

interface RemoveDialogProps {
  submissions: readonly Submission[];
  cancellation: Pick<
    UseMutationResult<unknown, unknown, Cancellation & { submissions: readonly Submission[] }>,
    'mutate' | 'isPending' | 'error'
  >;
  onDone: () => void;
}

/** The words of the question: a place is cancelled, and whoever waits or has an offer is removed. */
function removalTexts(submissions: readonly Submission[]) {
  const [first] = submissions;
  if (first === undefined || submissions.length > 1)
    return { title: `Remove ${submissions.length} people?`, label: `Remove ${submissions.length}`, whom: 'them' };
  const whom = fullName(first);
  switch (first._registration?.status) {
    case 'waiting':
      return { title: `Remove ${whom} from the waiting list?`, label: 'Remove', whom };
    case 'offered':
      return { title: `Remove ${whom}, who has an offer?`, label: 'Remove', whom };
    default:
      return { title: `Cancel the place of ${whom}?`, label: 'Cancel place', whom };
  }
}

/** Asks before registrations are cancelled, and whether those people are told. */
export function RemoveDialog({ submissions, cancellation, onDone }: RemoveDialogProps) {
  const [answer, setAnswer] = useState(TELL_NOBODY);
  const { title, label, whom } = removalTexts(submissions);
  return (
    <Ask
      {...runOf(cancellation)}
      title={title}
      about="The sign-up stays in the list of those who cancelled, and can be restored from there."
      stay={label === 'Cancel place' ? 'Keep it' : 'Cancel'}
      go={label}
      onGo={() => cancellation.mutate({ submissions, ...tellBody(answer) }, { onSuccess: onDone })}
    >
      <TellChoice label={`Tell ${whom} by email`} answer={answer} onChange={setAnswer} />
    </Ask>
  );
}
