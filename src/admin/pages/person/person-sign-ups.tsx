import { Box, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { SelfServiceLinks, PANEL_ACTIONS } from '#admin/attendees/details/attendee-details.tsx';
import { AnswerFacts, SignUpFacts } from '#admin/attendees/details/sign-up-facts.tsx';
import { SubmissionStatusNote, SubmissionSteps } from '#admin/attendees/details/submission-steps.tsx';
import { AttendeeEditor, type KeptEdits, useAttendeeEdits } from '#admin/attendees/edit/attendee-editor.tsx';
import { answersOf } from '#admin/attendees/submission-values.ts';
import { paths } from '#admin/paths.ts';
import { readFormQuery, useHasSelfService } from '#admin/reads/form-queries.ts';
import type { SignUp } from '#admin/reads/person-query.ts';
import { RegistrationActionsProvider, useChangeEvents, useRegistrationActions } from '#admin/registrations/registration-actions.tsx';
import { useActions } from '#admin/ui/actions/use-actions.tsx';
import { dates, Moment } from '#admin/ui/format/dates.tsx';
import { IconChevronDown, IconChevronUp } from '#admin/ui/layout/icons.tsx';
import { ToolButton, ToolButtons } from '#admin/ui/layout/tool-button.tsx';
import { IconUsers } from '#admin/ui/layout/tool-icons.tsx';
import { Loaded } from '#admin/ui/states/page-state.tsx';
import type { FormField } from '#contract/forms/form-field.ts';
import type { AttendeeScope } from '#contract/forms/form-ref.ts';
import { endOf } from '#contract/rules/event-times.ts';
import { activeFields } from '#contract/rules/public-fields.ts';
import { ATTENDED, NO_SHOW } from '#contract/texts/attendance.ts';
import { formatCount } from '#contract/texts/counts.ts';
import { REGISTRATIONS } from '#contract/texts/places.ts';
import classes from './person-panel.module.css';

interface PersonSignUpsProps {
  count: number;
  signUps: readonly SignUp[];
  openedId: string;
  edits: KeptEdits;
  more: ReactNode;
}

const kept = ({ events }: SignUp) => events.filter(({ status }) => status !== 'cancelled');

function mostForOneEvent(signUps: readonly SignUp[]): number {
  const byEvent = Map.groupBy(signUps.flatMap(kept), ({ id }) => id);
  return Math.max(0, ...[...byEvent.values()].map((events) => events.length));
}

export function PersonSignUps({ count, signUps, openedId, edits, more }: PersonSignUpsProps) {
  const [openId, setOpen] = useState<string | undefined>(() =>
    signUps.some(({ submission }) => submission.id === openedId) ? openedId : signUps[0]?.submission.id,
  );
  const most = mostForOneEvent(signUps);
  return (
    <Box component="section" px="var(--t-gutter)" py={16} aria-labelledby="person-sign-ups">
      <Box mb={8} data-row="baseline">
        <h3 id="person-sign-ups" data-text="heading">
          Sign-ups
        </h3>
        <span data-text="count">{formatCount(count)}</span>
        {most < 2 ? null : (
          <Box component="span" ml="auto" fz="xs" data-text="warn">
            {`${formatCount(most)} for the same event`}
          </Box>
        )}
      </Box>
      <ul data-box="frame" data-ruled>
        {signUps.map((signUp) => {
          const { id } = signUp.submission;
          return (
            <SignUpItem
              key={id}
              signUp={signUp}
              isUnsaved={edits[0][id] !== undefined}
              onToggle={() => setOpen(id === openId ? undefined : id)}
              details={id === openId ? <OpenedSignUp signUp={signUp} edits={edits} /> : undefined}
            />
          );
        })}
      </ul>
      {more}
    </Box>
  );
}

interface SignUpItemProps {
  signUp: SignUp;
  isUnsaved: boolean;
  onToggle: () => void;
  details: ReactNode;
}

/** `Leading through change (Waiting)`, without a place, or `(Came)`, where attendance is in use. */
function titleOf(event: SignUp['events'][number]): string {
  const { event_title: title, attended_at: attended, status } = event;
  if (status !== undefined) return `${title} (${REGISTRATIONS[status]})`;
  if (attended === undefined) return title;
  const isOver = endOf(event, dates.timeZone) <= Date.now();
  if (attended === null) return isOver ? `${title} (${NO_SHOW})` : title;
  return `${title} (${isOver ? ATTENDED.came : ATTENDED.here})`;
}

function SignUpItem({ signUp: { submission, events, title, series_id: seriesId }, isUnsaved, onToggle, details }: SignUpItemProps) {
  const isOpen = details !== undefined;
  const Chevron = isOpen ? IconChevronUp : IconChevronDown;
  const isOfForm = seriesId === null;
  return (
    <li>
      <button type="button" className={classes.line} data-hover="fill" aria-expanded={isOpen} onClick={onToggle}>
        <span data-stack>
          <bdi data-text="heading">{isOfForm ? title : events.map(titleOf).join(', ')}</bdi>
          <bdi data-breaks data-text="hint">
            {isOfForm ? 'Form' : title}
          </bdi>
        </span>
        <span className={classes.when} data-stack>
          {!isOfForm && submission._status.state === 'done' ? null : <SubmissionStatusNote status={submission._status} />}
          <span data-breaks data-text="hint">
            {isUnsaved && !isOpen ? (
              <Box component="span" mr={8} data-text="warn">
                Not saved
              </Box>
            ) : null}
            <Moment at={submission.submitted_at} />
          </span>
        </span>
        <Chevron data-text="quiet" aria-hidden="true" />
      </button>
      {details}
    </li>
  );
}

interface OpenedSignUpProps {
  signUp: SignUp;
  edits: KeptEdits;
}

function scopeOf({ series_id: seriesId, form_id: formId, events: [event] }: SignUp): AttendeeScope | undefined {
  if (formId !== null) return { kind: 'marketing', id: formId };
  return seriesId === null || event === undefined ? undefined : { kind: 'series', id: seriesId, eventId: event.id };
}

function OpenedSignUp({ signUp, edits }: OpenedSignUpProps) {
  const scope = scopeOf(signUp);
  return scope && <SignUpInScope signUp={signUp} edits={edits} scope={scope} />;
}

function SignUpInScope({ scope, ...opened }: OpenedSignUpProps & { scope: AttendeeScope }) {
  const read = useQuery(readFormQuery(scope, 'all'));
  const chosen = opened.signUp.events.map(({ id }) => id);
  return (
    <Loaded read={read} skeleton={<AnswersSkeleton />}>
      {({ formFields: fields, ...form }) => {
        const events = form.kind === 'series' ? form.events : [];
        const event = events.find(({ id }) => id === chosen[0]);
        const details = (
          <Details
            {...opened}
            scope={scope}
            fields={fields}
            asked={activeFields(fields, events, chosen)}
            // The place to cancel would be one of several.
            canAct={kept(opened.signUp).length === 1}
            // Those of a cancelled event stay among its attendees.
            registration={event?.cancelled_at === null ? opened.signUp.events[0]?.status : undefined}
          />
        );
        if (event === undefined || scope.kind === 'marketing') return details;
        // Even if no action is possible, so that an open dialog stays when another event is added.
        return (
          <RegistrationActionsProvider scope={scope} event={event}>
            {details}
          </RegistrationActionsProvider>
        );
      }}
    </Loaded>
  );
}

interface DetailsProps extends OpenedSignUpProps {
  scope: AttendeeScope;
  fields: readonly FormField[];
  asked: readonly FormField[];
  canAct: boolean;
  registration: SignUp['events'][number]['status'];
}

function Details({ signUp, edits, scope, fields, asked, canAct, registration }: DetailsProps) {
  const editing = useAttendeeEdits(fields, edits);
  const changing = useChangeEvents(scope);
  const { submission } = signUp;
  const hasLinks = useHasSelfService(scope.id);
  const actions = useRegistrationActions();
  const registrations = canAct ? actions : undefined;
  const { tools } = useActions(PANEL_ACTIONS, { scope, submission, registrations, onChangeEvents: () => changing.open(submission) });
  const others = answersOf(submission, fields).filter(({ name }) => !asked.some((field) => field.name === name));
  const list = paths.attendee({
    ...signUp,
    submission_id: submission.id,
    email: submission.email,
    event_id: signUp.events[0]?.id ?? null,
    event_show_on_form: signUp.events[0]?.show_on_form ?? null,
    registration,
  });
  return (
    <div className={classes.details}>
      <AttendeeEditor row={editing.rowOf(submission)} asked={asked} scope={scope} editing={editing} />
      <SubmissionSteps scope={scope} submission={submission} />
      <dl>
        <AnswerFacts answers={others} />
        <SignUpFacts scope={scope} submission={submission} />
      </dl>
      <Box ml={-10} data-row="stretch wrap">
        <ToolButtons tools={tools} />
        {hasLinks && scope.kind === 'series' ? <SelfServiceLinks scope={scope} submission={submission} /> : null}
        {list === undefined ? null : <ToolButton tool={{ name: 'list', label: 'Show in the list', icon: IconUsers, to: list }} />}
      </Box>
      {changing.dialog}
    </div>
  );
}

const AnswersSkeleton = () => (
  <div className={classes.details}>
    <Skeleton h={160} />
  </div>
);
