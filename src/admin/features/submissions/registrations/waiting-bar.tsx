import { Button } from '@mantine/core';
import { useConfiguredServices } from '#admin/features/connections/connection-queries.ts';
import { useNow } from '#admin/ui/format/use-now.ts';
import { IconSend } from '#admin/ui/layout/icons.tsx';
import type { ListedEvent } from '#contract/event.ts';
import { freePlaces, offerToNext } from '#contract/texts/places.ts';
import { useActs } from './acts-context.ts';
import classes from './waiting-bar.module.css';
import { countFree, waitingWords } from './waiting-words.ts';

/** Above the waiting list: the places that are free, or how it goes on by itself. */
export function WaitingBar({ event }: { event: ListedEvent }) {
  const acts = useActs();
  const now = useNow();
  const hasMail = useConfiguredServices()?.has('mail') !== false;
  const { waiting_list: mode } = event;
  const { free, next } = countFree(event);
  const words = mode === 'offer' || mode === 'direct' ? waitingWords(event, mode, { hasMail, now }) : undefined;
  if (words !== undefined) return <div className={classes.bar}>{words}</div>;
  return acts === undefined || free === 0 ? null : (
    <div className={classes.bar}>
      <strong>{freePlaces(free)}</strong>
      {next > 0 ? (
        <Button
          className={classes.next}
          variant="default"
          size="xs"
          leftSection={<IconSend />}
          loading={acts.isPending}
          onClick={() => acts.offerToNext(next)}
        >
          {offerToNext(next)}
        </Button>
      ) : null}
    </div>
  );
}
