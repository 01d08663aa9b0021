import { Group, NativeSelect, NumberInput, Skeleton } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { queryClient } from '#admin/api/query-client.ts';
import { CopyDialog, copyDraftName, DateList, FieldProblem } from '#admin/events/copies/copy-dialog.tsx';
import { paths } from '#admin/paths.ts';
import { seriesQuery } from '#admin/reads/form-queries.ts';
import { queryKeys } from '#admin/reads/query-keys.ts';
import { useNewRecord } from '#admin/records/use-record.ts';
import { call } from '#admin/session/call.ts';
import { useCloseDialog } from '#admin/ui/dialogs/use-dialog.tsx';
import { dates, useNow } from '#admin/ui/format/dates.tsx';
import { Choice } from '#admin/ui/inputs/choice.tsx';
import { DayField } from '#admin/ui/inputs/date-field.tsx';
import { SwitchField, TextField } from '#admin/ui/inputs/edit-fields.tsx';
import { IconAlertTriangle } from '#admin/ui/layout/icons.tsx';
import { LoadFailure, readState } from '#admin/ui/states/page-state.tsx';
import { showSuccess } from '#admin/ui/states/show-alert.tsx';
import type { ListedEvent } from '#contract/events/event.ts';
import { type CopiedForm, copyCalls, type SeriesCopy, seriesCopySchema } from '#contract/forms/copy.ts';
import type { Series } from '#contract/forms/event-series.ts';
import type { MarketingForm } from '#contract/forms/marketing-form.ts';
import { spanMovedByDays } from '#contract/rules/event-date.ts';
import { isBlank, shortened } from '#contract/rules/text.ts';
import { SHIFT_EXPECTED, SHIFT_TOO_FAR, WEEKS_EXPECTED } from '#contract/texts/copy.ts';
import { counted } from '#contract/texts/counts.ts';
import { TITLE_REQUIRED } from '#contract/texts/staff.ts';
import { DAY_MS } from '#contract/time.ts';
import { TITLE_MAX_LENGTH } from '#contract/wire-text.ts';
import pairs from '#admin/ui/inputs/number-pair.module.css';
import classes from '#admin/ui/table/date-list.module.css';

export function CopySeriesDialog({ series }: { series: Series }) {
  const close = useCloseDialog();
  const navigate = useNavigate();
  const all = useQuery(seriesQuery(series.id, 'all'));
  const events = all.data?.events ?? [];
  const send = async (typed: SeriesCopyValues, idempotencyKey: string) => {
    const copied = await call(copyCalls.copySeries, { params: { id: series.id }, body: seriesCopyBody(typed), idempotencyKey });
    const counts = `${counted(copied.events_count, 'event')}, ${counted(copied.fields_count, 'question')}`;
    showSuccess({ title: `Copied ‘${series.title}’: ${counts}.` });
    await queryClient.invalidateQueries({ queryKey: queryKeys.seriesCards });
    return copied;
  };
  const copy = useNewRecord<SeriesCopyValues, Awaited<ReturnType<typeof send>>>({
    name: copyDraftName(series.id),
    schema: seriesCopyValuesSchema,
    initial: newSeriesCopy(series.title),
    problemsOf: (typed) => seriesCopyProblems(typed, movedEvents(events, typed)),
    send,
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
      copy={copy}
      note={values.events === 'none' ? undefined : 'Times stay the same across clock changes.'}
      submitLabel="Copy series"
    >
      <TextField label="Title" data-autofocus required maxLength={TITLE_MAX_LENGTH} field={field('title')} />
      {count === 0 ? null : (
        <>
          <div>
            <Choice
              label="Events"
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
              <SwitchField label="Put the events on the form straight away" field={field('isOnForm')} />
            </>
          )}
        </>
      )}
    </CopyDialog>
  );
}

function MovedDates({ read, values }: { read: UseQueryResult<Series>; values: SeriesCopyValues }) {
  const now = useNow();
  if (readState(read) === 'failed') return <LoadFailure read={read} />;
  if (read.data === undefined) return <Skeleton h={120} radius="md" />;
  const moved = movedEvents(read.data.events, values);
  const past = moved.filter(({ date }) => date instanceof Date && date < now).length;
  return (
    <DateList label="New dates" count={past === 0 ? counted(moved.length, 'event') : `${past} of ${moved.length} in the past`}>
      {moved.map(({ id, title, date, end }) => (
        <li key={id} className={classes.row} data-figures data-row="wrap between">
          <span dir="auto">{title}</span>
          <Group component="span" gap="4px 12px" fz="sm" data-text="second">
            {date instanceof Date ? dates.span(date.toISOString(), end?.toISOString() ?? null) : 'No date'}
            {date instanceof Date && date < now ? (
              <span data-row="close" data-breaks data-text="hint" data-warning>
                <IconAlertTriangle size={14} aria-hidden="true" />
                In the past
              </span>
            ) : null}
          </Group>
        </li>
      ))}
    </DateList>
  );
}

interface MoveDatesProps {
  values: SeriesCopyValues;
  events: readonly ListedEvent[];
  problem: string | undefined;
  onSet: (part: Partial<SeriesCopyValues>) => void;
}

const UNITS = ['days', 'weeks'] as const;

