import type { MantineColorScheme } from '@mantine/core';

/** The themes that a person can choose; `auto` follows the device. */
export const THEMES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'System' },
] as const satisfies { value: MantineColorScheme; label: string }[];
