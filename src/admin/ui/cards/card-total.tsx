import { formatCount } from '#contract/texts/counts.ts';
import classes from './card-total.module.css';

interface CardTotalProps {
  count: number;
  counts?: string;
  label?: string;
  isGood?: boolean;
  isLive?: boolean;
}

export const CardTotal = ({ count, counts, label = 'Total Signups', isGood = false, isLive = false }: CardTotalProps) => (
  <div className={classes.total} title={counts}>
    <span className={classes.number} data-row="inline" data-text={isGood ? 'good' : undefined} data-dot={isLive || undefined}>
      {formatCount(count)}{' '}
    </span>
    <span data-text="hint">{label}</span>
  </div>
);
