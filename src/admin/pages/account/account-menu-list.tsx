import { Box, isMantineColorScheme, Menu, useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { getSettings } from '#admin/api/settings.ts';
import { paths } from '#admin/paths.ts';
import { undeliveredQuery } from '#admin/reads/step-queries.ts';
import { useDialog } from '#admin/ui/dialogs/use-dialog.tsx';
import { useMenuDialogs } from '#admin/ui/dialogs/use-menu-dialogs.ts';
import { focusInPlace } from '#admin/ui/focus.ts';
import {
  IconAlertCircle,
  IconCalendar,
  IconCopy,
  IconExternalLink,
  IconHelp,
  IconKeyboard,
  IconLogout,
  IconPlugConnected,
} from '#admin/ui/layout/icons.tsx';
import { THEMES } from '#admin/ui/layout/themes.ts';
import { outside } from '#admin/ui/layout/tool-button.tsx';
import { lazyPart } from '#admin/ui/loading/lazy-part.tsx';
import type { User } from '#contract/session/user.ts';
import { formatCount } from '#contract/texts/counts.ts';
import { Portrait } from './portrait.tsx';

/** The theme of this browser, chosen in the account menu; all open tabs follow. */
function ThemeItems() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const handleChange = (theme: string) => {
    if (isMantineColorScheme(theme)) setColorScheme(theme);
  };
  return (
    <div role="group" aria-label="Theme">
      <Menu.RadioGroup value={colorScheme} onChange={handleChange}>
        <Menu.Label>Theme</Menu.Label>
        {THEMES.map(({ value, label }) => (
          <Menu.RadioItem key={value} value={value}>
            {label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </div>
  );
}

const CalendarFeedDialog = lazyPart(async () => (await import('./calendar-feed-dialog.tsx')).CalendarFeedDialog);

export interface AccountMenuProps {
  user: User;
  onShowShortcuts: () => void;
  onSignOut: () => void;
}

/** The portrait with its menu, open from the start; loaded when the menu is first opened. */
export function AccountMenuList({ user, onShowShortcuts, onSignOut }: AccountMenuProps) {
  const { data: undelivered = 0 } = useQuery(undeliveredQuery());
  const { button: portrait, opening } = useMenuDialogs();
  const feeds = useDialog();
  const [isOpen, setOpen] = useState(true);
  // It replaces the portrait that was pressed, and closing must return the focus to it.
  useEffect(() => focusInPlace(portrait.current), [portrait]);
  // The menu records the focused element when it opens, so it opens after the focus has moved.
  const isMounted = useMounted();
  return (
    <>
      <Menu withinPortal={false} opened={isMounted && isOpen} onChange={setOpen}>
        <Menu.Target>
          <Portrait ref={portrait} user={user} />
        </Menu.Target>
        <Menu.Dropdown>
          <Box p="8px 8px 10px" data-breaks>
            <div data-text="strong" dir="auto">
              Welcome, {user.displayName}
            </div>
            <div data-text="hint">{user.email}</div>
          </Box>
          <Menu.Divider />
          <Menu.Item
            component="a"
            href={paths.duplicateLeads}
            {...outside}
            leftSection={<IconCopy />}
            rightSection={<IconExternalLink size={14} stroke={1.75} />}
          >
            Duplicates<span data-text="quiet">: leads in Copper</span> <VisuallyHidden>(opens in a new tab)</VisuallyHidden>
          </Menu.Item>
          <Menu.Item
            component={Link}
            to={paths.needsAttention()}
            leftSection={<IconAlertCircle />}
            rightSection={undelivered === 0 ? undefined : <span data-text="count">{formatCount(undelivered)}</span>}
          >
            Needs attention
          </Menu.Item>
          <Menu.Item component={Link} to={paths.connections} leftSection={<IconPlugConnected />}>
            Connections
          </Menu.Item>
          <Menu.Item leftSection={<IconCalendar />} onClick={opening(feeds.open)}>
            Calendar feed…
          </Menu.Item>
          <Menu.Item leftSection={<IconKeyboard />} onClick={opening(onShowShortcuts)}>
            Keyboard shortcuts
          </Menu.Item>
          <Menu.Item component="a" href={paths.guide} {...outside} leftSection={<IconHelp />}>
            Help
          </Menu.Item>
          <Menu.Divider />
          <ThemeItems />
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout />} onClick={opening(onSignOut)}>
            Sign Out
          </Menu.Item>
          <Box px={8} py={4} fz="xs" data-text="quiet">
            Version {getSettings().version}
          </Box>
        </Menu.Dropdown>
      </Menu>
      {feeds.show(<CalendarFeedDialog />)}
    </>
  );
}
