import { Button, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { useDialog } from '../dialogs/use-dialog.tsx';
import { type MenuDialogs, useMenuDialogs } from '../dialogs/use-menu-dialogs.ts';
import { IconSettings, IconTrash } from './icons.tsx';

/** The `Menu.Item`s above the deletion; those that open a dialog wrap their handler in `opening`. */
export type SettingsItems = (opening: MenuDialogs['opening']) => ReactNode;

interface SettingsMenuProps {
  items?: SettingsItems;
  deleteLabel: string;
  deleteDialog: ReactNode;
}

/** The Settings menu of a page; deletion comes last, below a divider, with the dialog that it opens. */
export function SettingsMenu({ items, deleteLabel, deleteDialog }: SettingsMenuProps) {
  const deleting = useDialog();
  const { button, opening } = useMenuDialogs();
  return (
    <>
      <Menu withinPortal={false}>
        <Menu.Target>
          <Button ref={button} variant="default" leftSection={<IconSettings />}>
            Settings
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {items?.(opening)}
          {items === undefined ? null : <Menu.Divider />}
          <Menu.Item color="red" leftSection={<IconTrash />} onClick={opening(deleting.open)}>
            {deleteLabel}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {deleting.show(deleteDialog)}
    </>
  );
}
