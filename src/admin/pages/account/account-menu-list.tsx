import { Box, isMantineColorScheme, Menu, useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { getSettings } from '#admin/api/settings.ts';
import { stepsOf, undeliveredQuery } from '#admin/reads/step-queries.ts';
import { ToolItem, useMenuDialogs } from '#admin/ui/actions/tool-item.tsx';
import { useActions } from '#admin/ui/actions/use-actions.tsx';
import { focusInPlace } from '#admin/ui/focus.ts';
import { THEMES } from '#admin/ui/layout/themes.ts';
import type { Tool } from '#admin/ui/layout/tool-button.tsx';
import { IconExternalLink } from '#admin/ui/layout/tool-icons.tsx';
import type { User } from '#contract/session/user.ts';
import { formatCount } from '#contract/texts/counts.ts';
import { ACCOUNT_ACTIONS } from '../app-actions.tsx';
import { Portrait } from './portrait.tsx';

function ThemeItems() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <div role="group" aria-label="Theme">
      <Menu.RadioGroup value={colorScheme} onChange={(theme) => isMantineColorScheme(theme) && setColorScheme(theme)}>
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

const DuplicatesLabel = () => (
  <span>
    Duplicates<span data-text="quiet">: leads in Copper</span> <VisuallyHidden>(opens in a new tab)</VisuallyHidden>
  </span>
);

export interface AccountMenuProps {
  user: User;
  onShowShortcuts: () => void;
  onSignOut: () => void;
}

/** The portrait with its menu, open from the start; loaded when the menu is first opened. */
export function AccountMenuList({ user, onShowShortcuts, onSignOut }: AccountMenuProps) {
  const { data: undelivered = 0 } = useQuery({ ...undeliveredQuery(), select: stepsOf });
  const { button: portrait, opening } = useMenuDialogs();
  const { tools, dialogs } = useActions(ACCOUNT_ACTIONS, { onShowShortcuts, onSignOut });
  const [isOpen, setOpen] = useState(true);
  // This replaces the pressed portrait, to which closing must return the focus.
  useEffect(() => focusInPlace(portrait.current), [portrait]);
  // The menu records the focused element when it opens, so it opens after the focus has moved.
  const isMounted = useMounted();
  const besides: Readonly<Record<string, Omit<Parameters<typeof ToolItem>[0], 'tool'>>> = {
    duplicates: { rightSection: <IconExternalLink size={14} />, children: <DuplicatesLabel /> },
    ...(undelivered > 0 && { attention: { rightSection: <span data-text="count">{formatCount(undelivered)}</span> } }),
  };
  const item = (tool: Tool) => <ToolItem key={tool.name} tool={tool} opening={opening} {...besides[tool.name]} />;
  return (
    <>
      <Menu withinPortal={false} opened={isMounted && isOpen} onChange={setOpen}>
        <Menu.Target>
          <Portrait ref={portrait} user={user} />
        </Menu.Target>
        <Menu.Dropdown>
          <Box p="8px 8px 10px" maw="20rem" data-breaks>
            <div data-text="strong" dir="auto">
              {`Welcome, ${user.displayName}`}
            </div>
            <div data-text="hint">{user.email}</div>
          </Box>
          <Menu.Divider />
          {tools.filter(({ name }) => name !== 'sign-out').map(item)}
          <Menu.Divider />
          <ThemeItems />
          <Menu.Divider />
          {tools.filter(({ name }) => name === 'sign-out').map(item)}
          <Box px={8} py={4} fz="xs" data-text="quiet">
            {`Version ${getSettings().version}`}
          </Box>
        </Menu.Dropdown>
      </Menu>
      {dialogs}
    </>
  );
}
