import { Menu } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { IconAlertCircle, IconCopy, IconKeyboard, IconLogout, IconPlugConnected } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#admin/paths.ts';
import { outside } from '#admin/ui/tool-button.tsx';
import { useMenuDialogs } from '#admin/ui/use-menu-dialogs.ts';
import type { User } from '#contract/user.ts';
import classes from './account-menu-list.module.css';
import { Portrait } from './portrait.tsx';

export interface AccountMenuProps {
  user: User;
  onShowShortcuts: () => void;
  onSignOut: () => void;
}

/** The portrait with its menu, open at first: it is loaded when somebody asks for it. */
export function AccountMenuList({ user, onShowShortcuts, onSignOut }: AccountMenuProps) {
  const { button: portrait, opening } = useMenuDialogs();
  const [isOpen, setOpen] = useState(true);
  // Takes the place of the portrait that was pressed, so that closing leads back to it.
  useEffect(() => portrait.current?.focus({ preventScroll: true }), [portrait]);
  // The menu keeps where the focus was when it opens, so it opens after that.
  const isMounted = useMounted();
  return (
    <Menu withinPortal={false} opened={isMounted && isOpen} onChange={setOpen}>
      <Menu.Target>
        <Portrait ref={portrait} user={user} />
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.welcome}>
          <div className={classes.name} dir="auto">
            Welcome, {user.displayName}
          </div>
          <div className={classes.email}>{user.email}</div>
        </div>
        <Menu.Divider />
        <Menu.Item component="a" href={paths.duplicateLeads} {...outside} leftSection={<IconCopy size={16} stroke={1.75} />}>
          Duplicates
        </Menu.Item>
        <Menu.Item component={Link} to={paths.needsAttention()} leftSection={<IconAlertCircle size={16} stroke={1.75} />}>
          Needs attention
        </Menu.Item>
        <Menu.Item component={Link} to={paths.connections} leftSection={<IconPlugConnected size={16} stroke={1.75} />}>
          Connections
        </Menu.Item>
        <Menu.Item leftSection={<IconKeyboard size={16} stroke={1.75} />} onClick={opening(onShowShortcuts)}>
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.75} />} onClick={opening(onSignOut)}>
          Sign Out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
