import { MAXIMUM_NEEDED, stillWaiting } from '#contract/texts/places.ts';
import type { Tx } from '#server/db/connection.ts';
import type { EventRow } from '#server/db/tables.ts';
import { AppError, invalid } from '#server/errors.ts';
import { countWaitingOrOffered, fitPlaces } from '#server/registrations/places.ts';

type LimitColumns = Partial<Pick<EventRow, 'closes_when_full' | 'maximum_participants'>>;

/** @throws AppError `invalid` for an event that is to close when it is full, and has no maximum */
export function requireMaximum({ closes_when_full: isLimited, maximum_participants: maximum = null }: LimitColumns): void {
  if (isLimited === true && maximum === null) throw invalid([{ path: 'maximum_participants', message: MAXIMUM_NEEDED }]);
}

/** @throws AppError `conflict` while somebody waits for a place of a limit that is to go, or `invalid` for a limit without a maximum */
export async function checkLimit(tx: Tx, event: EventRow, columns: LimitColumns): Promise<void> {
  const { closes_when_full: isLimited = event.closes_when_full, maximum_participants: maximum = event.maximum_participants } = columns;
  if (event.closes_when_full && (!isLimited || maximum === null)) {
    const waiting = await countWaitingOrOffered(tx, event.id);
    if (waiting > 0) throw new AppError('conflict', stillWaiting(waiting));
  }
  requireMaximum({ closes_when_full: isLimited, maximum_participants: maximum });
}

/** Columns on which the counters of a limited event depend. */
const PLACE_COLUMNS = ['closes_when_full', 'maximum_participants', 'waiting_list'] as const;

/** Counts the places of a new event, or of one of which these columns were edited. Requires `lockForm`. */
export async function applyLimit(tx: Tx, eventId: string, edited: ReadonlySet<string> = new Set(PLACE_COLUMNS)): Promise<void> {
  if (PLACE_COLUMNS.some((column) => edited.has(column))) await fitPlaces(tx, [eventId]);
}
