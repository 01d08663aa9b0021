import { useMediaQuery } from '@mantine/hooks';

/** Whether the window is at most this wide, in em. */
export const useNarrow = (em: number): boolean => useMediaQuery(`(max-width: ${em}em)`, false, { getInitialValueInEffect: false });

/** Whether the window is as narrow as a phone. */
export const usePhone = (): boolean => useNarrow(40);
