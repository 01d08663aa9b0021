import { Button, Menu } from '@mantine/core';
import { IconSettings } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** The Settings button of a page, with the rarer things to do as `Menu.Item`s; deletion last. */
export function SettingsMenu({ children }: { children: ReactNode }) {
  return (
    <Menu withinPortal={false}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconSettings size={16} stroke={1.75} />}>
          Settings
        </Button>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
