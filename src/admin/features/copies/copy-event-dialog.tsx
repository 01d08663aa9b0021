import { SegmentedControl, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { seriesQuery } from '#admin/features/event-series/series-queries.ts';
import { useDates } from '#admin/ui/format/dates-context.tsx';
import { useNow } from '#admin/ui/format/use-now.ts';
import { COPY_NUMBER } from '#contract/copy.ts';
import type { Event } from '#contract/event.ts';
import { counted } from '#contract/texts/counts.ts';
import classes from './copy-dialog.module.css';
import { CopyDialog } from './copy-dialog.tsx';
import { useCopyEvent } from './copy-mutations.ts';
import { CopyTitle } from './copy-title.tsx';
import { dateMarks } from './date-marks.ts';
import { chosenDates, clockOf, copyProblems, eventCopyBody, eventCopyDraft, newEventCopy, numberedTitle } from './event-copy-values.ts';
import { OnceDate, RepeatedDates } from './event-dates.tsx';
import { useCopyForm } from './use-copy-form.ts';

interface CopyEventDialogProps {
  seriesId: string;
  event: Event;
  opened: boolean;
  onClose: () => void;
}

const KINDS = [
  { value: 'once', label: 'Once' },
  { value: 'repeat', label: 'Repeat' },
] as const;

/** Copies an event within its series, to one date or to those of a rule. */
export function CopyEventDialog({ seriesId, event, opened, onClose }: CopyEventDialogProps) {
  const dates = useDates();
  const now = useNow();
  const { data: series } = useQuery({ ...seriesQuery(seriesId, 'all'), enabled: opened });
  const copy = useCopyForm({
    sourceId: event.id,
    draft: eventCopyDraft,
    initial: newEventCopy(event, dates, now),
    problemsOf: copyProblems,
    bodyOf: (typed) => eventCopyBody(typed, event.event_title),
    fields: ['event_title'],
    copying: useCopyEvent(seriesId, event.id),
    opened,
    onCopied: onClose,
  });
  const { values, problems, set } = copy;
  const markOf = dateMarks({ events: series?.events ?? [], timeZone: dates.timeZone, now });
  const count = chosenDates(values).length;
  const clock = clockOf(values);
  return (
    <CopyDialog
      title={`Copy ‘${event.event_title}’`}
      opened={opened}
      isChanged={copy.isChanged}
      isPending={copy.isPending}
      failure={copy.failure}
      note={clock === undefined ? undefined : `The time stays ${clock} across clock changes.`}
      submitLabel={count === 0 ? 'Add events' : `Add ${counted(count, 'event')}`}
      onSubmit={copy.submit}
      onClose={onClose}
      onClosed={copy.reset}
    >
      <CopyTitle
        name="event_title"
        help={titleHelp(values.event_title)}
        value={values.event_title}
        error={problems.event_title}
        onChange={(title) => set({ event_title: title })}
      />
      <SegmentedControl
        className={classes.kind}
        aria-label="How often"
        data={[...KINDS]}
        value={values.kind}
        onChange={(kind) => set({ kind })}
      />
      {values.kind === 'once' ? (
        <OnceDate values={values} mark={markOf(values.first)} onSet={set} />
      ) : (
        <RepeatedDates values={values} problems={problems} markOf={markOf} onSet={set} />
      )}
      <Switch
        label={values.kind === 'once' ? 'Put it on the form at once' : 'Put them on the form at once'}
        checked={values.isOnForm}
        onChange={({ currentTarget }) => set({ isOnForm: currentTarget.checked })}
      />
    </CopyDialog>
  );
}

const titleHelp = (title: string): string =>
  title.includes(COPY_NUMBER)
    ? `%N% is the number of the copy: ‘${numberedTitle(title)}’`
    : '%N% in the title becomes the number of the copy';
