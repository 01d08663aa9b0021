import type { Statistics } from '#contract/statistics.ts';
import { MonthsTable } from './months-table.tsx';
import classes from './statistics.module.css';
import { StatisticsNumbers } from './statistics-numbers.tsx';
import { WeekChartCard } from './week-chart-card.tsx';

/** What the statistics of a series say whatever range is chosen: cards, months, and this month against last. Undefined while they load. */
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
