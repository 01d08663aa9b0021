import { ActionIcon, Menu } from '@mantine/core';
import { useOs } from '@mantine/hooks';
import { useMenuDialogs } from '#admin/ui/dialogs/use-menu-dialogs.ts';
import { IconArrowsSort, IconCopy, IconDots } from '#admin/ui/layout/icons.tsx';
import classes from './field-inputs.module.css';

interface FieldMenuProps {
  readonly label: string;
  readonly onDuplicate: () => void;
  readonly onMoveTo: () => void;
}

/** What can be done with a field besides editing, moving by one and deleting it. */
export function FieldMenu({ label, onDuplicate, onMoveTo }: FieldMenuProps) {
  const isMac = useOs() === 'macos';
  const { button, opening } = useMenuDialogs();
  return (
    <Menu withinPortal={false}>
      <Menu.Target>
        <ActionIcon ref={button} aria-label={`More for ${label}`}>
          <IconDots />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconCopy />}
          rightSection={<kbd className={classes.key}>{isMac ? '⌘ D' : 'Ctrl D'}</kbd>}
          onClick={opening(onDuplicate)}
        >
          Duplicate
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowsSort />} onClick={opening(onMoveTo)}>
          Move to position…
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
