import { getHotkeyHandler, useHotkeys } from '@mantine/hooks';

/** Cmd/Ctrl+S saves, even from within a field, instead of the browser's "save page". */
export const useSaveShortcut = (save: () => void): void => useHotkeys([['mod+S', save]], [], true);

/** The same in a dialog, as its `onKeyDown`: the page behind, which has the same keys, does not save. */
export const saveKeys = (save: () => void) =>
  getHotkeyHandler([
    [
      'mod+S',
      (event: { stopPropagation: () => void }) => {
        event.stopPropagation();
        save();
      },
    ],
  ]);
