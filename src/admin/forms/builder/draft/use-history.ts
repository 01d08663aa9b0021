import { useState } from 'react';
import { type Change, emptyHistory, takeRedo, takeUndo, withChange } from './history.ts';

interface HistoryOptions {
  readonly isThere: (fieldId: string) => boolean;
  /** Does a change, or its opposite, without recording it. */
  readonly perform: (change: Change, direction: 'undo' | 'redo') => void;
}

/** Undo and redo of what was done in the builder since the page was opened. */
export function useHistory({ isThere, perform }: HistoryOptions) {
  const [history, setHistory] = useState(emptyHistory);
  const [undo, redo] = [takeUndo(history, isThere), takeRedo(history, isThere)];
  const take = (taken: typeof undo, direction: 'undo' | 'redo') => {
    if (taken === undefined) return;
    setHistory(taken.left);
    perform(taken.change, direction);
  };
  return {
    record: (change: Change) => setHistory((before) => withChange(before, change)),
    clear: () => setHistory(emptyHistory),
    canUndo: undo !== undefined,
    canRedo: redo !== undefined,
    undo: () => take(undo, 'undo'),
    redo: () => take(redo, 'redo'),
  };
}
