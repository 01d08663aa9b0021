import { type Action, action } from '#admin/ui/actions/use-actions.tsx';
import { IconArrowBackUp, IconArrowUp, IconSend, IconUserMinus, IconX } from '#admin/ui/layout/icons.tsx';
import { IconArrowDown, IconUserCheck } from '#admin/ui/layout/tool-icons.tsx';
import type { Submission } from '#contract/attendees/submission.ts';
import { waitingListCalls } from '#contract/registrations/waiting-list-calls.ts';
import { GIVE_A_PLACE, OFFER_A_PLACE, REMOVE } from '#contract/texts/places.ts';
import type { RegistrationActions } from './registration-actions.tsx';

export interface OnRegistration {
  /** Absent where nothing can be done, and so no button is shown. */
  readonly actions: RegistrationActions | undefined;
  readonly submission: Submission;
}

const positionOf = ({ submission }: OnRegistration): number => submission._registration?.position ?? 0;
const move = (on: OnRegistration, by: number) => on.actions?.move(on.submission, positionOf(on) + by);

const GIVE: Action<OnRegistration> = action('give', GIVE_A_PLACE, IconUserCheck, [waitingListCalls.promoteRegistration], {
  run: ({ actions, submission }) => actions?.promote([submission], 'confirmed'),
});

/** What can be done with someone who waits. */
export const WAITING_ACTIONS: readonly Action<OnRegistration>[] = [
  action('offer', OFFER_A_PLACE, IconSend, [waitingListCalls.promoteRegistration], {
    run: ({ actions, submission }) => actions?.promote([submission], 'offer'),
  }),
  GIVE,
  action('up', 'Move up', IconArrowUp, [waitingListCalls.moveRegistration], {
    isOff: (on) => positionOf(on) <= 1,
    run: (on) => move(on, -1),
  }),
  action('down', 'Move down', IconArrowDown, [waitingListCalls.moveRegistration], {
    isOff: (on) => positionOf(on) >= (on.actions?.waiting ?? 0),
    run: (on) => move(on, 1),
  }),
  action('remove', REMOVE, IconUserMinus, [waitingListCalls.cancelRegistration], {
    tone: 'danger',
    run: ({ actions, submission }) => actions?.remove([submission]),
  }),
];

/** With someone who has an offer. */
export const OFFER_ACTIONS: readonly Action<OnRegistration>[] = [
  { ...GIVE, isOff: ({ actions }) => actions?.isPending === true },
  action('withdraw', 'Withdraw offer', IconX, [waitingListCalls.withdrawOffer], {
    isOff: ({ actions }) => actions?.isPending === true,
    run: ({ actions, submission }) => actions?.withdraw(submission),
  }),
];

/** With someone whose registration was cancelled. */
export const CANCELLED_ACTIONS: readonly Action<OnRegistration>[] = [
  action('restore', 'Restore…', IconArrowBackUp, [waitingListCalls.restoreRegistration], {
    run: ({ actions, submission }) => actions?.restore(submission),
  }),
];
