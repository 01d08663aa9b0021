import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '#admin/paths.ts';
import { type AttentionScope, attentionChoices, attentionKey, stepsOf } from '#admin/reads/attention-scope.ts';
import type { AttentionCauses } from '#contract/steps/attention.ts';
import { formatCount } from '#contract/texts/counts.ts';
import classes from './attention-choice-list.module.css';

interface AttentionChoiceListProps {
  read: Pick<AttentionCauses, 'counts' | 'dismissed'>;
  chosen: AttentionScope;
}

const formOf = (of: AttentionScope) => (of === 'all' ? undefined : of);

/** Links that limit the list to one series or form, with counts, and one to what was dismissed. */
export function AttentionChoiceList({ read: { counts, dismissed }, chosen }: AttentionChoiceListProps) {
  return (
    <div className={classes.line}>
      {stepsOf(counts) === 0 ? null : (
        <nav aria-label="Failed messages by series and form">
          <ul className={classes.choices}>
            {attentionChoices(counts).map(({ label, of, steps }) => (
              <li key={attentionKey(of)}>
                <Link
                  className={classes.choice}
                  to={paths.needsAttention(formOf(of))}
                  aria-current={attentionKey(of) === attentionKey(chosen) ? 'page' : undefined}
                >
                  <bdi>{label}</bdi> <span className={classes.count}>{formatCount(steps)}</span>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {dismissed === 0 ? null : (
        <Anchor component={Link} className={classes.dismissed} to={paths.needsAttention(formOf(chosen), { isDismissed: true })}>
          {formatCount(dismissed)} dismissed
        </Anchor>
      )}
    </div>
  );
}
