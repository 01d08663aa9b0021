import { Group, Skeleton, useMantineTheme } from '@mantine/core';
import type { Ref } from 'react';
import { LazyPart, lazyPart } from '#admin/ui/loading/lazy-part.tsx';
import { ValuesTable } from '#admin/ui/table/values-table.tsx';
import classes from './day-chart-card.module.css';
import { type DayRecord, dayFigures } from './day-records.ts';

const DayChart = lazyPart(async () => (await import('./day-chart.tsx')).DayChart);

interface DayChartCardProps {
  records: readonly DayRecord[] | undefined;
  isLoading: boolean;
  ref?: Ref<HTMLDivElement>;
}

/** The daily submissions of a range as a line chart and as a table. */
export function DayChartCard({ records, isLoading, ref }: DayChartCardProps) {
  const { width, height } = useMantineTheme().other.lineChart;
  const skeleton = <Skeleton h={height} maw={width} />;
  if (isLoading) return <div className={classes.card}>{skeleton}</div>;
  if (!records?.some(({ count }) => count > 0)) {
    return (
      <div className={classes.card}>
        <Group component="p" gap={0} justify="center" wrap="nowrap" ta="center" variant="note" style={{ height }}>
          No submission data available.
        </Group>
      </div>
    );
  }
  return (
    <div ref={ref} className={classes.card}>
      <LazyPart waiting={skeleton}>
        <DayChart records={records} />
      </LazyPart>
      <ValuesTable caption="Submissions by day" {...dayFigures(records)} />
    </div>
  );
}
