import { getHotkeyHandler, useHotkeys } from '@mantine/hooks';
import { byLetter } from '../letter-keys.ts';

/** Cmd/Ctrl+S saves, even from within a field, instead of the browser's "save page". */
export const useSaveShortcut = (save: () => void): void => useHotkeys(byLetter([['mod+S', save]]), [], true);

/** The same in a dialog, as its `onKeyDown`: the page behind, with the same keys, does not save. */
export function saveKeys(save: () => void) {
  const saveHere = (event: KeyboardEvent) => {
    event.stopPropagation();
    save();
  };
  return getHotkeyHandler(byLetter([['mod+S', saveHere]]));
}
