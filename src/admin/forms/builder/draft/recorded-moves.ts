import { movedTo } from '#contract/forms/form-field.ts';

type FieldIds = readonly string[];

/** A list instead of an index, which must fit the fields at the time of the save: some may be added or deleted before. */
export interface RecordedMove {
  readonly fieldId: string;
  readonly seen: FieldIds;
}

export interface OrderCall {
  readonly fieldId: string;
  readonly order: number;
}

/** The calls of one move: the dragged field, then the one it landed on, each with its new index (D6). */
export interface MoveStep {
  readonly move: RecordedMove;
  readonly calls: readonly [OrderCall, OrderCall];
}

/** Records a move to an index of the list as shown; undefined if it changes nothing. */
export function recordMove(seen: FieldIds, fieldId: string, index: number): RecordedMove | undefined {
  const from = seen.indexOf(fieldId);
  const to = Math.max(0, Math.min(index, seen.length - 1));
  return from === -1 || from === to ? undefined : { fieldId, seen: movedTo(seen, fieldId, to) };
}

function toStep(list: FieldIds, move: RecordedMove): MoveStep | undefined {
  const existing = new Set(list);
  const order = move.seen.filter((id) => existing.has(id)).indexOf(move.fieldId);
  const landedOn = list[order];
  // The field, or the only field it passed, has since been deleted.
  if (order === -1 || landedOn === undefined || landedOn === move.fieldId) return undefined;
  // The server treats an order as "move to this index". After the first call the other field already is where the second call
  // sends it, so the second call moves nothing.
  const after = movedTo(list, move.fieldId, order);
  return {
    move,
    calls: [
      { fieldId: move.fieldId, order },
      { fieldId: landedOn, order: after.indexOf(landedOn) },
    ],
  };
}

/** The resulting list, and Save Form's calls. Fields added since are last, as on the server; deleted ones are skipped. */
export function replayMoves(saved: FieldIds, moves: readonly RecordedMove[]) {
  const steps: MoveStep[] = [];
  let seen = saved;
  for (const move of moves) {
    const step = toStep(seen, move);
    if (step === undefined) continue;
    steps.push(step);
    seen = movedTo(seen, move.fieldId, step.calls[0].order);
  }
  return { seen, steps };
}

export const isNoop = (saved: FieldIds, moves: readonly RecordedMove[]): boolean =>
  replayMoves(saved, moves).seen.every((id, index) => id === saved[index]);
