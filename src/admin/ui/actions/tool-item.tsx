import { Menu, type MenuItemProps } from '@mantine/core';
import { Link } from 'react-router';
import type { MenuDialogs } from '../dialogs/use-menu-dialogs.ts';
import { type Tool, toolLinkProps } from '../layout/tool-button.tsx';

interface ToolItemProps extends MenuItemProps {
  tool: Tool;
  /** Of a menu to whose button the focus returns from a dialog. */
  opening?: MenuDialogs['opening'];
}

export function ToolItem({ tool, opening = (open) => open, children = tool.label, ...look }: ToolItemProps) {
  const { icon: Icon, to, href, isOff = false, onClick } = tool;
  const press = onClick && opening(onClick);
  const shared = { leftSection: <Icon />, disabled: isOff, ...(tool.tone === 'danger' && { color: 'red' }), ...look };
  if (to !== undefined) {
    return (
      <Menu.Item component={Link} to={to} {...shared}>
        {children}
      </Menu.Item>
    );
  }
  return href === undefined ? (
    <Menu.Item {...shared} onClick={press}>
      {children}
    </Menu.Item>
  ) : (
    <Menu.Item component="a" {...toolLinkProps({ ...tool, ...(press && { onClick: press }) })} {...shared}>
      {children}
    </Menu.Item>
  );
}

/** Tools as a menu; what is dangerous comes last, below a divider. */
export function ToolItems({ tools, opening }: { tools: readonly Tool[]; opening: MenuDialogs['opening'] }) {
  const itemsOf = (tone: Tool['tone']) =>
    tools.filter((tool) => tool.tone === tone).map((tool) => <ToolItem key={tool.name} tool={tool} opening={opening} />);
  const [items, dangers] = [itemsOf(undefined), itemsOf('danger')];
  return [items, items.length === 0 || dangers.length === 0 ? null : <Menu.Divider key="divider" />, dangers];
}