/** How far the dates of a copied series move; the day of its first event says the same. */
function MoveDates({ values, events, problem, onSet }: MoveDatesProps) {
  const firstDay = (shown: SeriesCopyValues): string | undefined => {
    const moments = movedEvents(events, shown).flatMap(({ date }) => (date instanceof Date ? [date.getTime()] : []));
    return moments.length === 0 ? undefined : dates.key(new Date(Math.min(...moments)).toISOString());
  };
  const savedFirst = firstDay({ ...values, shift: 0 });
  const day = shiftDays(values) === undefined ? null : (firstDay(values) ?? null);
  return (
    <div className={pairs.shift} data-phone="stacked">
      <div className={pairs.pair} role="group" aria-label="Move dates by">
        <NumberInput
          hideControls
          allowDecimal={false}
          clampBehavior="none"
          label="Move dates by"
          styles={{ error: { width: '17rem' } }} // As wide as both inputs.
          value={values.shift}
          error={problem}
          onChange={(shift) => onSet({ shift })}
        />
        <NativeSelect
          aria-label="Days or weeks"
          data={[...UNITS]}
          value={values.unit}
          onChange={({ currentTarget }) => onSet({ unit: UNITS.find((unit) => unit === currentTarget.value) ?? 'weeks' })}
        />
      </div>
      {savedFirst === undefined ? null : (
        <DayField
          label="First event on"
          value={day}
          onChange={(chosen) => (chosen === null ? undefined : onSet(shiftBetween(savedFirst, chosen, values.unit)))}
        />
      )}
    </div>
  );
}

const formCopySchema = z.object({ title: z.string() });

export function CopyFormDialog({ form }: { form: MarketingForm }) {
  const close = useCloseDialog();
  const navigate = useNavigate();
  const copy = useNewRecord<{ title: string }, CopiedForm>({
    name: copyDraftName(form.id),
    schema: formCopySchema,
    initial: { title: copyTitle(form.title) },
    problemsOf: ({ title }) => (isBlank(title) ? { title: TITLE_REQUIRED } : {}),
    send: async (body, idempotencyKey) => {
      const copied = await call(copyCalls.copyForm, { params: { id: form.id }, body, idempotencyKey });
      showSuccess({ title: `Copied ‘${form.title}’: ${counted(copied.fields_count, 'question')}.` });
      await queryClient.invalidateQueries({ queryKey: queryKeys.formCards });
      return copied;
    },
    onAdded: (copied) => {
      close();
      void navigate(paths.marketing.page(copied));
    },
  });
  return (
    <CopyDialog title={`Copy ‘${form.title}’`} copy={copy} submitLabel="Copy form">
      <TextField label="Title" data-autofocus required maxLength={TITLE_MAX_LENGTH} field={copy.field('title')} />
    </CopyDialog>
  );
}

const seriesCopyValuesSchema = z.object({
  title: z.string(),
  events: z.enum(['all', 'visible', 'none']),
  shift: z.union([z.number(), z.string()]),
  unit: z.enum(['days', 'weeks']),
  isOnForm: z.boolean(),
});

export type SeriesCopyValues = Readonly<z.infer<typeof seriesCopyValuesSchema>>;

export type SeriesCopyProblems = Partial<Record<'title' | 'events' | 'shift_days', string>>;

const DAYS_OF_WEEK = 7;

/** `Copy of …`, cut where a title ends. */
export const copyTitle = (title: string): string => shortened(`Copy of ${title}`, TITLE_MAX_LENGTH).trim();

export const newSeriesCopy = (title: string): SeriesCopyValues => ({
  title: copyTitle(title),
  events: 'all',
  shift: 0,
  unit: 'weeks',
  isOnForm: false,
});

/** How many days the dates move; undefined while invalid. */
export function shiftDays({ events, shift, unit }: SeriesCopyValues): number | undefined {
  if (events === 'none') return 0;
  const days = typeof shift === 'number' ? shift * (unit === 'weeks' ? DAYS_OF_WEEK : 1) : undefined;
  return days === undefined ? undefined : seriesCopySchema.shape.shift_days.safeParse(days).data;
}

/** The chosen events on their new dates, in order of date, those without one last; a date is undefined where the calendar ends. */
export function movedEvents(events: readonly ListedEvent[], values: SeriesCopyValues) {
  const days = shiftDays(values) ?? 0;
  const chosen = values.events === 'all' ? events : events.filter((event) => values.events === 'visible' && event.show_on_form);
  const moment = (time: string | null): Date | null => (time === null ? null : new Date(time));
  const inOrder = chosen.toSorted((a, b) => (a.date ?? 'none').localeCompare(b.date ?? 'none'));
  return inOrder.map(({ id, event_title: title, date: start, end_date: last }) => {
    const [date, end] = spanMovedByDays([moment(start), moment(last)], days, dates.timeZone) ?? [];
    return { id, title, date, end };
  });
}

/** The shift from one day to another, such as `2026-12-10`: in weeks if those were chosen and the days fit. */
export function shiftBetween(from: string, to: string, unit: SeriesCopyValues['unit']): Pick<SeriesCopyValues, 'shift' | 'unit'> {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS;
  return unit === 'weeks' && days % DAYS_OF_WEEK === 0 ? { shift: days / DAYS_OF_WEEK, unit } : { shift: days, unit: 'days' };
}

export function seriesCopyProblems(values: SeriesCopyValues, moved: ReturnType<typeof movedEvents>): SeriesCopyProblems {
  const isTooFar = moved.some(({ date }) => date === undefined);
  return {
    ...(isBlank(values.title) ? { title: TITLE_REQUIRED } : {}),
    ...(shiftDays(values) === undefined ? { shift_days: values.unit === 'weeks' ? WEEKS_EXPECTED : SHIFT_EXPECTED } : {}),
    ...(isTooFar ? { shift_days: SHIFT_TOO_FAR } : {}),
  };
}

export const seriesCopyBody = (values: SeriesCopyValues): SeriesCopy => ({
  title: values.title,
  events: values.events,
  shift_days: shiftDays(values) ?? 0,
  show_on_form: values.isOnForm,
});
