import { NumberCard, NumberCards } from '#admin/ui/cards/number-card.tsx';
import { formatCount } from '#admin/ui/format/counts.ts';
import { Section } from '#admin/ui/layout/section.tsx';
import type { Statistics } from '#contract/statistics.ts';
import { monthName } from './month-rows.ts';
import classes from './statistics.module.css';
import { formatRate } from './week-rows.ts';

/** The number cards: events of the series, then views and sign-up rate of this month. `statistics` is undefined while they load. */
export function StatisticsNumbers({ statistics }: { statistics: Statistics | undefined }) {
  return (
    <div className={classes.numbers}>
      <div>
        <Section title="Events Statistics">
          <EventNumbers events={statistics?.events} />
        </Section>
      </div>
      <div>
        <Section title={thisMonth(statistics)} note="days in UTC">
          <MonthNumbers statistics={statistics} />
        </Section>
      </div>
    </div>
  );
}

/** The current month always comes first in the list (D9). */
function thisMonth(statistics: Statistics | undefined): string {
  const month = statistics?.months[0]?.month;
  return month === undefined ? 'This month' : monthName(month);
}

function EventNumbers({ events }: { events: Statistics['events'] | undefined }) {
  const shown = (count: number | undefined) => (count === undefined ? undefined : formatCount(count));
  return (
    <NumberCards kind="joined">
      <NumberCard label="Total events" value={shown(events?.total)} note="in this series" />
      <NumberCard label="On going events" value={shown(events?.ongoing)} note="on the form" />
      <NumberCard label="Completed events" value={shown(events?.completed)} note="off the form" />
    </NumberCards>
  );
}

function MonthNumbers({ statistics }: { statistics: Statistics | undefined }) {
  const views = statistics?.views;
  const rate = statistics?.signup_rate;
  return (
    <NumberCards kind="apart">
      <NumberCard
        label="Total Views"
        value={views === undefined ? undefined : formatCount(views.this_month)}
        note={<LastMonth value={formatCount(views?.last_month ?? 0)} />}
      />
      <NumberCard
        label="Signup rate"
        value={rate === undefined ? undefined : formatRate(rate.this_month)}
        note={<LastMonth value={formatRate(rate?.last_month ?? 0)} />}
      />
    </NumberCards>
  );
}

function LastMonth({ value }: { value: string }) {
  return (
    <>
      Last month <strong>{value}</strong>
    </>
  );
}
