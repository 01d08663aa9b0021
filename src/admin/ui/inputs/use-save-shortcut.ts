import { getHotkeyHandler, useHotkeys } from '@mantine/hooks';
import { byLetter } from '../letter-keys.ts';

/** Cmd/Ctrl+S saves, even from within a field, instead of the browser's "save page". */
export const useSaveShortcut = (save: () => void): void => useHotkeys(byLetter([['mod+S', save]]), [], true);

/** The same in a dialog, as its `onKeyDown`: the page behind, which has the same keys, does not save. */
export const saveKeys = (save: () => void) =>
  getHotkeyHandler(
    byLetter([
      [
        'mod+S',
        (event) => {
          event.stopPropagation();
          save();
        },
      ],
    ]),
  );
