import { NumberCard, NumberCards } from '#admin/ui/cards/number-card.tsx';
import { Section } from '#admin/ui/layout/section.tsx';
import type { FormRef } from '#contract/form-ref.ts';
import type { FormStatistics, Statistics } from '#contract/statistics.ts';
import { formatCount } from '#contract/texts/counts.ts';
import { monthName } from './month-rows.ts';
import { MonthsTable } from './months-table.tsx';
import { PlacesTable } from './places-table.tsx';
import type { ReadStatistics } from './statistics-queries.ts';
import classes from './statistics.module.css';
import { WeekChartCard } from './week-chart-card.tsx';
import { formatRate } from './week-rows.ts';

interface MonthStatisticsProps {
  kind: FormRef['kind'];
  /** Undefined while they load. */
  statistics: ReadStatistics | undefined;
}

/** The statistics that do not depend on the chosen range. */
export function MonthStatistics({ kind, statistics }: MonthStatisticsProps) {
  return (
    <>
      {kind === 'series' ? (
        <div className={classes.numbers}>
          <div>
            <EventNumbers events={statistics?.events} />
          </div>
          <div>
            <MonthNumbers kind={kind} statistics={statistics} />
          </div>
        </div>
      ) : (
        <MonthNumbers kind={kind} statistics={statistics} />
      )}
      <div className={classes.months}>
        <MonthsTable statistics={statistics} />
        <WeekChartCard weeks={statistics?.weeks} />
      </div>
      {statistics?.places === undefined ? null : <PlacesTable places={statistics.places} />}
    </>
  );
}

function EventNumbers({ events }: { events: Statistics['events'] | undefined }) {
  return (
    <Section title="Events Statistics">
      <NumberCards kind="joined">
        <NumberCard label="Total events" value={events && formatCount(events.total)} note="in this series" />
        <NumberCard label="On going events" value={events && formatCount(events.ongoing)} note="on the form" />
        <NumberCard label="Completed events" value={events && formatCount(events.completed)} note="hidden" />
      </NumberCards>
    </Section>
  );
}

function MonthNumbers({ kind, statistics }: MonthStatisticsProps) {
  // The current month always comes first in the list (D9).
  const month = statistics?.months[0]?.month;
  return (
    <Section title={month === undefined ? 'This month' : monthName(month)} note="days in UTC">
      <NumberCards kind={kind === 'form' ? 'joined' : 'apart'}>
        {/* A series has its events there. */}
        {kind === 'form' ? <MonthCard label="Total Signups" values={statistics && signUpsOf(statistics)} format={formatCount} /> : null}
        <MonthCard label="Total Views" values={statistics?.views} format={formatCount} />
        <MonthCard label="Signup rate" values={statistics?.signup_rate} format={formatRate} />
      </NumberCards>
    </Section>
  );
}

const signUpsOf = ({ months: [current, last] }: ReadStatistics): FormStatistics['views'] => ({
  this_month: current?.signups ?? 0,
  last_month: last?.signups ?? 0,
});

interface MonthCardProps {
  label: string;
  values: FormStatistics['views'] | undefined;
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
