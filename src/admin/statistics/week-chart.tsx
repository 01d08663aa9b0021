import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { BAR_CHART_HEIGHT, CHART, countDomain } from './chart-scale.ts';
import classes from './chart.module.css';
import type { WeekRow } from './month-rows.ts';

const SERIES = [
  { name: 'this_month', label: 'This month', color: 'var(--t-this)' },
  { name: 'last_month', label: 'Last month', color: 'var(--t-last)' },
];

/** A bar of 0 stays visible as a thin line. */
const BAR_MIN_HEIGHT = 2;

export const WeekChart = ({ rows }: { rows: readonly WeekRow[] }) => (
  <BarChart
    h={BAR_CHART_HEIGHT}
    data={rows.map((row) => ({ ...row }))}
    dataKey="week"
    series={SERIES}
    {...CHART}
    legendProps={{ height: 48, itemSorter: null }}
    withBarValueLabel
    valueLabelProps={({ name }) => ({
      fontWeight: name === 'this_month' ? 600 : 400,
      fill: name === 'this_month' ? 'var(--t-text)' : 'var(--t-text-2)',
    })}
    barProps={{ radius: 4 }}
    minBarSize={BAR_MIN_HEIGHT}
    maxBarWidth={34}
    barChartProps={{ barGap: 4, margin: { top: 0, right: 0, bottom: 0, left: 0 } }}
    // Every bar already shows its value.
    withTooltip={false}
    xAxisProps={{ axisLine: { stroke: 'var(--t-border-strong)' } }}
    yAxisProps={{
      width: 'auto',
      allowDecimals: false,
      domain: countDomain(rows.flatMap(({ this_month, last_month }) => [this_month, last_month])),
    }}
    classNames={{ legendItem: classes.legendItem, legendItemColor: classes.square }}
    styles={{ legend: { gap: 12, justifyContent: 'flex-start', marginInlineStart: -4 } }}
  />
);
