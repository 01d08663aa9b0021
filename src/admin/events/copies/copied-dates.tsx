import { Checkbox } from '@mantine/core';
import { useId } from 'react';
import { useDates } from '#admin/ui/format/dates-context.tsx';
import { IconAlertTriangle } from '#admin/ui/layout/icons.tsx';
import { parseEventDate } from '#contract/rules/event-date.ts';
import classes from './copied-dates.module.css';
import type { DateMark } from './date-marks.ts';
import type { ListedDate } from './event-copy-values.ts';
import { FieldProblem } from './field-problem.tsx';

interface CopiedDatesProps {
  listed: readonly ListedDate[];
  skipped: readonly string[];
  /** What a month without a date has not: `no 31st`. */
  missing: string;
  /** That none is ticked. */
  problem: string | undefined;
  markOf: DateMark;
  onSkip: (skipped: string[]) => void;
}

const monthFormat = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** The dates of the copies with their ticks; warnings stop nothing. */
export function CopiedDates({ listed, skipped, missing, problem, markOf, onSkip }: CopiedDatesProps) {
  const labelId = useId();
  const dates = listed.flatMap((each) => ('date' in each ? [each.date] : []));
  const ticked = dates.filter((date) => !skipped.includes(date)).length;
  return (
    <div>
      <div className={classes.head}>
        <span id={labelId} data-variant="label">
          Dates
        </span>
        <span className={classes.count} aria-live="polite">
          {ticked} of {dates.length} ticked
        </span>
      </div>
      <ul className={classes.list} aria-labelledby={labelId}>
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
            <li key={each.missingIn} className={classes.row} data-off>
              <span className={classes.month}>{monthFormat.format(new Date(each.missingIn))}</span>
              <span className={classes.mark}>{missing}</span>
            </li>
          ),
        )}
      </ul>
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
  const dates = useDates();
  const markId = useId();
  const moment = parseEventDate(date, dates.timeZone);
  const shownMark = isTicked ? mark : 'Skipped';
  return (
    <li className={classes.row} data-off={isTicked ? undefined : true}>
      <Checkbox
        label={moment === undefined ? date : dates.dayAndTime(moment.toISOString())}
        checked={isTicked}
        aria-describedby={shownMark === undefined ? undefined : markId}
        onChange={(event) => onTick(event.currentTarget.checked)}
      />
      {shownMark === undefined ? null : (
        <span id={markId} className={classes.mark} data-warning={isTicked ? true : undefined}>
          {isTicked ? <IconAlertTriangle size={14} aria-hidden="true" /> : null}
          {shownMark}
        </span>
      )}
    </li>
  );
}
