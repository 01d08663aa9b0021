import { Menu, type MenuItemProps, type MenuProps } from '@mantine/core';
import { useOs } from '@mantine/hooks';
import { cloneElement, type MouseEvent, type ReactElement, type RefAttributes, useRef } from 'react';
import { focusInPlace } from '../focus.ts';
import { type Tool, ToolRoot } from '../layout/tool-button.tsx';
import { shownKeys } from './use-actions.tsx';

interface ToolItemProps extends MenuItemProps {
  tool: Tool;
  /** For a menu whose button gets the focus back from a dialog. */
  opening?: MenuDialogs['opening'];
}

export function ToolItem({ tool, opening = (open) => open, children = tool.label, ...look }: ToolItemProps) {
  const { icon: Icon, isOff = false, onClick, tone } = tool;
  const shared = { leftSection: <Icon />, disabled: isOff, ...(tone === 'danger' && { color: 'red' }), ...look };
  // While its menu fades, an item still gets the second click of a double click.
  const handleClick = onClick && ((event: MouseEvent) => (event.detail > 1 ? undefined : opening(onClick)()));
  return (
    <Menu.Item component={ToolRoot} tool={tool} {...shared} onClick={handleClick}>
      {children}
    </Menu.Item>
  );
}

interface ToolMenuProps extends MenuProps {
  tools: readonly Tool[];
  /** The button that opens it. */
  children: ReactElement<RefAttributes<HTMLButtonElement>>;
}

/** Tools as a menu; dangerous ones come last, below a divider. */
export function ToolMenu({ tools, children, ...menu }: ToolMenuProps) {
  const { button, opening } = useMenuDialogs();
  return (
    <Menu {...menu}>
      <Menu.Target>{cloneElement(children, { ref: button })}</Menu.Target>
      <Menu.Dropdown>
        <ToolItems tools={tools} opening={opening} />
      </Menu.Dropdown>
    </Menu>
  );
}

function ToolItems({ tools, opening }: { tools: readonly Tool[]; opening: MenuDialogs['opening'] }) {
  const command = useOs({ getValueInEffect: false }) === 'macos' ? '⌘' : 'Ctrl';
  const itemsOf = (tone: Tool['tone']) =>
    tools
      .filter((tool) => tool.tone === tone)
      .map((tool) => (
        <ToolItem
          key={tool.name}
          tool={tool}
          opening={opening}
          rightSection={tool.keys && <kbd>{shownKeys(tool, command).join(' ')}</kbd>}
        />
      ));
  const [items, dangers] = [itemsOf(undefined), itemsOf('danger')];
  return [items, items.length === 0 || dangers.length === 0 ? null : <Menu.Divider key="divider" />, dangers];
}

type MenuDialogs = ReturnType<typeof useMenuDialogs>;

/** Returns the focus to the menu's button when a dialog closes: by then the item that opened it has left the page. */
export function useMenuDialogs() {
  const button = useRef<HTMLButtonElement>(null);
  return {
    button,
    /** Wraps the click handler of an item that opens a dialog. */
    opening: (open: () => void) => () => {
      focusInPlace(button.current);
      open();
    },
  };
}
