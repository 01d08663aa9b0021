import { useHotkeys } from '@mantine/hooks';
import { type PlainDialogState, unlessBehind } from '#admin/ui/dialogs/use-dialog.tsx';
import { lazyPart } from '#admin/ui/loading/lazy-part.tsx';

const ShortcutsDialog = lazyPart(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog);

/** The list of shortcuts, which `?` opens unless a field has the focus. Some keyboards need Shift for `?`, some do not. */
export function Shortcuts({ dialog: { open, show } }: { dialog: PlainDialogState }) {
  useHotkeys([
    ['?', unlessBehind(open)],
    ['shift+?', unlessBehind(open)],
  ]);
  return show(<ShortcutsDialog />);
}
