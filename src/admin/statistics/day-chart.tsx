import '@mantine/charts/styles.css';
import { LineChart } from '@mantine/charts';
import { type UIEvent, useEffect, useRef } from 'react';
import { CHART, countDomain, LINE_CHART } from './chart-scale.ts';
import classes from './chart.module.css';
import { type DayRecord, labelledDays } from './day-records.ts';

const LABEL_ANGLE = -45;
const LABEL_SIZE = 12;
const LABELS_HEIGHT = 72;
/** With more points than this the line has no dots. */
const DOTS_MAX = 92;

/** The daily submissions as a line. A chart wider than its container scrolls, and starts at the newest day. */
export function DayChart({ records }: { records: readonly DayRecord[] }) {
  const scroller = useRef<HTMLElement>(null);
  const days = records.map(({ day }) => day);
  const byDay = new Map(records.map((record) => [record.day, record]));

  useEffect(() => {
    const element = scroller.current;
    if (element !== null) element.scrollLeft = element.scrollWidth;
  }, []);
  const holdAxis = ({ currentTarget }: UIEvent<HTMLElement>) =>
    currentTarget.style.setProperty('--scrolled', `${currentTarget.scrollLeft}px`);

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <section ref={scroller} className={classes.scroller} onScroll={holdAxis} tabIndex={0} aria-label="Daily submissions, line chart">
      <LineChart
        w={LINE_CHART.width}
        h={LINE_CHART.height}
        data={records.map((record) => ({ ...record }))}
        dataKey="day"
        series={[{ name: 'count', label: 'Submissions', color: 'var(--t-line)' }]}
        curveType="linear"
        {...CHART}
        legendProps={{ height: 28 }}
        withDots={records.length <= DOTS_MAX}
        dotProps={{ r: 2 }}
        activeDotProps={{ r: 4 }}
        lineChartProps={{ margin: { top: 0, right: 16, bottom: 0, left: 32 } }}
        tooltipProps={{ labelFormatter: (day) => (typeof day === 'string' ? byDay.get(day)?.fullDate : day) }}
        xAxisProps={{
          axisLine: { stroke: 'var(--t-border-strong)' },
          ticks: labelledDays(days),
          interval: 0,
          angle: LABEL_ANGLE,
          textAnchor: 'end',
          height: LABELS_HEIGHT,
          tick: { fontSize: LABEL_SIZE, fill: 'currentColor' },
          tickMargin: 8,
          tickFormatter: (day: string) => byDay.get(day)?.label ?? day,
        }}
        yAxisProps={{ width: 'auto', allowDecimals: false, domain: countDomain(records.map(({ count }) => count)) }}
        classNames={{ legendItem: classes.legendItem, legendItemColor: classes.stroke }}
      />
    </section>
  );
}
