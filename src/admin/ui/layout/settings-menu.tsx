import { Button, Menu } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import { IconSettings } from './icons.tsx';

interface SettingsMenuProps {
  ref?: Ref<HTMLButtonElement>;
  children: ReactNode;
}

/** The Settings button of a page with its `Menu.Item`s; deletion comes last. */
export function SettingsMenu({ ref, children }: SettingsMenuProps) {
  return (
    <Menu withinPortal={false}>
      <Menu.Target>
        <Button ref={ref} variant="default" leftSection={<IconSettings />}>
          Settings
        </Button>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
