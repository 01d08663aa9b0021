import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { IconEyeOff } from '#admin/ui/layout/icons.tsx';
import { ToolButton } from '#admin/ui/layout/tool-button.tsx';
import type { FormRef } from '#contract/forms/form-ref.ts';
import type { Setup, SetupItem } from '#contract/forms/setup.ts';
import { ALL_SET, setupProgress } from '#contract/texts/setup.ts';
import classes from './setup-card.module.css';
import { SetupLine } from './setup-line.tsx';
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
