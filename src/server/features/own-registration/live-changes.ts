import { changesOf, type Tell } from '#server/live/change.ts';
import type { OwnChange } from './change-own.ts';

/** Tells open screens of staff what somebody has changed by the own page. */
export function tellScreens(tell: Tell, { own: { row, series, events }, promoted }: OwnChange): void {
  const ids = events.map(({ id }) => ({ eventId: id, submissionId: row.id }));
  tell({ topic: 'dashboard' }, { topic: `series/${series.id}` }, ...changesOf([...ids, ...promoted]));
}
