import { paths } from '#admin/paths.ts';
import { CountList } from '#admin/ui/cards/count-list.tsx';
import { NothingInPart, StripPart } from '#admin/ui/cards/strip.tsx';
import type { Overview } from '#contract/overview.ts';
import { formatCount } from '#contract/texts/counts.ts';
import classes from './overview.module.css';

/** How many people signed up today, and for which series and forms. */
export function TodayPart({ today }: { today: Overview['today'] }) {
  const total = today.reduce((sum, { signups }) => sum + signups, 0);
  return (
    <StripPart title="Today">
      {total === 0 ? (
        <NothingInPart>No sign-ups yet today</NothingInPart>
      ) : (
        <>
          <p className={classes.figure}>
            <strong>{formatCount(total)}</strong> {total === 1 ? 'sign-up' : 'sign-ups'}
          </p>
          <CountList
            lines={today.map((form) => ({
              key: form.id,
              label: form.title,
              count: form.signups,
              to: form.kind === 'series' ? paths.series.page(form) : `${paths.marketing.page(form)}?filter=today`,
            }))}
            moreLabel={(others) => `${others} more`}
          />
        </>
      )}
    </StripPart>
  );
}
