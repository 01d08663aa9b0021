import { useHotkeys } from '@mantine/hooks';

/** Cmd/Ctrl+S saves, also while a field has the focus; the browser's own "save page" stays away. */
export const useSaveShortcut = (save: () => void): void => useHotkeys([['mod+S', save]], [], true);
