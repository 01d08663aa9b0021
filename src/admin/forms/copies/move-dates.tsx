import { NativeSelect, NumberInput } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { useDates } from '#admin/ui/format/dates-context.tsx';
import { focusedCalendarProps } from '#admin/ui/inputs/calendar.tsx';
import type { ListedEvent } from '#contract/events/event.ts';
import classes from '#admin/events/copies/event-dates.module.css';
import { movedEvents, type SeriesCopyValues, shiftBetween, shiftDays } from './series-copy-values.ts';

interface MoveDatesProps {
  values: SeriesCopyValues;
  events: readonly ListedEvent[];
  problem: string | undefined;
  onSet: (part: Partial<SeriesCopyValues>) => void;
}

const UNITS = ['days', 'weeks'] as const;

/** By how much the dates of a copied series move; the day of its first event says the same. */
export function MoveDates({ values, events, problem, onSet }: MoveDatesProps) {
  const dates = useDates();
  const firstDay = (shown: SeriesCopyValues): string | undefined => {
    const moments = movedEvents(events, shown, dates.timeZone).flatMap(({ date }) => (date instanceof Date ? [date.getTime()] : []));
    return moments.length === 0 ? undefined : dates.key(new Date(Math.min(...moments)).toISOString());
  };
  const savedFirst = firstDay({ ...values, shift: 0 });
  const day = shiftDays(values) === undefined ? null : (firstDay(values) ?? null);
  return (
    <div className={classes.shift}>
      <div className={classes.pair} role="group" aria-label="Move dates by">
        <NumberInput
          hideControls
          allowDecimal={false}
          clampBehavior="none"
          label="Move dates by"
          classNames={{ error: classes.shiftProblem }}
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
        <DatePickerInput
          {...focusedCalendarProps(day)}
          label="First event on"
          valueFormat="ddd D MMM YYYY"
          placeholder="Choose a date"
          popoverProps={{ returnFocus: true, attributes: { dropdown: { 'aria-label': 'First event on' } } }}
          value={day}
          onChange={(chosen) => (chosen === null ? undefined : onSet(shiftBetween(savedFirst, chosen, values.unit)))}
        />
      )}
    </div>
  );
}
