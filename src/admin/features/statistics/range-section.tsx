import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { errorAt } from '#admin/api/api-error.ts';
import { QuietRetry } from '#admin/ui/quiet-retry.tsx';
import { Section } from '#admin/ui/section.tsx';
import { type DateRange, defaultRange } from './date-range.ts';
import { DayChartCard } from './day-chart-card.tsx';
import { dayRecords } from './day-records.ts';
import { RangeFacts } from './range-facts.tsx';
import { RangePicker } from './range-picker.tsx';
import classes from './statistics.module.css';
import { statisticsQuery } from './statistics-queries.ts';

interface RangeSectionProps {
  seriesId: string;
  /** What the address asks for; null for the default. */
  range: DateRange | null;
  /** The day in UTC, as yyyy-mm-dd. */
  today: string;
  onRangeChange: (range: DateRange) => void;
}

/** 'Select Date Range' with the line chart that it feeds (spec section 2). The server checks the range (decision 20). */
export function RangeSection({ seriesId, range, today, onRangeChange }: RangeSectionProps) {
  const read = useQuery({ ...statisticsQuery(seriesId, range), placeholderData: keepPreviousData });
  const errors = { from: errorAt(read.error, 'from'), to: errorAt(read.error, 'to') };
  const isRefused = errors.from !== undefined || errors.to !== undefined;
  const records = read.data === undefined ? undefined : dayRecords(read.data.days);
  return (
    <div className={classes.rangeSection}>
      <Section title="Select Date Range">
        <div className={classes.range}>
          <div className={classes.chosen}>
            <RangePicker range={range ?? defaultRange(today)} today={today} errors={errors} onChange={onRangeChange} />
            {records === undefined ? null : <RangeFacts records={records} />}
          </div>
          {read.isError && records === undefined && !isRefused ? (
            <QuietRetry isRetrying={read.isFetching} onRetry={() => void read.refetch()} />
          ) : (
            <DayChartCard records={records} isLoading={read.isPending} />
          )}
        </div>
      </Section>
    </div>
  );
}
