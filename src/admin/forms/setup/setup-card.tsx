import { Box, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { RelativeTime, useDates } from '#admin/ui/format/dates-context.tsx';
import { IconCircle, IconCircleCheck, IconCircleDashed, IconEyeOff } from '#admin/ui/layout/icons.tsx';
import { ToolButton } from '#admin/ui/layout/tool-button.tsx';
import type { FormRef } from '#contract/forms/form-ref.ts';
import type { Setup, SetupItem } from '#contract/forms/setup.ts';
import { ALL_SET, OFF_ADVICE, SETUP_ADVICE, SETUP_TEXTS, setupProgress } from '#contract/texts/setup.ts';
import classes from './setup-card.module.css';
import { setupQuery, useDismissSetup } from './setup-queries.ts';

interface SetupCardProps {
  form: FormRef;
  /** The one action of an item that is open or off. */
  actionOf: (item: SetupItem) => ReactNode;
  /** The link and the QR code of the form. */
  share: ReactNode;
}

const isUnfinished = ({ items, dismissed_at: at }: Setup): boolean => at !== null || items.some(({ state }) => state === 'open');

/** What a series or form still needs; it is there until it is hidden, or all is done and the page is left. */
export function SetupCard({ form, actionOf, share }: SetupCardProps) {
  const { data: setup } = useQuery(setupQuery(form));
  const { dismiss, isPending } = useDismissSetup(form);
  const [wasUnfinished, setWasUnfinished] = useState(false);
  if (setup === undefined) return null;
  if (!wasUnfinished && isUnfinished(setup)) setWasUnfinished(true);
  if (setup.dismissed_at !== null || !(wasUnfinished || isUnfinished(setup))) return null;
  const counted = setup.items.filter(({ state }) => state !== 'off');
  const done = counted.filter(({ state }) => state === 'done').length;
  return (
    <section className={classes.card} aria-labelledby="setup-title">
      <div className={classes.list}>
        <Group gap="sm" justify="space-between" wrap="nowrap" mb="sm" me={-8}>
          <h2 id="setup-title" data-variant="title" aria-live="polite">
            {done === counted.length ? ALL_SET : setupProgress(done, counted.length)}
          </h2>
          <ToolButton tool={{ label: 'Hide', icon: IconEyeOff, isPending, onClick: () => dismiss(true) }} />
        </Group>
        <ul>
          {setup.items.map((item) => (
            <SetupLine key={item.name} item={item} action={item.state === 'done' ? null : actionOf(item)} />
          ))}
        </ul>
      </div>
      <div className={classes.share}>
        {share}
        <p className={classes.later}>You’ll find this later under Share, above.</p>
      </div>
    </section>
  );
}

/** What is off is not counted, so it looks unlike what is open. */
const SIGNS = { done: IconCircleCheck, open: IconCircle, off: IconCircleDashed } as const;

/** One item of the setup list: what is done is quiet, what is open has its one action. */
function SetupLine({ item, action }: { item: SetupItem; action: ReactNode }) {
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
