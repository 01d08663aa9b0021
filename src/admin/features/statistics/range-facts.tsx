import { counted, formatCount } from '#admin/ui/format/counts.ts';
import { type DayRecord, summaryOf } from './day-records.ts';
import classes from './range-facts.module.css';

/** Total, busiest day and empty days of the range. */
export function RangeFacts({ records }: { records: readonly DayRecord[] }) {
  const { total, busiest, emptyDays } = summaryOf(records);
  return (
    <dl className={classes.facts}>
      <dt>Submissions</dt>
      <dd>
        <strong>{formatCount(total)}</strong> in {counted(records.length, 'day')}
      </dd>
      {busiest === undefined ? null : (
        <>
          <dt>Busiest day</dt>
          <dd>
            <strong>{formatCount(busiest.count)}</strong> on {busiest.fullDate}
          </dd>
        </>
      )}
      <dt>Days without any</dt>
      <dd>{formatCount(emptyDays)}</dd>
    </dl>
  );
}
