import { useMutation, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '#admin/reads/query-keys.ts';
import type { RegistrationActions } from '#admin/registrations/registration-actions.tsx';
import { call } from '#admin/session/call.ts';
import { type Action, action, useActions } from '#admin/ui/actions/use-actions.tsx';
import { copyWhenKnown } from '#admin/ui/dialogs/copy-button.tsx';
import { ConfirmDialog } from '#admin/ui/dialogs/dialog.tsx';
import { showError, showFailure, showSuccess } from '#admin/ui/feedback/show-alert.tsx';
import { fullName } from '#admin/ui/format/full-name.ts';
import { IconCalendar, IconLink, IconSend, IconTrash } from '#admin/ui/layout/icons.tsx';
import { ToolButtons } from '#admin/ui/layout/tool-button.tsx';
import { IconLinkOff, IconUserMinus } from '#admin/ui/layout/tool-icons.tsx';
import { attendeeCalls } from '#contract/attendees/attendee-calls.ts';
import type { Submission } from '#contract/attendees/submission.ts';
import type { AttendeeScope, EventScope } from '#contract/forms/form-ref.ts';
import { registrationCalls } from '#contract/registrations/registration-calls.ts';
import { waitingListCalls } from '#contract/registrations/waiting-list-calls.ts';
import * as texts from '#contract/texts/own-page-links.ts';
import { CHANGE_EVENTS, REMOVE } from '#contract/texts/places.ts';

interface OnLinks {
  readonly submission: Submission;
  readonly isPending: boolean;
  readonly copy: (revoke: boolean) => void;
  readonly send: () => void;
}

const RenewDialog = ({ submission, copy }: OnLinks) => (
  <ConfirmDialog
    closes
    title={texts.createNewLinkFor(fullName(submission))}
    about="The links in all earlier emails to them will stop working. The new link is copied."
    go={texts.CREATE_NEW_LINK}
    onGo={() => copy(true)}
  />
);

const isOff = ({ isPending }: OnLinks): boolean => isPending;

export const LINK_ACTIONS: readonly Action<OnLinks>[] = [
  action('copy', texts.COPY_LINK, IconLink, [registrationCalls.makeLink], { isOff, run: ({ copy }) => copy(false) }),
  action('send', texts.SEND_LINK, IconSend, [registrationCalls.makeLink], { isOff, run: ({ send }) => send() }),
  action('renew', texts.NEW_LINK, IconLinkOff, [registrationCalls.makeLink], { isOff, dialog: (on) => <RenewDialog {...on} /> }),
];

export interface OnAttendee {
  readonly scope: AttendeeScope;
  readonly submission: Submission;
  /** Absent if registrations cannot be changed. */
  readonly registrations?: RegistrationActions | undefined;
  readonly onChangeEvents: () => void;
  readonly onDelete: () => void;
}

/** The actions for one attendee in a person's panel. Attendees can be removed from an event; the sign-up stays. */
export const PANEL_ACTIONS: readonly Action<Omit<OnAttendee, 'onDelete'>>[] = [
  action('change-events', CHANGE_EVENTS, IconCalendar, [waitingListCalls.changeEventsOfSignUp], {
    when: ({ scope }) => scope.kind === 'series',
    asks: true,
    run: ({ onChangeEvents }) => onChangeEvents(),
  }),
  action(
    'cancel',
    ({ submission }) => (submission._registration?.status === 'waiting' ? REMOVE : 'Cancel place…'),
    IconUserMinus,
    [waitingListCalls.cancelRegistration],
    {
      // People with a place at an unlimited event are read without their status.
      when: ({ registrations, submission }) => registrations !== undefined && submission._registration?.status !== 'cancelled',
      asks: true,
      run: ({ registrations, submission }) => registrations?.remove([submission]),
    },
  ),
];

export const ATTENDEE_ACTIONS: readonly Action<OnAttendee>[] = [
  ...PANEL_ACTIONS,
  action('delete', 'Delete Submission', IconTrash, [attendeeCalls.deleteSubmission, attendeeCalls.deleteFormSubmission], {
    tone: 'danger',
    run: ({ onDelete }) => onDelete(),
  }),
];

interface OwnPageLinksProps {
  scope: EventScope;
  submission: Submission;
}

function useLinks({ scope, submission }: OwnPageLinksProps) {
  const queryClient = useQueryClient();
  const params = { ...scope, submissionId: submission.id };
  const make = async (body: { revoke: boolean; send: boolean }) => (await call(registrationCalls.makeLink, { params, body })).url;
  const copying = useMutation({
    mutationFn: async (revoke: boolean) => {
      const made = make({ revoke, send: false });
      try {
        await copyWhenKnown(made.then((url) => url ?? ''));
      } catch (error) {
        // The browser refused, unless there is no link.
        return { url: await made, error };
      }
      return { url: await made, error: undefined };
    },
    onSuccess: ({ url, error }, revoke) => {
      if (error === undefined) showSuccess({ title: revoke ? texts.NEW_LINK_COPIED : texts.LINK_COPIED });
      else showFailure({ title: texts.LINK_NOT_COPIED, text: url ?? '' });
    },
    onError: (error) => showError('No link was created.', error),
  });
  const sending = useMutation({
    mutationFn: () => make({ revoke: false, send: true }),
    onSuccess: () => {
      showSuccess({ title: `A link is being sent to ${submission.email}.` });
      return queryClient.invalidateQueries({ queryKey: queryKeys.history(scope, submission.id) });
    },
    onError: (error) => showError('The link was not sent.', error),
  });
  return { copying, sending };
}

export function OwnPageLinks({ scope, submission }: OwnPageLinksProps) {
  const { copying, sending } = useLinks({ scope, submission });
  const isPending = copying.isPending || sending.isPending;
  const { tools, dialogs } = useActions(LINK_ACTIONS, { submission, isPending, copy: copying.mutate, send: sending.mutate });
  return (
    <>
      <ToolButtons tools={tools} />
      {dialogs}
    </>
  );
}
