import { Box } from '@mantine/core';
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck } from '#admin/ui/layout/icons.tsx';
import type { Finding } from '#contract/server-state.ts';
import { counted } from '#contract/texts/counts.ts';
import classes from './finding-list.module.css';

const STATES = [
  ['bad', 'Bad', IconAlertCircle],
  ['warning', 'Warning', IconAlertTriangle],
  ['good', 'Good', IconCircleCheck],
] as const;

/** Such as "1 bad, 2 warnings, 9 good". */
function summaryOf(findings: readonly Finding[]): string {
  const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length;
  if (count('bad') + count('warning') === 0) return 'All is well.';
  return `${count('bad')} bad, ${counted(count('warning'), 'warning')}, ${count('good')} good`;
}

/** What the check found, the worst first. */
export const FindingList = ({ findings }: { findings: readonly Finding[] }) => (
  <>
    <Box component="p" mb={12} data-text="second" role="status">
      {summaryOf(findings)}
    </Box>
    <ul data-box="card" data-ruled>
      {STATES.flatMap(([state, word, Sign]) =>
        findings
          .filter((finding) => finding.state === state)
          .map(({ area, text, advice }) => (
            <li key={`${area} ${text}`} className={classes.finding}>
              <Sign aria-hidden="true" className={classes.sign} data-text={state === 'warning' ? 'second' : state} />
              <div data-breaks>
                <Box component="span" me={8} data-text={state === 'bad' ? 'bad' : 'second'}>
                  {word}
                </Box>
                <span data-text="strong">{area}</span>
                <p>{text}</p>
                {advice === null ? null : <p data-text="second">{advice}</p>}
              </div>
            </li>
          )),
      )}
    </ul>
  </>
);
