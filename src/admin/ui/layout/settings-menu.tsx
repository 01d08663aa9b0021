import { Button, Menu } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type MenuDialogs, useMenuDialogs } from '../dialogs/use-menu-dialogs.ts';
import { IconSettings, IconTrash } from './icons.tsx';

/** The `Menu.Item`s above the deletion; those that open a dialog wrap their handler in `opening`. */
export type SettingsItems = (opening: MenuDialogs['opening']) => ReactNode;

interface SettingsMenuProps {
  items?: SettingsItems;
  deleteLabel: string;
  deleteDialog: (state: { opened: boolean; onClose: () => void }) => ReactNode;
}

/** The Settings menu of a page; deletion comes last, below a divider, with the dialog that it opens. */
export function SettingsMenu({ items, deleteLabel, deleteDialog }: SettingsMenuProps) {
  const [isDeleting, setDeleting] = useState(false);
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
          <Menu.Item color="red" leftSection={<IconTrash />} onClick={opening(() => setDeleting(true))}>
            {deleteLabel}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {deleteDialog({ opened: isDeleting, onClose: () => setDeleting(false) })}
    </>
  );
}
