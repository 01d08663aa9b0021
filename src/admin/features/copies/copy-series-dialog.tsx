import { SegmentedControl, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { seriesQuery } from '#admin/features/event-series/series-queries.ts';
import { paths } from '#admin/paths.ts';
import { useDates } from '#admin/ui/format/dates-context.tsx';
import type { Series } from '#contract/event-series.ts';
import classes from './copy-dialog.module.css';
import { CopyDialog } from './copy-dialog.tsx';
import { useCopySeries } from './copy-mutations.ts';
import { CopyTitle } from './copy-title.tsx';
import { FieldProblem } from './field-problem.tsx';
import { MoveDates } from './move-dates.tsx';
import { MovedDates } from './moved-dates.tsx';
import { movedEvents, newSeriesCopy, seriesCopyBody, seriesCopyDraft, seriesCopyProblems } from './series-copy-values.ts';
import { useCopyForm } from './use-copy-form.ts';

interface CopySeriesDialogProps {
  series: Series;
  opened: boolean;
  onClose: () => void;
}

/** Copies a series with its settings, fields and the chosen events, then leads to the copy. */
export function CopySeriesDialog({ series, opened, onClose }: CopySeriesDialogProps) {
  const { timeZone } = useDates();
  const navigate = useNavigate();
  const all = useQuery({ ...seriesQuery(series.id, 'all'), enabled: opened });
  const events = all.data?.events ?? [];
  const copy = useCopyForm({
    sourceId: series.id,
    draft: seriesCopyDraft,
    initial: newSeriesCopy(series.title),
    problemsOf: (typed) => seriesCopyProblems(typed, movedEvents(events, typed, timeZone)),
    bodyOf: seriesCopyBody,
    fields: ['title', 'events', 'shift_days'],
    copying: useCopySeries(series),
    opened,
    onCopied: (copied) => {
      onClose();
      const isHidden = copied.events_count > 0 && !values.isOnForm;
      void navigate(isHidden ? paths.series.disabledEvents(copied) : paths.series.page(copied));
    },
  });
  const { values, problems, set } = copy;
  const count = series.visible_events_count + series.hidden_events_count;
  return (
    <CopyDialog
      title={`Copy ‘${series.title}’`}
      opened={opened}
      isChanged={copy.isChanged}
      isPending={copy.isPending}
      failure={copy.failure}
      note={values.events === 'none' ? undefined : 'Times stay the same across clock changes.'}
      submitLabel="Copy series"
      onSubmit={copy.submit}
      onClose={onClose}
      onClosed={copy.reset}
    >
      <CopyTitle name="title" value={values.title} error={problems.title} onChange={(title) => set({ title })} />
      {count === 0 ? null : (
        <>
          <div>
            <span className={classes.label} aria-hidden="true">
              Events
            </span>
            <SegmentedControl
              aria-label="Events"
              data={[
                { value: 'all', label: `All (${count})` },
                { value: 'visible', label: `On the form (${series.visible_events_count})` },
                { value: 'none', label: 'None' },
              ]}
              value={values.events}
              onChange={(chosen) => set({ events: chosen })}
            />
            <FieldProblem>{problems.events}</FieldProblem>
          </div>
          {values.events === 'none' ? null : (
            <>
              <MoveDates values={values} events={events} problem={problems.shift_days} onSet={set} />
              <MovedDates read={all} values={values} />
              <Switch
                label="Put the events on the form at once"
                checked={values.isOnForm}
                onChange={({ currentTarget }) => set({ isOnForm: currentTarget.checked })}
              />
            </>
          )}
        </>
      )}
    </CopyDialog>
  );
}
