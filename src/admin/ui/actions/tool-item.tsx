import { Menu, type MenuItemProps } from '@mantine/core';
import { Link } from 'react-router';
import type { MenuDialogs } from '../dialogs/use-menu-dialogs.ts';
import { type Tool, toolLinkProps } from '../layout/tool-button.tsx';

interface ToolItemProps extends MenuItemProps {
  tool: Tool;
  /** Of a menu to whose button the focus returns from a dialog. */
  opening?: MenuDialogs['opening'];
}

/** A tool as a line of a menu. */
export function ToolItem({ tool, opening = (open) => open, children, ...look }: ToolItemProps) {
  const { label, icon: Icon, to, href, isOff = false, onClick } = tool;
  const press = onClick && opening(onClick);
  const shared = { leftSection: <Icon />, disabled: isOff, ...look };
  if (to !== undefined) {
    return (
      <Menu.Item component={Link} to={to} {...shared}>
        {children ?? label}
      </Menu.Item>
    );
  }
  return href === undefined ? (
    <Menu.Item {...shared} onClick={press}>
      {children ?? label}
    </Menu.Item>
  ) : (
    <Menu.Item component="a" {...toolLinkProps({ ...tool, ...(press && { onClick: press }) })} {...shared}>
      {children ?? label}
    </Menu.Item>
  );
}
