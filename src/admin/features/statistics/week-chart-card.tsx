import { Skeleton, useMantineTheme } from '@mantine/core';
import { useId, useRef } from 'react';
import { LazyPart, lazyPart } from '#admin/ui/loading/lazy-part.tsx';
import { ValuesTable } from '#admin/ui/table/values-table.tsx';
import type { Statistics } from '#contract/statistics.ts';
import { ExportMenu } from './export-menu.tsx';
import classes from './statistics.module.css';
import { weekRows } from './week-rows.ts';

// The chart library is heavier than the rest of this screen, so it loads on its own.
const WeekChart = lazyPart(async () => (await import('./week-chart.tsx')).WeekChart);

const TITLE = "This month's vs last month signups";

/** This month against last month by week, as a bar chart and as a table. `weeks` is undefined while they load. */
export function WeekChartCard({ weeks }: { weeks: Statistics['weeks'] | undefined }) {
  const headingId = useId();
  const { barChartHeight } = useMantineTheme().other;
  const rows = weeks === undefined ? undefined : weekRows(weeks);
  const card = useRef<HTMLElement>(null);
  const figures = rows && {
    heads: ['Week', 'This month', 'Last month'],
    rows: rows.map(({ week, this_month, last_month }) => ({ name: week, values: [this_month, last_month] })),
  };
  const skeleton = <Skeleton h={barChartHeight} />;
  return (
    <section ref={card} className={classes.card} aria-labelledby={headingId}>
      <div className={classes.head}>
        <h2 className={classes.heading} id={headingId}>
          {TITLE}
        </h2>
        <ExportMenu title={TITLE} figures={figures} chart={card} />
      </div>
      {rows === undefined || figures === undefined ? (
        skeleton
      ) : (
        <>
          <LazyPart waiting={skeleton}>
            <WeekChart rows={rows} />
          </LazyPart>
          <ValuesTable caption="Signups by week" {...figures} />
        </>
      )}
    </section>
  );
}
