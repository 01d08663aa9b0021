import { Skeleton, useMantineTheme } from '@mantine/core';
import { LazyPart } from '#admin/ui/lazy-part.tsx';
import { lazyPart } from '#admin/ui/load-script.ts';
import { ValuesTable } from '#admin/ui/values-table.tsx';
import classes from './day-chart-card.module.css';
import type { DayRecord } from './day-records.ts';

const DayChart = lazyPart(async () => (await import('./day-chart.tsx')).DayChart);

interface DayChartCardProps {
  /** Undefined while they load, or when the range was refused. */
  records: readonly DayRecord[] | undefined;
  isLoading: boolean;
}

/** The daily submissions of a range, as a line and as a table, in the one card with a shadow (spec section 2). */
export function DayChartCard({ records, isLoading }: DayChartCardProps) {
  const { width, height } = useMantineTheme().other.lineChart;
  const bone = <Skeleton h={height} maw={width} />;
  if (isLoading) return <div className={classes.card}>{bone}</div>;
  const hasAny = records?.some(({ count }) => count > 0) ?? false;
  if (records === undefined || !hasAny) {
    return (
      <div className={classes.card}>
        <p className={classes.none} style={{ height }}>
          No submission data available.
        </p>
      </div>
    );
  }
  return (
    <div className={classes.card}>
      <LazyPart waiting={bone}>
        <DayChart records={records} />
      </LazyPart>
      <ValuesTable
        caption="Submissions by day"
        heads={['Day', 'Submissions']}
        rows={records.map(({ fullDate, count }) => ({ name: fullDate, values: [count] }))}
      />
    </div>
  );
}
