import { Box, Skeleton } from '@mantine/core';
import { useRef } from 'react';
import { NumberCard, NumberCards } from '#admin/ui/cards/number-card.tsx';
import { dates } from '#admin/ui/format/dates.tsx';
import { Section } from '#admin/ui/layout/section.tsx';
import { LazyPart, lazyPart } from '#admin/ui/loading/lazy-part.tsx';
import { ValuesTable } from '#admin/ui/table/values-table.tsx';
import type { FormRef } from '#contract/forms/form-ref.ts';
import type { FormStatistics, Statistics } from '#contract/statistics.ts';
import { formatCount } from '#contract/texts/counts.ts';
import { COUNTS, VIEWS_MISSING } from '#contract/texts/staff.ts';
import { BAR_CHART_HEIGHT } from './chart-scale.ts';
import { ExportMenu } from './export-menu.tsx';
import { MonthsTable, PlacesTable, AttendanceTable } from './figures-table.tsx';
import { formatRate, isRate, monthName, weekRows } from './month-rows.ts';
import type { ReadStatistics } from './statistics-queries.ts';
import classes from './statistics.module.css';

interface MonthStatisticsProps {
  kind: FormRef['kind'];
  statistics: ReadStatistics | undefined;
}

/** The statistics that do not depend on the chosen range. */
export const MonthStatistics = ({ kind, statistics }: MonthStatisticsProps) => (
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
    {statistics?.attendance === undefined ? null : <AttendanceTable attendance={statistics.attendance} />}
  </>
);

const EventNumbers = ({ events }: { events: Statistics['events'] | undefined }) => (
  <Section title="Events Statistics">
    <NumberCards kind="joined">
      <NumberCard label="Total events" value={events && formatCount(events.total)} note="in this series" />
      <NumberCard label="On going events" value={events && formatCount(events.ongoing)} note="on the form" />
      <NumberCard label="Completed events" value={events && formatCount(events.completed)} note="hidden" />
    </NumberCards>
  </Section>
);

const daysIn = (zone: string): string => `Days in ${zone}${zone === 'UTC' ? '' : ', views in UTC'}`;

function MonthNumbers({ kind, statistics }: MonthStatisticsProps) {
  // The current month always comes first in the list (D9).
  const month = statistics?.months[0]?.month;
  return (
    <Section title={month === undefined ? 'This month' : monthName(month)} note={daysIn(dates.timeZone)}>
      <NumberCards kind={kind === 'marketing' ? 'joined' : 'apart'}>
        {/* A series has its events there. */}
        {kind === 'marketing' ? (
          <MonthCard label="Total Signups" values={statistics && signUpsOf(statistics)} format={formatCount} />
        ) : null}
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

type MonthValues = FormStatistics['views'] | undefined;

function MonthCard({ label, values, format }: { label: string; values: MonthValues; format: (value: number) => string }) {
  const lastMonth = values && (
    <>
      <span>
        Last month{' '}
        <Box component="strong" fw={600} data-text="second">
          {format(values.last_month)}
        </Box>
      </span>
      {format === formatRate && !Object.values(values).every(isRate) ? <div>{VIEWS_MISSING}</div> : null}
    </>
  );
  const counts = label === 'Total Views' ? undefined : COUNTS.signUps;
  return <NumberCard label={label} value={values && format(values.this_month)} note={lastMonth} counts={counts} />;
}

// The chart library is heavier than the rest of this screen, so it loads on its own.
const WeekChart = lazyPart(async () => (await import('./week-chart.tsx')).WeekChart);
const TITLE = "This month's vs last month signups";

/** This month against last month by week, as a bar chart and as a table. `weeks` is undefined while they load. */
function WeekChartCard({ weeks }: { weeks: Statistics['weeks'] | undefined }) {
  const rows = weeks === undefined ? undefined : weekRows(weeks);
  const card = useRef<HTMLElement>(null);
  const figures = rows && {
    heads: ['Week', 'This month', 'Last month'],
    rows: rows.map(({ week, this_month, last_month }) => ({ name: week, values: [this_month, last_month] })),
  };
  const skeleton = <Skeleton h={BAR_CHART_HEIGHT} />;
  return (
    <Box component="section" ref={card} p="8px 16px" data-box="card" aria-label={TITLE}>
      <Box className={classes.head} mb={12} data-row="between">
        <h2 data-text="title">{TITLE}</h2>
        <ExportMenu title={TITLE} figures={figures} chart={card} />
      </Box>
      {rows === undefined || figures === undefined ? (
        skeleton
      ) : (
        <>
          <LazyPart waiting={skeleton}>
            <WeekChart rows={rows} />
          </LazyPart>
          <ValuesTable caption="Sign-ups by week" {...figures} />
        </>
      )}
    </Box>
  );
}
