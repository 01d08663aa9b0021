import type { ListedEvent } from '#contract/event.ts';
import { freePlaces, howItGoesOn } from '#contract/texts/places.ts';
import classes from './waiting-bar.module.css';

/** Above the waiting list: the places that are free, or how it goes on by itself. */
export function WaitingBar({ event }: { event: ListedEvent }) {
  const { waiting_list: mode, submissions_count: confirmed, registration_counts: counts, maximum_participants: maximum } = event;
  const free = event.close_when_full ? (maximum ?? 0) - confirmed - (counts?.offered ?? 0) : 0;
  const isByHand = mode === 'manual' || mode === 'off';
  const words = isByHand ? undefined : howItGoesOn(mode, event.offer_hours);
  if (words === undefined && free <= 0) return null;
  return <div className={classes.bar}>{words === undefined ? <strong>{freePlaces(free)}</strong> : <span>{words}</span>}</div>;
}
