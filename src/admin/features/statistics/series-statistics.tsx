import type { Statistics } from '#contract/statistics.ts';
import { MonthsTable } from './months-table.tsx';
import { StatisticsNumbers } from './statistics-numbers.tsx';
import classes from './statistics.module.css';
import { WeekChartCard } from './week-chart-card.tsx';

/** The statistics that do not depend on the chosen range. `statistics` is undefined while they load. */
export function SeriesStatistics({ statistics }: { statistics: Statistics | undefined }) {
  return (
    <>
      <StatisticsNumbers statistics={statistics} />
      <div className={classes.months}>
        <MonthsTable months={statistics?.months} />
        <WeekChartCard weeks={statistics?.weeks} />
      </div>
    </>
  );
}
