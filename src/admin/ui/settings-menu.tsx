import { Button, Menu } from '@mantine/core';
import { IconSettings } from '@tabler/icons-react';
import type { ReactNode, Ref } from 'react';

interface SettingsMenuProps {
  /** The button, for an item whose dialog gives the focus back to it. */
  ref?: Ref<HTMLButtonElement>;
  children: ReactNode;
}

/** The Settings button of a page, with the rarer things to do as `Menu.Item`s; deletion last. */
export function SettingsMenu({ ref, children }: SettingsMenuProps) {
  return (
    <Menu withinPortal={false}>
      <Menu.Target>
        <Button ref={ref} variant="default" leftSection={<IconSettings size={16} stroke={1.75} />}>
          Settings
        </Button>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
