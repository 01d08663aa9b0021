import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import { useDates } from '#admin/ui/format/dates-context.tsx';
import { RelativeTime } from '#admin/ui/format/relative-time.tsx';
import { IconCircle, IconCircleCheck, IconCircleDashed } from '#admin/ui/layout/icons.tsx';
import type { SetupItem } from '#contract/forms/setup.ts';
import { OFF_ADVICE, SETUP_ADVICE, SETUP_TEXTS } from '#contract/texts/setup.ts';
import classes from './setup-card.module.css';

/** What is off is not counted, so it looks unlike what is open. */
const SIGNS = { done: IconCircleCheck, open: IconCircle, off: IconCircleDashed } as const;

/** One item of the setup list: what is done is quiet, what is open has its one action. */
export function SetupLine({ item, action }: { item: SetupItem; action: ReactNode }) {
  const isDone = item.state === 'done';
  const Sign = SIGNS[item.state];
  return (
    <li className={classes.item} data-state={item.state}>
      <Sign size={20} />
      <Box flex={1} miw={0}>
        <p className={classes.what}>
          {SETUP_TEXTS[item.name][item.state]}
          {item.name === 'embed_seen' && isDone && item.at !== null ? (
            <>
              {' '}
              {item.detail}, <RelativeTime at={item.at} />
            </>
          ) : null}
        </p>
        <p className={classes.detail}>{isDone ? <Done item={item} /> : adviceOf(item)}</p>
      </Box>
      {action === null ? null : <div className={classes.action}>{action}</div>}
    </li>
  );
}

function adviceOf({ name, state }: SetupItem): string {
  return state === 'off' ? (OFF_ADVICE[name] ?? '') : SETUP_ADVICE[name];
}

function Done({ item: { name, at, until, detail } }: { item: SetupItem }) {
  const dates = useDates();
  if (name === 'embed_seen') return null;
  const when = at === null ? undefined : dates.span(at, until ?? null);
  return <span dir="auto">{[detail, when].filter((text) => text !== null && text !== undefined).join(', ')}</span>;
}
