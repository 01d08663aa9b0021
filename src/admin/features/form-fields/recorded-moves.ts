/** A field's place in the list, by ids in the order seen. */
type FieldIds = readonly string[];

/**
 * One drag, or one press of a move button. It keeps the list as the person saw it right after, not a bare index: fields may be
 * added and deleted before the form is saved, and the index that is sent must be right for the list as it is then.
 */
export interface RecordedMove {
  readonly fieldId: string;
  readonly seen: FieldIds;
}

/** The `order` that one call sends. */
export interface OrderCall {
  readonly fieldId: string;
  readonly order: number;
}

/** What one recorded move sends: the dragged field, then the one it landed on, each with its new index (decision 6). */
export interface MoveStep {
  readonly move: RecordedMove;
  readonly calls: readonly [OrderCall, OrderCall];
}

/** The list with one element taken to an index. */
export const movedTo = <T>(list: readonly T[], element: T, index: number): T[] =>
  list.filter((other) => other !== element).toSpliced(index, 0, element);

/** Records that a field was taken to an index of the list as it is seen; undefined when that changes nothing. */
export function recordMove(seen: FieldIds, fieldId: string, index: number): RecordedMove | undefined {
  const from = seen.indexOf(fieldId);
  const to = Math.max(0, Math.min(index, seen.length - 1));
  return from === -1 || from === to ? undefined : { fieldId, seen: movedTo(seen, fieldId, to) };
}

function stepOf(list: FieldIds, move: RecordedMove): MoveStep | undefined {
  const here = new Set(list);
  const order = move.seen.filter((id) => here.has(id)).indexOf(move.fieldId);
  const landedOn = list[order];
  // Deleted since, or only the field that it passed was: nothing is left to do.
  if (order === -1 || landedOn === undefined || landedOn === move.fieldId) return undefined;
  // The server takes an order as "move to this index". After the first call the other field stands where the second one
  // sends it, so that call moves nothing, whichever way the drag went.
  const after = movedTo(list, move.fieldId, order);
  return {
    move,
    calls: [
      { fieldId: move.fieldId, order },
      { fieldId: landedOn, order: after.indexOf(landedOn) },
    ],
  };
}

/**
 * Plays recorded moves over the fields as they are saved, in the order they were made: what the person sees, and what Save Form
 * sends to make it so. Fields that were added since stand at the end, where the server puts them; deleted ones are passed over.
 */
export function replayMoves(
  saved: FieldIds,
  moves: readonly RecordedMove[],
): { readonly seen: FieldIds; readonly steps: readonly MoveStep[] } {
  const steps: MoveStep[] = [];
  const seen = moves.reduce((list, move) => {
    const step = stepOf(list, move);
    if (step === undefined) return list;
    steps.push(step);
    return movedTo(list, step.calls[0].fieldId, step.calls[0].order);
  }, saved);
  return { seen, steps };
}

/** Whether the moves leave the list as it is saved: moved there and back is no change. */
export const comesBack = (saved: FieldIds, moves: readonly RecordedMove[]): boolean =>
  replayMoves(saved, moves).seen.every((id, index) => id === saved[index]);
