import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '#admin/paths.ts';
import { causesQuery, undeliveredQuery } from '#admin/reads/step-queries.ts';
import { CountList, NothingInPart, StripPart } from '#admin/ui/cards/strip.tsx';
import { IconAlertCircle } from '#admin/ui/layout/icons.tsx';
import { formatCount } from '#contract/texts/counts.ts';
import { NOTHING_NEEDS_ATTENTION } from '#contract/texts/staff.ts';
import classes from './attention-part.module.css';
import { causeWords, inOrder, notDelivered } from './cause-words.ts';

const TITLE = 'Needs attention';

/** How many messages failed, and why; nothing about them while that is unknown. */
export function AttentionPart() {
  const { data: steps } = useQuery(undeliveredQuery());
  if (steps === undefined) return <StripPart title={TITLE}>{null}</StripPart>;
  if (steps === 0) {
    return (
      <StripPart title={TITLE}>
        <NothingInPart>{NOTHING_NEEDS_ATTENTION}</NothingInPart>
      </StripPart>
    );
  }
  const [count, ...words] = notDelivered(steps).split(' ');
  return (
    <StripPart title={TITLE}>
      <Link className={classes.sum} to={paths.needsAttention()}>
        <IconAlertCircle className={classes.sign} size={18} aria-hidden="true" />
        <span>
          <strong>{count}</strong> {words.join(' ')}
        </span>
      </Link>
      <Causes />
    </StripPart>
  );
}

function Causes() {
  const { data } = useQuery({ ...causesQuery('all'), refetchInterval: false });
  if (data === undefined) return null;
  return (
    <CountList
      lines={inOrder(data.causes).map((cause) => ({
        key: `${cause.service} ${cause.cause} ${cause.retrying}`,
        label: causeWords(cause).title,
        count: cause.steps,
        to: paths.needsAttention(),
      }))}
      moreLabel={(causes) => `${formatCount(causes)} more causes`}
      moreTo={paths.needsAttention()}
    />
  );
}
