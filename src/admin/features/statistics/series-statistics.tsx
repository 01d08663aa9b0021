import { NumberCard, NumberCards } from '#admin/ui/cards/number-card.tsx';
import { formatCount } from '#admin/ui/format/counts.ts';
import { Section } from '#admin/ui/layout/section.tsx';
import type { Statistics } from '#contract/statistics.ts';
import { monthName } from './month-rows.ts';
import { MonthsTable } from './months-table.tsx';
import classes from './statistics.module.css';
import { WeekChartCard } from './week-chart-card.tsx';
import { formatRate } from './week-rows.ts';

/** The statistics that do not depend on the chosen range. `statistics` is undefined while they load. */
export function SeriesStatistics({ statistics }: { statistics: Statistics | undefined }) {
  return (
    <>
      <StatisticsNumbers statistics={statistics} />
      <div className={classes.months}>
        <MonthsTable statistics={statistics} />
        <WeekChartCard weeks={statistics?.weeks} />
      </div>
    </>
  );
}

function StatisticsNumbers({ statistics }: { statistics: Statistics | undefined }) {
  const events = statistics?.events;
  // The current month always comes first in the list (D9).
  const month = statistics?.months[0]?.month;
  return (
    <div className={classes.numbers}>
      <div>
        <Section title="Events Statistics">
          <NumberCards kind="joined">
            <NumberCard label="Total events" value={events && formatCount(events.total)} note="in this series" />
            <NumberCard label="On going events" value={events && formatCount(events.ongoing)} note="on the form" />
            <NumberCard label="Completed events" value={events && formatCount(events.completed)} note="hidden" />
          </NumberCards>
        </Section>
      </div>
      <div>
        <Section title={month === undefined ? 'This month' : monthName(month)} note="days in UTC">
          <NumberCards kind="apart">
            <MonthCard label="Total Views" values={statistics?.views} format={formatCount} />
            <MonthCard label="Signup rate" values={statistics?.signup_rate} format={formatRate} />
          </NumberCards>
        </Section>
      </div>
    </div>
  );
}

interface MonthCardProps {
  label: string;
  values: Statistics['views'] | undefined;
  format: (value: number) => string;
}

function MonthCard({ label, values, format }: MonthCardProps) {
  const lastMonth = values && (
    <>
      Last month <strong>{format(values.last_month)}</strong>
    </>
  );
  return <NumberCard label={label} value={values && format(values.this_month)} note={lastMonth} />;
}
