import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '#admin/paths.ts';
import { formatCount } from '#admin/ui/format/counts.ts';
import classes from './attention-choice-list.module.css';
import { type AttentionScope, attentionChoices, attentionKey } from './attention-scope.ts';
import { stepCountsQuery } from './step-queries.ts';

/** Links that limit the list to one series or form, with counts; nothing when no steps have failed. */
export function AttentionChoiceList({ chosen }: { chosen: AttentionScope }) {
  const { data: counts } = useQuery(stepCountsQuery());
  if (counts === undefined || counts.failed + counts.retrying === 0) return null;
  return (
    <nav aria-label="Failed steps of">
      <ul className={classes.choices}>
        {attentionChoices(counts).map(({ label, of, steps }) => (
          <li key={attentionKey(of)}>
            <Link
              className={classes.choice}
              to={paths.needsAttention(of === 'all' ? undefined : of)}
              aria-current={attentionKey(of) === attentionKey(chosen) ? 'page' : undefined}
            >
              <bdi>{label}</bdi> <span className={classes.count}>{formatCount(steps)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
