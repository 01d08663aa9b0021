import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { readSeriesAgain, seriesQuery } from '#admin/reads/form-queries.ts';
import { useNewRecord } from '#admin/records/use-record.ts';
import { call } from '#admin/session/call.ts';
import { useCloseDialog } from '#admin/ui/dialogs/use-dialog.tsx';
import { useNow } from '#admin/ui/format/dates.tsx';
import { optionsOf } from '#admin/ui/inputs/choice.tsx';
import { DateField } from '#admin/ui/inputs/date-field.tsx';
import { SwitchField, TextField } from '#admin/ui/inputs/edit-fields.tsx';
import { showError, showSuccess } from '#admin/ui/states/show-alert.tsx';
import { COPY_NUMBER, eventCalls } from '#contract/events/event-calls.ts';
import type { Event } from '#contract/events/event.ts';
import { counted, isOrAre } from '#contract/texts/counts.ts';
import { TITLE_MAX_LENGTH } from '#contract/wire-text.ts';
import { useShowEvents } from '../event-mutations.ts';
import { CopyDialog, copyDraftName } from './copy-dialog.tsx';
import * as copies from './event-copy-values.ts';
import { RepeatedDates } from './event-dates.tsx';

function useCopyEvent(seriesId: string, eventId: string) {
  const { mutateAsync: show } = useShowEvents(seriesId);
  const showCopies = async (events: readonly Event[]): Promise<void> => {
    try {
      await show({ events, isShown: true });
      showSuccess({ title: `${counted(events.length, 'event')} ${isOrAre(events.length)} on the form.` });
    } catch (error) {
      showError('The events were not put on the form.', error);
    }
  };
  return async (body: ReturnType<typeof copies.eventCopyBody>, idempotencyKey: string): Promise<void> => {
    const { events } = await call(eventCalls.copyEvent, { params: { id: seriesId, eventId }, body, idempotencyKey });
    const [they, them] = events.length === 1 ? ['It is', 'it'] : ['They are', 'them'];
    showSuccess({
      title: `Added ${counted(events.length, 'event')}.`,
      ...(body.show_on_form
        ? {}
        : { text: `${they} not on the form yet.`, action: { label: `Show ${them} on the form`, onClick: () => void showCopies(events) } }),
    });
    await readSeriesAgain(seriesId);
  };
}

const KINDS = optionsOf({ once: 'Once', repeat: 'Repeat' });

export function CopyEventDialog({ seriesId, event }: { seriesId: string; event: Event }) {
  const now = useNow();
  const { data: series } = useQuery(seriesQuery(seriesId, 'all'));
  const send = useCopyEvent(seriesId, event.id);
  const copy = useNewRecord<copies.EventCopyValues, unknown>({
    name: copyDraftName(event.id),
    schema: copies.eventCopySchema,
    initial: copies.newEventCopy(event, now),
    problemsOf: copies.copyProblems,
    send: async (typed, key) => send(copies.eventCopyBody(typed, event.event_title), key),
    onAdded: useCloseDialog(),
    showsError: (path, { kind }) => path === 'dates' && kind === 'repeat',
  });
  const { values, errors, field, change } = copy;
  const markOf = copies.dateMarks({ events: series?.events ?? [], now });
  const count = copies.chosenDates(values).length;
  const clock = copies.clockOf(values);
  return (
    <CopyDialog
      title={`Copy ‘${event.event_title}’`}
      copy={copy}
      note={clock === undefined ? undefined : `The time stays ${clock} across clock changes.`}
      submitLabel={count === 0 ? 'Add events' : `Add ${counted(count, 'event')}`}
    >
      <TextField
        label="Title"
        description={titleHelp(values.event_title)}
        data-autofocus
        required
        maxLength={TITLE_MAX_LENGTH}
        field={field('event_title')}
      />
      <SegmentedControl w="fit-content" aria-label="How often" data={KINDS} value={values.kind} onChange={field('kind').onChange} />
      {values.kind === 'once' ? (
        <DateField value={values.first} warning={markOf(values.first)} onChange={(first) => change({ first })} />
      ) : (
        <RepeatedDates values={values} problems={errors} markOf={markOf} onSet={change} />
      )}
      <SwitchField
        label={values.kind === 'once' ? 'Put it on the form straight away' : 'Put them on the form straight away'}
        field={field('isOnForm')}
      />
    </CopyDialog>
  );
}

const titleHelp = (title: string): string =>
  title.includes(COPY_NUMBER)
    ? `%N% is the number of the copy: ‘${copies.numberedTitle(title)}’`
    : '%N% in the title becomes the number of the copy';
