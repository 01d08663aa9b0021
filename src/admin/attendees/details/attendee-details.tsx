import { Anchor, Box, Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import { queryClient } from '#admin/api/query-client.ts';
import { copperSearchLink } from '#admin/api/settings.ts';
import { useHasSelfService } from '#admin/reads/form-queries.ts';
import { queryKeys } from '#admin/reads/query-keys.ts';
import { type RegistrationActions, useRegistrationActions } from '#admin/registrations/registration-actions.tsx';
import { call } from '#admin/session/call.ts';
import { useMay } from '#admin/session/session.ts';
import { type Action, action, useActions } from '#admin/ui/actions/use-actions.tsx';
import { copyWhenKnown } from '#admin/ui/dialogs/copy-button.tsx';
import { ConfirmDialog } from '#admin/ui/dialogs/dialog.tsx';
import { fullName } from '#admin/ui/format/full-name.ts';
import { IconCalendar, IconLink, IconPencil, IconSend, IconTrash, IconUser } from '#admin/ui/layout/icons.tsx';
import { ToolButton, toolButtonProps, ToolButtons } from '#admin/ui/layout/tool-button.tsx';
import { IconLinkOff, IconUserMinus, IconUserSearch } from '#admin/ui/layout/tool-icons.tsx';
import { LazyPart, lazyPart } from '#admin/ui/loading/lazy-part.tsx';
import { usePersonParam } from '#admin/ui/person/use-person-param.ts';
import { showError, showFailure, showSuccess } from '#admin/ui/states/show-alert.tsx';
import { attendeeCalls } from '#contract/attendees/attendee-calls.ts';
import type { Submission } from '#contract/attendees/submission.ts';
import type { FormField } from '#contract/forms/form-field.ts';
import type { AttendeeScope, EventScope } from '#contract/forms/form-ref.ts';
import { registrationCalls } from '#contract/registrations/registration-calls.ts';
import { waitingListCalls } from '#contract/registrations/waiting-list-calls.ts';
import { CHANGE_EVENTS, REMOVE } from '#contract/texts/places.ts';
import * as texts from '#contract/texts/self-service-links.ts';
import { mailTo } from '../dialogs/mail-links.ts';
import { type AttendeeEditing, AttendeeEditor } from '../edit/attendee-editor.tsx';
import { answersOf } from '../submission-values.ts';
import { Answer, AnswerFacts, SignUpFacts } from './sign-up-facts.tsx';
import { SubmissionSteps } from './submission-steps.tsx';

const AttendeeHistory = lazyPart(async () => (await import('../history/attendee-history.tsx')).AttendeeHistory);

export interface AttendeeEditable {
  readonly editing: AttendeeEditing;
  readonly asked: readonly FormField[];
}

/** The attendee's first questions, in the order of the inputs. */
const inOrderOfForm = (fields: readonly FormField[], editable: AttendeeEditable | undefined): FormField[] => [
  ...new Set([...(editable?.asked ?? []), ...fields]),
];

const WIDTHS = 'minmax(0, 1fr) minmax(0, 25.5rem)';
const COLUMNS = { display: 'grid', gridTemplateColumns: WIDTHS, gap: '16px 32px', alignItems: 'start', font: 'var(--t-type-sm)' };

interface AttendeeDetailsProps extends Omit<OnAttendee, 'registrations'> {
  fields: readonly FormField[];
  editable: AttendeeEditable | undefined;
}

export function AttendeeDetails({ scope, submission, fields, editable, onChangeEvents, onDelete }: AttendeeDetailsProps) {
  const eventOfHistory = useEventOfHistory(scope, submission);
  const may = useMay();
  const canEdit = editable !== undefined && may(attendeeCalls.editSubmission);
  const registrations = useRegistrationActions();
  const { tools } = useActions(ATTENDEE_ACTIONS, { scope, submission, registrations, onChangeEvents, onDelete });
  const person = usePersonParam();
  const [isEditing, setEditing] = useState(() => editable?.editing.edits[submission.id] !== undefined);
  const details = useRef<HTMLDivElement>(null);
  const editButton = useRef<HTMLButtonElement>(null);
  const edited = isEditing && editable !== undefined ? { ...editable, row: editable.editing.rowOf(submission) } : undefined;
  const handleEdit = () => {
    flushSync(() => setEditing(true));
    details.current?.querySelector<HTMLInputElement>('form input')?.focus();
  };
  const handleDone = () => {
    flushSync(() => setEditing(false));
    editButton.current?.focus();
  };
  const answers = answersOf(submission, inOrderOfForm(fields, editable));
  return (
    <div ref={details} style={COLUMNS} data-tablet="stacked">
      {edited === undefined ? (
        <dl>
          <Answer label="Name">{fullName(submission)}</Answer>
          <Answer label="Job title">{submission.job_title}</Answer>
          <Answer label="Organisation">{submission.organisation}</Answer>
          <EmailAnswer email={submission.email} />
          <AnswerFacts answers={answers} />
          <Answer label="Message">{submission.message}</Answer>
          <Answer label="Marketing">{submission.accepts_marketing ? 'Yes' : 'No'}</Answer>
          <SignUpFacts scope={scope} submission={submission} />
        </dl>
      ) : (
        <AttendeeEditor {...edited} scope={scope} onDone={handleDone} />
      )}
      <div>
        <SubmissionSteps scope={scope} submission={submission} isHistoryBeside={eventOfHistory !== undefined} />
        {edited === undefined ? null : (
          <Box component="dl" mt={12}>
            <AnswerFacts answers={answers.filter(({ name }) => !edited.asked.some((field) => field.name === name))} />
            <SignUpFacts scope={scope} submission={submission} />
          </Box>
        )}
        <Box mt={8} data-row="stretch wrap">
          {isEditing || !canEdit ? null : (
            <Button ref={editButton} variant="default" size="xs" leftSection={<IconPencil />} onClick={handleEdit}>
              Edit
            </Button>
          )}
          <Button component={Link} {...toolButtonProps} {...person.linkTo(submission.id)} leftSection={<IconUser />}>
            Open person
          </Button>
          <AddressTools scope={scope} submission={submission} />
          <ToolButtons tools={tools} />
        </Box>
      </div>
      {eventOfHistory && (
        <LazyPart waiting={null}>
          <AttendeeHistory scope={eventOfHistory} submission={submission} />
        </LazyPart>
      )}
    </div>
  );
}

/** The email address; people added at the door may have none. */
const EmailAnswer = ({ email }: Pick<Submission, 'email'>) => (
  <Answer label="Email">
    {email === '' ? null : (
      <Anchor href={mailTo(email)} inherit>
        {email}
      </Anchor>
    )}
  </Answer>
);

function AddressTools({ scope, submission }: { scope: AttendeeScope; submission: Submission }) {
  const hasSelfService = useHasSelfService(scope.id);
  const status = submission._registration?.status;
  const hasLinks = hasSelfService || status === 'waiting' || status === 'offered';
  if (submission.email === '') return null;
  const copper = { name: 'copper', label: 'Find in Copper CRM', icon: IconUserSearch, href: copperSearchLink(submission.email) };
  return (
    <>
      <ToolButton tool={{ ...copper, isOutside: true }} />
      {hasLinks && scope.kind === 'series' ? <SelfServiceLinks scope={scope} submission={submission} /> : null}
    </>
  );
}

/** The event in which an attendee may have a history beyond the sign-up: by the self-service page, in a limited event, or by its steps. */
function useEventOfHistory(scope: AttendeeScope, { _registration: registration, _attended_at: attended, errors }: Submission) {
  const hasSelfService = useHasSelfService(scope.id);
  const hasChanges = registration !== undefined || attended !== undefined || errors.some((step) => step.change_id !== undefined);
  return scope.kind === 'series' && (hasSelfService || hasChanges) ? scope : undefined;
}

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

const LINK_ACTIONS: readonly Action<OnLinks>[] = [
  action('copy', texts.COPY_LINK, IconLink, [registrationCalls.makeLink], { isOff, run: ({ copy }) => copy(false) }),
  action('send', texts.SEND_LINK, IconSend, [registrationCalls.makeLink], { isOff, run: ({ send }) => send() }),
  action('renew', texts.NEW_LINK, IconLinkOff, [registrationCalls.makeLink], { isOff, dialog: (on) => <RenewDialog {...on} /> }),
];

interface OnAttendee {
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

const ATTENDEE_ACTIONS: readonly Action<OnAttendee>[] = [
  ...PANEL_ACTIONS,
  action('delete', 'Delete Submission', IconTrash, [attendeeCalls.deleteSubmission, attendeeCalls.deleteFormSubmission], {
    tone: 'danger',
    run: ({ onDelete }) => onDelete(),
  }),
];

export function SelfServiceLinks({ scope, submission }: { scope: EventScope; submission: Submission }) {
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
  const isPending = copying.isPending || sending.isPending;
  const { tools, dialogs } = useActions(LINK_ACTIONS, { submission, isPending, copy: copying.mutate, send: sending.mutate });
  return (
    <>
      <ToolButtons tools={tools} />
      {dialogs}
    </>
  );
}
