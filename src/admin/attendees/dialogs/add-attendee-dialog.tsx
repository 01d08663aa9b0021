import { Alert, Box, Button, Radio, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useKnownForm } from '#admin/reads/form-queries.ts';
import { sameAddressQuery } from '#admin/reads/submission-queries.ts';
import { useNewRecord } from '#admin/records/use-record.ts';
import { Dialog, DialogFoot, Failure } from '#admin/ui/dialogs/dialog.tsx';
import { useCloseDialog } from '#admin/ui/dialogs/use-dialog.tsx';
import { dates } from '#admin/ui/format/dates.tsx';
import { fullName } from '#admin/ui/format/full-name.ts';
import { CheckboxField } from '#admin/ui/inputs/edit-fields.tsx';
import { IconAlertTriangle } from '#admin/ui/layout/icons.tsx';
import { wholeWidth } from '#admin/ui/layout/settings-section.tsx';
import type { ListedEvent } from '#contract/events/event.ts';
import type { FormField } from '#contract/forms/form-field.ts';
import type { EventScope } from '#contract/forms/form-ref.ts';
import type { EventWithPlaces } from '#contract/registrations/places-held.ts';
import { emailKey, isEmail } from '#contract/rules/email.ts';
import { ONLY_ONE_NAME } from '#contract/texts/import.ts';
import { fullNote } from '#contract/texts/places.ts';
import { addAttendee } from '../attendee-list-cache.ts';
import { AnswerInput, type AnswerInputProps, MistypedAddress } from '../edit/answer-input.tsx';
import { EMAIL, FIRST_NAME, JOB_TITLE, LAST_NAME, MARKETING, MESSAGE, ORGANISATION, type Question } from '../edit/questions.ts';
import * as newAttendees from './new-attendee.ts';

const PAUSE_MS = 300;

/** @param isSent once the attendee is being saved: a person found then may be that very attendee */
function AlreadyHere({ scope, email, isSent }: { scope: EventScope; email: string; isSent: boolean }) {
  const [address] = useDebouncedValue(emailKey(email), PAUSE_MS);
  const [found, ...others] = useQuery({ ...sameAddressQuery(scope, address), enabled: isEmail(address) && !isSent }).data ?? [];
  return (
    <div role="status">
      {found === undefined || address !== emailKey(email) ? null : (
        <Alert mt="sm" color="orange" icon={<IconAlertTriangle />}>
          {`This address is already in the event${others.length === 0 ? '' : ` ${others.length + 1} times`}: `}
          <bdi>{fullName(found)}</bdi>
          {found.organisation === '' ? null : (
            <span>
              , <bdi>{found.organisation}</bdi>
            </span>
          )}
          , signed up {dates.dayAndTime(found.submitted_at)}. You can add it anyway.
        </Alert>
      )}
    </div>
  );
}

/** Adds one attendee to an event. Nothing is sent to them unless staff say so (D38). */
export function AddAttendeeDialog({ scope, event, asked }: { scope: EventScope; event: ListedEvent; asked: readonly FormField[] }) {
  const { setForm, submit, values, field, changes, failure, outcome, isSaving } = useNewRecord<newAttendees.NewAttendee, void>({
    name: newAttendees.attendeeDraftName(event.id),
    schema: newAttendees.newAttendeeSchema,
    initial: newAttendees.newAttendee(asked),
    problemsOf: (attendee) => newAttendees.attendeeErrors(attendee, asked),
    send: async (attendee, key) => addAttendee(scope, newAttendees.attendeeBody(attendee, asked, event), key),
    onAdded: useCloseDialog(),
  });
  const show = (question: Question, shown: Partial<AnswerInputProps> = {}) => (
    <AnswerInput key={question.name} field={question} {...field(question.name)} {...shown} />
  );
  const canConfirm = Boolean(useKnownForm({ kind: 'series', id: scope.id })?.email_template);
  return (
    <Dialog isTall title={`Add attendee to ‘${event.event_title}’`} isChanged={changes > 0} isPending={isSaving}>
      <form ref={setForm} onSubmit={submit} noValidate>
        <Box pt={8} pb={24} data-pair data-phone="stacked">
          <p className={wholeWidth} data-text="small">
            {`Last name and email are required. ${ONLY_ONE_NAME}.`}
          </p>
          <FullEvent event={event} waits={values._waits} onChange={field('_waits').onChange} />
          {show(FIRST_NAME, { 'data-autofocus': true })}
          {show(LAST_NAME, { required: true })}
          <div className={wholeWidth}>
            {show(EMAIL, { required: true, type: 'email' })}
            <MistypedAddress email={values.email} onTake={field('email').onChange} />
            <AlreadyHere scope={scope} email={values.email} isSent={isSaving || outcome?.kind === 'saved'} />
          </div>
          {show(JOB_TITLE)}
          {show(ORGANISATION)}
          {asked.length === 0 ? null : (
            <Text component="h3" className={wholeWidth} mt={8} mb={-4} data-text="label">
              Answers to this form
            </Text>
          )}
          {[...asked, MESSAGE, MARKETING].map((question) => show(question, { className: wholeWidth }))}
          {canConfirm ? <CheckboxField className={wholeWidth} label="Send the confirmation" field={field('_confirm')} /> : null}
          <Failure mt={0} className={wholeWidth}>
            {failure}
          </Failure>
        </Box>
        <DialogFoot note={values._confirm ? undefined : 'Nothing is sent to the people you add.'}>
          <Button type="submit" loading={isSaving}>
            Add attendee
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

function FullEvent({ event, waits, onChange }: { event: EventWithPlaces; waits: boolean; onChange: (waits: boolean) => void }) {
  const taken = newAttendees.takenWhenFull(event);
  if (taken === undefined) return null;
  return (
    <Radio.Group
      className={wholeWidth}
      label={fullNote(taken, event.maximum_participants ?? 0)}
      value={waits && newAttendees.canWait(event) ? 'waiting' : 'confirmed'}
      onChange={(value) => onChange(value === 'waiting')}
    >
      <Stack gap={8} mt={8}>
        <Radio value="confirmed" label="Add anyway" />
        {newAttendees.canWait(event) && <Radio value="waiting" label="Add to the waiting list" />}
      </Stack>
    </Radio.Group>
  );
}
