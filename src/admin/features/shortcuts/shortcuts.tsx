import { useHotkeys } from '@mantine/hooks';
import { LazyDialog } from '#admin/ui/lazy-part.tsx';
import { lazyPart } from '#admin/ui/load-script.ts';
import type { DialogState } from '#admin/ui/use-lazy-dialog.ts';

const ShortcutsDialog = lazyPart(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog);

/** The list of shortcuts, which `?` opens unless somebody is typing. Where the key lies, it may or may not take Shift. */
export function Shortcuts({ dialog: { opened, wasOpened, open, dismiss } }: { dialog: DialogState }) {
  useHotkeys([
    ['?', open],
    ['shift+?', open],
  ]);
  return wasOpened ? (
    <LazyDialog opened={opened} onClose={dismiss}>
      <ShortcutsDialog opened={opened} onClose={dismiss} />
    </LazyDialog>
  ) : null;
}
