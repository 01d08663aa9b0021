import { useMediaQuery } from '@mantine/hooks';

/** Whether the window is as narrow as a phone. */
export const usePhone = (): boolean => useMediaQuery('(max-width: 40em)', false, { getInitialValueInEffect: false });
