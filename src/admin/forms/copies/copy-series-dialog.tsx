import { SegmentedControl, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { CopyDialog } from '#admin/events/copies/copy-dialog.tsx';
import { copyDraftName } from '#admin/events/copies/copy-draft.ts';
import { useCopySeries } from '#admin/events/copies/copy-mutations.ts';
import { FieldProblem } from '#admin/events/copies/field-problem.tsx';
import { paths } from '#admin/paths.ts';
import { seriesQuery } from '#admin/reads/series-queries.ts';
import { useNewRecord } from '#admin/records/use-record.ts';
import { useCloseDialog } from '#admin/ui/dialogs/use-dialog.tsx';
import { useDates } from '#admin/ui/format/dates-context.tsx';
import { TextField } from '#admin/ui/inputs/edit-fields.tsx';
import type { Series } from '#contract/forms/event-series.ts';
import { TITLE_MAX_LENGTH } from '#contract/wire-text.ts';
import { MoveDates } from './move-dates.tsx';
import { MovedDates } from './moved-dates.tsx';
import {
  movedEvents,
  newSeriesCopy,
  seriesCopyBody,
  seriesCopyDraft,
  seriesCopyProblems,
  type SeriesCopyValues,
} from './series-copy-values.ts';

/** Copies a series with its settings, fields and the chosen events, then leads to the copy. */
export function CopySeriesDialog({ series }: { series: Series }) {
  const close = useCloseDialog();
  const { timeZone } = useDates();
  const navigate = useNavigate();
  const all = useQuery(seriesQuery(series.id, 'all'));
  const events = all.data?.events ?? [];
  const send = useCopySeries(series);
  const { setForm, ...copy } = useNewRecord<SeriesCopyValues, Awaited<ReturnType<typeof send>>>({
    name: copyDraftName(series.id),
    draft: seriesCopyDraft,
    initial: newSeriesCopy(series.title),
    problemsOf: (typed) => seriesCopyProblems(typed, movedEvents(events, typed, timeZone)),
    send: async (typed, key) => send(seriesCopyBody(typed), key),
    showsError: (path) => path === 'shift_days',
    onAdded: (copied) => {
      close();
      const isHidden = copied.events_count > 0 && !values.isOnForm;
      void navigate(isHidden ? paths.series.disabledEvents(copied) : paths.series.page(copied));
    },
  });
  const { values, errors, field, change } = copy;
  const count = series.visible_events_count + series.hidden_events_count;
  return (
    <CopyDialog
      title={`Copy ‘${series.title}’`}
      copy={{ ...copy, setForm }}
      note={values.events === 'none' ? undefined : 'Times stay the same across clock changes.'}
      submitLabel="Copy series"
    >
      <TextField label="Title" data-autofocus required maxLength={TITLE_MAX_LENGTH} field={field('title')} />
      {count === 0 ? null : (
        <>
          <div>
            <Text span display="block" mb="xs" variant="label" aria-hidden="true">
              Events
            </Text>
            <SegmentedControl
              aria-label="Events"
              data={[
                { value: 'all', label: `All (${count})` },
                { value: 'visible', label: `On the form (${series.visible_events_count})` },
                { value: 'none', label: 'None' },
              ]}
              value={values.events}
              onChange={field('events').onChange}
            />
            <FieldProblem>{errors['events']}</FieldProblem>
          </div>
          {values.events === 'none' ? null : (
            <>
              <MoveDates values={values} events={events} problem={errors['shift_days']} onSet={change} />
              <MovedDates read={all} values={values} />
              <Switch
                label="Put the events on the form at once"
                checked={values.isOnForm}
                onChange={({ currentTarget }) => change({ isOnForm: currentTarget.checked })}
              />
            </>
          )}
        </>
      )}
    </CopyDialog>
  );
}
