import { useMediaQuery } from '@mantine/hooks';

export const useNarrow = (em: number): boolean => useMediaQuery(`(max-width: ${em}em)`, false, { getInitialValueInEffect: false });
export const usePhone = (): boolean => useNarrow(40);
