import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { errorAt } from '#admin/api/api-error.ts';
import { QuietRetry } from '#admin/ui/feedback/quiet-retry.tsx';
import { counted, formatCount } from '#admin/ui/format/counts.ts';
import { Section } from '#admin/ui/layout/section.tsx';
import { type DateRange, defaultRange } from './date-range.ts';
import { DayChartCard } from './day-chart-card.tsx';
import { type DayRecord, dayRecords, summaryOf } from './day-records.ts';
import { RangePicker } from './range-picker.tsx';
import { statisticsQuery } from './statistics-queries.ts';
import classes from './statistics.module.css';

interface RangeSectionProps {
  seriesId: string;
  range: DateRange | null;
  today: string;
  onRangeChange: (range: DateRange) => void;
}

/** The date range and its line chart. The server validates the range (STAT-14). */
export function RangeSection({ seriesId, range, today, onRangeChange }: RangeSectionProps) {
  const read = useQuery({ ...statisticsQuery(seriesId, range), placeholderData: keepPreviousData });
  const errors = { from: errorAt(read.error, 'from'), to: errorAt(read.error, 'to') };
  const isRejected = errors.from !== undefined || errors.to !== undefined;
  const records = read.data === undefined ? undefined : dayRecords(read.data.days);
  return (
    <div className={classes.rangeSection}>
      <Section title="Select Date Range">
        <div className={classes.range}>
          <div className={classes.chosen}>
            <RangePicker range={range ?? defaultRange(today)} today={today} errors={errors} onChange={onRangeChange} />
            {records === undefined ? null : <RangeFacts records={records} />}
          </div>
          {read.isError && records === undefined && !isRejected ? (
            <QuietRetry isRetrying={read.isFetching} onRetry={() => void read.refetch()} />
          ) : (
            <DayChartCard records={records} isLoading={read.isPending} />
          )}
        </div>
      </Section>
    </div>
  );
}

/** Total, busiest day and empty days of the range. */
function RangeFacts({ records }: { records: readonly DayRecord[] }) {
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
