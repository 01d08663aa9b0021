import { Alert, Button, Modal } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import type { UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '#admin/api/api-error.ts';
import { QuestionDialog } from '#admin/ui/dialogs/question-dialog.tsx';
import { TELL_NOBODY, tellBody, TellChoice } from '#admin/ui/dialogs/tell-choice.tsx';
import { fullName } from '#admin/ui/format/full-name.ts';
import { IconAlertCircle } from '#admin/ui/layout/icons.tsx';
import type { PromotedAs } from '#contract/registrations/places.ts';
import type { Cancellation } from '#contract/registrations/waiting-list-calls.ts';
import type { Submission } from '#contract/submission.ts';
import { GIVE_A_PLACE, OFFER_A_PLACE, offerToChosen } from '#contract/texts/places.ts';
import classes from '#admin/ui/dialogs/dialog.module.css';

/** Kept while a dialog closes, so that its text does not change. */
function useLast<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}

interface Question {
  readonly submissions: readonly Submission[];
  readonly as: PromotedAs;
  readonly reasons: readonly string[];
}

interface PromoteDialogProps {
  question: Question | undefined;
  onClose: () => void;
  onPromote: (promotion: Pick<Question, 'submissions' | 'as'>) => void;
}

/** Asks before somebody gets a place out of turn, or over the maximum. */
export function PromoteDialog({ question, onClose, onPromote }: PromoteDialogProps) {
  const isMounted = useMounted();
  const { submissions = [], as = 'offer', reasons = [] } = useLast(question) ?? {};
  const [first, ...others] = submissions;
  const one = as === 'offer' ? OFFER_A_PLACE : GIVE_A_PLACE;
  const label = others.length === 0 ? one : offerToChosen(submissions.length);
  return (
    <QuestionDialog
      opened={question !== undefined && isMounted}
      title={others.length === 0 && first !== undefined ? `${one} to ${fullName(first)}?` : `${label}?`}
      stayLabel="Cancel"
      goLabel={label}
      onStay={onClose}
      onGo={() => {
        onClose();
        onPromote({ submissions, as });
      }}
    >
      {reasons.join(' ')}
    </QuestionDialog>
  );
}

const PLACE_AGAIN = 'They will have a place again.';
const OR_ON_LIST = 'If they only waited, they go to the end of the waiting list instead.';

interface RestoreDialogProps {
  submission: Submission | undefined;
  hasList: boolean;
  /** What is unusual about it. */
  reasons: readonly string[];
  onClose: () => void;
  onRestore: (submission: Submission) => void;
}

/** Asks before somebody who cancelled gets the place, or a position on the list, back. */
export function RestoreDialog({ submission, hasList, reasons, onClose, onRestore }: RestoreDialogProps) {
  const isMounted = useMounted();
  const shown = useLast(submission);
  return (
    <QuestionDialog
      opened={submission !== undefined && isMounted}
      title={shown === undefined ? '' : `Restore the registration of ${fullName(shown)}?`}
      stayLabel="Cancel"
      goLabel="Restore"
      onStay={onClose}
      onGo={() => {
        onClose();
        if (shown !== undefined) onRestore(shown);
      }}
    >
      {[PLACE_AGAIN, ...reasons, ...(hasList ? [OR_ON_LIST] : [])].join(' ')}
    </QuestionDialog>
  );
}

interface RemoveDialogProps {
  submissions: readonly Submission[] | undefined;
  cancellation: Pick<
    UseMutationResult<unknown, unknown, Cancellation & { submissions: readonly Submission[] }>,
    'mutate' | 'isPending' | 'error' | 'reset'
  >;
  /** Called when they are removed. */
  onDone: (() => void) | undefined;
  onClose: () => void;
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
export function RemoveDialog({ submissions, cancellation, onDone, onClose }: RemoveDialogProps) {
  const isMounted = useMounted();
  const shown = useLast(submissions) ?? [];
  const [answer, setAnswer] = useState(TELL_NOBODY);
  const { title, label, whom } = removalTexts(shown);
  const close = () => {
    if (cancellation.isPending) return;
    cancellation.reset();
    setAnswer(TELL_NOBODY);
    onClose();
  };
  const handleRemove = () =>
    cancellation.mutate(
      { submissions: shown, ...tellBody(answer) },
      {
        onSuccess: () => {
          onDone?.();
          close();
        },
      },
    );
  return (
    <Modal opened={submissions !== undefined && isMounted} onClose={close} title={title}>
      <p className={classes.undone}>The sign-up stays in the list of those who cancelled, and can be restored from there.</p>
      <TellChoice label={`Tell ${whom} by email`} answer={answer} onChange={setAnswer} />
      {cancellation.error === null ? null : (
        <Alert className={classes.failure} color="red" icon={<IconAlertCircle />}>
          {messageOf(cancellation.error)}
        </Alert>
      )}
      <div className={classes.actions}>
        <Button variant="default" data-autofocus onClick={close}>
          {label === 'Cancel place' ? 'Keep it' : 'Cancel'}
        </Button>
        <Button color="red" loading={cancellation.isPending} onClick={handleRemove}>
          {label}
        </Button>
      </div>
    </Modal>
  );
}
