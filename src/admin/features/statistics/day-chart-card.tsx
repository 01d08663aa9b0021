import { Skeleton, useMantineTheme } from '@mantine/core';
import { LazyPart, lazyPart } from '#admin/ui/loading/lazy-part.tsx';
import { ValuesTable } from '#admin/ui/table/values-table.tsx';
import classes from './day-chart-card.module.css';
import type { DayRecord } from './day-records.ts';

const DayChart = lazyPart(async () => (await import('./day-chart.tsx')).DayChart);

interface DayChartCardProps {
  records: readonly DayRecord[] | undefined;
  isLoading: boolean;
}

/** The daily submissions of a range as a line chart and as a table. */
export function DayChartCard({ records, isLoading }: DayChartCardProps) {
  const { width, height } = useMantineTheme().other.lineChart;
  const skeleton = <Skeleton h={height} maw={width} />;
  if (isLoading) return <div className={classes.card}>{skeleton}</div>;
  if (!records?.some(({ count }) => count > 0)) {
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
      <LazyPart waiting={skeleton}>
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
