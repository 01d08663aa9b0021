import { Box, Group } from '@mantine/core';
import { Fragment } from 'react';
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck } from '#admin/ui/layout/icons.tsx';
import type { Finding } from '#contract/server-state.ts';
import { counted } from '#contract/texts/counts.ts';

/** The worst first. */
const SIGNS = { bad: ['Bad', IconAlertCircle], warning: ['Warning', IconAlertTriangle], good: ['Good', IconCircleCheck] } as const;

/** Such as "1 bad, 2 warnings, 9 good". */
function summaryOf(findings: readonly Finding[]): string {
  const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length;
  if (count('bad') + count('warning') === 0) return 'All is well.';
  return `${count('bad')} bad, ${counted(count('warning'), 'warning')}, ${count('good')} good`;
}

/** What the check found: a line for each area, the worst first. */
export function FindingList({ findings }: { findings: readonly Finding[] }) {
  const inOrder = Object.keys(SIGNS).flatMap((state) => findings.filter((finding) => finding.state === state));
  const areas = [...Map.groupBy(inOrder, ({ area }) => area)];
  return (
    <>
      <Box component="p" mb={12} data-text="second" role="status">
        {summaryOf(areas.flatMap(([, found]) => found.slice(0, 1)))}
      </Box>
      <ul data-box="card" data-ruled>
        {areas.map(([area, found]) => (
          <AreaLine key={area} area={area} found={found} />
        ))}
      </ul>
    </>
  );
}

function AreaLine({ area, found }: { area: string; found: readonly Finding[] }) {
  const state = found[0]?.state ?? 'good';
  const [word, Sign] = SIGNS[state];
  return (
    <Group component="li" gap={12} px={16} py={12} align="flex-start" wrap="nowrap" fz="sm" lh="sm">
      <Sign aria-hidden="true" style={{ marginTop: 2 }} data-text={state === 'warning' ? 'second' : state} />
      <div data-breaks data-grows>
        <Box component="span" me={8} data-text={state === 'bad' ? 'bad' : 'second'}>
          {word}
        </Box>
        <span data-text="strong">{area}</span>
        {found.map(({ text, advice }) => (
          <Fragment key={text}>
            <p>{text}</p>
            {advice === null ? null : <p data-text="second">{advice}</p>}
          </Fragment>
        ))}
      </div>
    </Group>
  );
}
