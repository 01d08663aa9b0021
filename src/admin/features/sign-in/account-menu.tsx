import { Menu, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconAlertCircle, IconCopy, IconKeyboard, IconLogout, IconPlugConnected } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#admin/paths.ts';
import { outside } from '#admin/ui/tool-button.tsx';
import type { User } from '#contract/user.ts';
import classes from './account-menu.module.css';
import { initialsOf } from './initials.ts';

/** The person's picture, or initials when there is none or it cannot be loaded. */
function Portrait({ user }: { user: User }) {
  const [isBroken, setBroken] = useState(false);
  if (user.photoURL === null || isBroken) return <span aria-hidden="true">{initialsOf(user.displayName || user.email)}</span>;
  return <img src={user.photoURL} alt="" referrerPolicy="no-referrer" onError={() => setBroken(true)} />;
}

interface AccountMenuProps {
  user: User;
  onShowShortcuts: () => void;
  onSignOut: () => void;
}

/** The portrait with its menu: who is signed in, the screens about outside services, and Sign Out (spec section 2). */
export function AccountMenu({ user, onShowShortcuts, onSignOut }: AccountMenuProps) {
  const portrait = useRef<HTMLButtonElement>(null);
  const handleShortcuts = () => {
    // The item goes with the menu, and the dialog gives the focus back to what had it when it was opened.
    portrait.current?.focus();
    onShowShortcuts();
  };
  return (
    <Menu withinPortal={false}>
      <Menu.Target>
        <UnstyledButton ref={portrait} className={classes.portrait}>
          <Portrait key={user.photoURL} user={user} />
          <VisuallyHidden>Account of {user.displayName}</VisuallyHidden>
        </UnstyledButton>
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
        <Menu.Item leftSection={<IconKeyboard size={16} stroke={1.75} />} onClick={handleShortcuts}>
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.75} />} onClick={onSignOut}>
          Sign Out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
