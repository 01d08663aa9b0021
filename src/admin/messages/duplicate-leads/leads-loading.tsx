import { Loader, Progress } from '@mantine/core';
import type { LeadProgress } from '#contract/steps/duplicate-leads.ts';
import { formatCount } from '#contract/texts/counts.ts';
import classes from './duplicate-groups.module.css';

const ALL = 100;

/** Shown while the leads are read: a spinner and the progress. */
export function LeadsLoading({ progress: { read, total } }: { progress: LeadProgress }) {
  return (
    <div className={classes.reading}>
      <Loader size="md" aria-hidden="true" />
      <div role="status">
        <p className={classes.title}>Loading duplicate lead data...</p>
        <p className={classes.note}>This may take a moment to retrieve all records</p>
      </div>
      <div className={classes.progress}>
        {total === null ? null : (
          <>
            <Progress className={classes.bar} value={total === 0 ? ALL : (read / total) * ALL} aria-label="Leads read" />
            {formatCount(read)} of {formatCount(total)} leads read
          </>
        )}
      </div>
    </div>
  );
}
