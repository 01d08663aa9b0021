import { Button } from '@mantine/core';
import { IconSend } from '#admin/ui/layout/icons.tsx';
import type { ListedEvent } from '#contract/event.ts';
import { freePlaces, howItGoesOn, offerToNext } from '#contract/texts/places.ts';
import { useActs } from './acts-context.ts';
import classes from './waiting-bar.module.css';

/** Places that nobody has or is offered, and how many of those who wait can be offered one. */
function countFree({ submissions_count: confirmed, registration_counts: counts, maximum_participants: maximum }: ListedEvent) {
  const { waiting, offered, passed_over: passedOver } = counts ?? { waiting: 0, offered: 0, passed_over: 0 };
  const free = Math.max(0, (maximum ?? 0) - confirmed - offered);
  return { free, next: Math.min(free, waiting - passedOver) };
}

/** Above the waiting list: the places that are free, or how it goes on by itself. */
export function WaitingBar({ event }: { event: ListedEvent }) {
  const acts = useActs();
  const { waiting_list: mode } = event;
  const { free, next } = countFree(event);
  if (mode === 'offer' || mode === 'direct') {
    return <div className={classes.bar}>{howItGoesOn(mode, event.offer_hours)}</div>;
  }
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
