import { Checkbox, NativeSelect, NumberInput } from '@mantine/core';
import dayjs from 'dayjs';
import { useId } from 'react';
import { dates } from '#admin/ui/format/dates.tsx';
import { optionsOf } from '#admin/ui/inputs/choice.tsx';
import { DateField, DayField } from '#admin/ui/inputs/date-field.tsx';
import { IconAlertTriangle } from '#admin/ui/layout/icons.tsx';
import { parseEventDate } from '#contract/rules/event-date.ts';
import pairs from '#admin/ui/inputs/number-pair.module.css';
import listClasses from '#admin/ui/table/date-list.module.css';
import { DateList, FieldProblem } from './copy-dialog.tsx';
import { type DateMark, type EventCopyValues, type ListedDate, listedDates, MONTHLY } from './event-copy-values.ts';
import classes from './event-dates.module.css';
import { dayInMonth, lastInMonth, weekdayInMonth } from './repeat-dates.ts';

interface EventDatesProps {
  values: EventCopyValues;
  onSet: (part: Partial<EventCopyValues>) => void;
}

const UNITS = ['days', 'weeks', 'months'] as const;
const ENDS = optionsOf({ times: 'times', until: 'a date' });

const numbers = { hideControls: true, allowDecimal: false, allowNegative: false, clampBehavior: 'none' } as const;

const RULE = { display: 'grid', gridTemplateColumns: '1.35fr 1fr 1.05fr', gap: '16px 12px', alignItems: 'start' };

export function RepeatedDates({
  values,
  problems,
  markOf,
  onSet,
}: EventDatesProps & { problems: Partial<Record<string, string>>; markOf: DateMark }) {
  const listed = listedDates(values);
  const day = values.first?.slice(0, 'yyyy-mm-dd'.length);
  const isByDay = values.monthly === 'day';
  return (
    <>
      <div style={RULE} data-phone="stacked">
        <DateField
          label="First on"
          // The dates below name their zone.
          description={null}
          clearable={false}
          value={values.first}
          error={problems['first']}
          // The skipped dates belong to another rule.
          onChange={(first) => onSet({ first, skipped: [] })}
        />
        <div className={pairs.pair} role="group" aria-label="Every">
          <NumberInput
            {...numbers}
            label="Every"
            min={1}
            max={52}
            value={values.every}
            error={problems['every']}
            onChange={(every) => onSet({ every, skipped: [] })}
          />
          <NativeSelect
            aria-label="Unit"
            data={UNITS.map((value) => ({ value, label: values.every === 1 ? value.slice(0, -1) : value }))}
            value={values.unit}
            onChange={({ currentTarget }) => onSet({ unit: UNITS.find((unit) => unit === currentTarget.value) ?? 'weeks', skipped: [] })}
          />
        </div>
        <RepeatEnd values={values} problem={problems['times']} onSet={onSet} />
        {values.unit === 'months' && day !== undefined ? <MonthlyOn day={day} values={values} onSet={onSet} /> : null}
        {values.end === 'until' ? (
          <DayField
            className={classes.until}
            label="Until"
            value={values.until}
            error={problems['until']}
            onChange={(until) => onSet({ until })}
          />
        ) : null}
      </div>
      {listed.length === 0 ? null : (
        <CopiedDates
          listed={listed}
          skipped={values.skipped}
          missing={day === undefined ? '' : `Has no ${isByDay ? dayInMonth(day).replace('the ', '') : weekdayInMonth(day)}`}
          problem={problems['dates']}
          markOf={markOf}
          onSkip={(skipped) => onSet({ skipped })}
        />
      )}
    </>
  );
}

function MonthlyOn({ day, values, onSet }: EventDatesProps & { day: string }) {
  const last = lastInMonth(day);
  return (
    <NativeSelect
      className={classes.monthly}
      label="On"
      data={[
        { value: 'day', label: dayInMonth(day) },
        { value: 'weekday', label: `the ${weekdayInMonth(day)}` },
        ...(last === undefined ? [] : [{ value: 'last', label: `the ${last}` }]),
      ]}
      value={last === undefined && values.monthly === 'last' ? 'weekday' : values.monthly}
      onChange={({ currentTarget }) => onSet({ monthly: MONTHLY.find((each) => each === currentTarget.value) ?? 'day', skipped: [] })}
    />
  );
}

function RepeatEnd({ values, problem, onSet }: EventDatesProps & { problem: string | undefined }) {
  const isTimes = values.end === 'times';
  return (
    <div className={isTimes ? pairs.pair : undefined} role="group" aria-label="Ends after">
      {isTimes ? (
        <NumberInput
          {...numbers}
          label="Ends after"
          min={2}
          max={100}
          value={values.times}
          error={problem}
          onChange={(times) => onSet({ times })}
        />
      ) : null}
      <NativeSelect
        label={isTimes ? undefined : 'Ends after'}
        aria-label="Ends after a number of times or on a date"
        data={ENDS}
        value={values.end}
        onChange={({ currentTarget }) => onSet({ end: currentTarget.value === 'until' ? 'until' : 'times' })}
      />
    </div>
  );
}

interface CopiedDatesProps {
  listed: readonly ListedDate[];
  skipped: readonly string[];
  /** What a month without a date lacks: `Has no 31st`. */
  missing: string;
  problem: string | undefined;
  markOf: DateMark;
  onSkip: (skipped: string[]) => void;
}

function CopiedDates({ listed, skipped, missing, problem, markOf, onSkip }: CopiedDatesProps) {
  const possible = listed.flatMap((each) => ('date' in each ? [each.date] : []));
  const ticked = possible.filter((date) => !skipped.includes(date)).length;
  return (
    <div>
      <DateList label="Dates" count={`${ticked} of ${possible.length} ticked`}>
        {listed.map((each) =>
          'date' in each ? (
            <DateRow
              key={each.date}
              date={each.date}
              isTicked={!skipped.includes(each.date)}
              mark={markOf(each.date)}
              onTick={(isTicked) => onSkip(isTicked ? skipped.filter((date) => date !== each.date) : [...skipped, each.date])}
            />
          ) : (
            <li key={each.missingIn} className={listClasses.row} data-figures data-row="wrap between" data-off>
              <span className={listClasses.month}>{dayjs(each.missingIn).format('MMMM YYYY')}</span>
              <span data-row="close" data-breaks data-text="hint">
                {missing}
              </span>
            </li>
          ),
        )}
      </DateList>
      <FieldProblem>{problem}</FieldProblem>
    </div>
  );
}

interface DateRowProps {
  date: string;
  isTicked: boolean;
  mark: string | undefined;
  onTick: (isTicked: boolean) => void;
}

function DateRow({ date, isTicked, mark, onTick }: DateRowProps) {
  const markId = useId();
  const moment = parseEventDate(date, dates.timeZone);
  const shownMark = isTicked ? mark : 'Skipped';
  return (
    <li className={listClasses.row} data-figures data-row="wrap between" data-off={isTicked ? undefined : true}>
      <Checkbox
        label={moment === undefined ? date : dates.dayAndTime(moment.toISOString())}
        checked={isTicked}
        aria-describedby={shownMark === undefined ? undefined : markId}
        onChange={(event) => onTick(event.currentTarget.checked)}
      />
      {shownMark === undefined ? null : (
        <span id={markId} data-row="close" data-breaks data-text="hint" data-warning={isTicked ? true : undefined}>
          {isTicked ? <IconAlertTriangle size={14} aria-hidden="true" /> : null}
          {shownMark}
        </span>
      )}
    </li>
  );
}
