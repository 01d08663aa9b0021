import { useHotkeys } from '@mantine/hooks';

/** Cmd/Ctrl+S saves, even from within a field, instead of the browser's "save page". */
export const useSaveShortcut = (save: () => void): void => useHotkeys([['mod+S', save]], [], true);
