import { Box, Skeleton } from '@mantine/core';
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck } from '#admin/ui/layout/icons.tsx';
import type { Finding } from '#contract/server-state.ts';
import { counted } from '#contract/texts/counts.ts';
import classes from './finding-list.module.css';

const STATES = [
  ['bad', 'Bad', IconAlertCircle],
  ['warning', 'Warning', IconAlertTriangle],
  ['good', 'Good', IconCircleCheck],
] as const;

const SKELETON_ROWS = 10;

/** Such as "1 bad, 2 warnings, 9 good". */
function summaryOf(findings: readonly Finding[]): string {
  const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length;
  if (count('bad') + count('warning') === 0) return 'All is well.';
  return `${count('bad')} bad, ${counted(count('warning'), 'warning')}, ${count('good')} good`;
}

/** What the check found, the worst first. */
export function FindingList({ findings }: { findings: readonly Finding[] }) {
  return (
    <>
      <Box component="p" mb={12} variant="second" role="status">
        {summaryOf(findings)}
      </Box>
      <ul className={classes.list}>
        {STATES.flatMap(([state, word, Sign]) =>
          findings
            .filter((finding) => finding.state === state)
            .map(({ area, text, advice }) => (
              <li key={`${area} ${text}`} className={classes.finding} data-state={state}>
                <Sign aria-hidden="true" className={classes.sign} />
                <div className={classes.words}>
                  <span className={classes.state}>{word}</span>
                  <span data-variant="strong">{area}</span>
                  <p className={classes.text}>{text}</p>
                  {advice === null ? null : <p className={classes.advice}>{advice}</p>}
                </div>
              </li>
            )),
        )}
      </ul>
    </>
  );
}

export function FindingListSkeleton() {
  return <Skeleton h={SKELETON_ROWS * 56} radius="md" />;
}
