import type { FieldValues } from './builder-draft.ts';

/** Something a person did in the builder. Indexes refer to the list as shown then. */
export type Change =
  | {
      readonly kind: 'edit';
      readonly fieldId: string;
      readonly before: Partial<FieldValues>;
      readonly after: Partial<FieldValues>;
      readonly at: number;
    }
  | { readonly kind: 'move'; readonly fieldId: string; readonly from: number; readonly to: number }
  | { readonly kind: 'add'; readonly fieldId: string };

/** What can be undone and redone, each with the latest change last. */
export interface History {
  readonly done: readonly Change[];
  readonly undone: readonly Change[];
}

export const emptyHistory: History = { done: [], undone: [] };

/** Typing with pauses shorter than this is undone in one go. */
const PAUSE_MS = 1_000;

const namesOf = (values: Partial<FieldValues>): string => Object.keys(values).toSorted().join();

/** The last change combined with another edit of the same values; undefined if the two are undone separately. */
function joined(last: Change | undefined, change: Change): Change | undefined {
  if (last?.kind !== 'edit' || change.kind !== 'edit' || last.fieldId !== change.fieldId) return undefined;
  if (namesOf(last.after) !== namesOf(change.after) || change.at - last.at > PAUSE_MS) return undefined;
  return { ...change, before: last.before };
}

/** Adds a change; anything undone before can then no longer be redone. */
export function withChange({ done, undone }: History, change: Change): History {
  const both = undone.length === 0 ? joined(done.at(-1), change) : undefined;
  return { done: both === undefined ? [...done, change] : [...done.slice(0, -1), both], undone: [] };
}

/** The change to undo next, and what is then left. Skips deleted fields; an added field that is deleted cannot be restored. */
export function takeUndo({ done, undone }: History, isThere: (fieldId: string) => boolean): { change: Change; left: History } | undefined {
  const index = done.findLastIndex(({ fieldId }) => isThere(fieldId));
  const change = done[index];
  if (change === undefined) return undefined;
  return { change, left: { done: done.slice(0, index), undone: change.kind === 'add' ? undone : [...undone, change] } };
}

/** The change to redo next, like `takeUndo`. */
export function takeRedo({ done, undone }: History, isThere: (fieldId: string) => boolean): { change: Change; left: History } | undefined {
  const taken = takeUndo({ done: undone, undone: done }, isThere);
  return taken && { ...taken, left: { done: taken.left.undone, undone: taken.left.done } };
}
