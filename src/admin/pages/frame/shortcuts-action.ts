import type { Action } from '#admin/ui/actions/use-actions.tsx';
import { IconKeyboard } from '#admin/ui/layout/icons.tsx';

/** Some keyboards need Shift for `?`, some do not. */
export const SHORTCUTS = {
  name: 'shortcuts',
  label: 'Keyboard shortcuts',
  icon: IconKeyboard,
  calls: [],
  keys: ['?', 'shift+?'],
  run: ({ onShowShortcuts }) => onShowShortcuts(),
} satisfies Action<{ readonly onShowShortcuts: () => void }>;
