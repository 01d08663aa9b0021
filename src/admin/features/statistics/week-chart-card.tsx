import { Skeleton, useMantineTheme } from '@mantine/core';
import { useId } from 'react';
import { LazyPart } from '#admin/ui/lazy-part.tsx';
import { lazyPart } from '#admin/ui/load-script.ts';
import { ValuesTable } from '#admin/ui/values-table.tsx';
import type { Statistics } from '#contract/statistics.ts';
import classes from './statistics.module.css';
import { weekRows } from './week-rows.ts';

// The library of the charts weighs more than all else on this screen, which is read without it meanwhile.
const WeekChart = lazyPart(async () => (await import('./week-chart.tsx')).WeekChart);

/** This month against last month by week, as bars and as a table (spec section 2). Undefined while they load. */
export function WeekChartCard({ weeks }: { weeks: Statistics['weeks'] | undefined }) {
  const headingId = useId();
  const { barChartHeight } = useMantineTheme().other;
  const rows = weeks === undefined ? undefined : weekRows(weeks);
  const bone = <Skeleton h={barChartHeight} />;
  return (
    <section className={classes.card} aria-labelledby={headingId}>
      <h2 className={classes.heading} id={headingId}>
        This month's vs last month signups
      </h2>
      {rows === undefined ? (
        bone
      ) : (
        <>
          <LazyPart waiting={bone}>
            <WeekChart rows={rows} />
          </LazyPart>
          <ValuesTable
            caption="Signups by week"
            heads={['Week', 'This month', 'Last month']}
            rows={rows.map(({ week, this_month, last_month }) => ({ name: week, values: [this_month, last_month] }))}
          />
        </>
      )}
    </section>
  );
}
