import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '#admin/paths.ts';
import { attentionChoices, attentionKey, type AttentionScope, stepsOf } from '#admin/reads/attention-scope.ts';
import type { AttentionCauses } from '#contract/steps/attention.ts';
import { formatCount } from '#contract/texts/counts.ts';
import classes from './attention-choice-list.module.css';

interface AttentionChoiceListProps {
  read: Pick<AttentionCauses, 'counts' | 'dismissed'>;
  chosen: AttentionScope;
}

const formOf = (of: AttentionScope) => (of === 'all' ? undefined : of);

/** Links that limit the list to one series or form, with counts, and one to what was dismissed. */
export const AttentionChoiceList = ({ read: { counts, dismissed }, chosen }: AttentionChoiceListProps) => (
  <div className={classes.line} data-row="wrap">
    {stepsOf(counts) === 0 ? null : (
      <nav aria-label="Failed messages by series and form">
        <ul className={classes.choices} data-row="stretch wrap">
          {attentionChoices(counts).map(({ label, of, steps }) => (
            <li key={attentionKey(of)}>
              <Link
                className={classes.choice}
                to={paths.needsAttention(formOf(of))}
                aria-current={attentionKey(of) === attentionKey(chosen) ? 'page' : undefined}
              >
                <bdi>{label}</bdi> <span data-text="quiet">{formatCount(steps)}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    )}
    {dismissed === 0 ? null : (
      <Anchor component={Link} ms="auto" fz="sm" lh="sm" to={paths.needsAttention(formOf(chosen), { isDismissed: true })}>
        {`${formatCount(dismissed)} dismissed`}
      </Anchor>
    )}
  </div>
);
