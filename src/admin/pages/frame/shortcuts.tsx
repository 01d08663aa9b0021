import { useHotkeys } from '@mantine/hooks';
import type { DialogState } from '#admin/ui/dialogs/use-lazy-dialog.ts';
import { LazyDialog, lazyPart } from '#admin/ui/loading/lazy-part.tsx';

const ShortcutsDialog = lazyPart(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog);

/** The list of shortcuts, which `?` opens unless a field has the focus. Some keyboards need Shift for `?`, some do not. */
export function Shortcuts({ dialog: { opened, open, dismiss } }: { dialog: DialogState }) {
  useHotkeys([
    ['?', open],
    ['shift+?', open],
  ]);
  return (
    <LazyDialog opened={opened} onClose={dismiss}>
      <ShortcutsDialog opened={opened} onClose={dismiss} />
    </LazyDialog>
  );
}
