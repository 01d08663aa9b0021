import { Button, Group, Menu } from '@mantine/core';
import { ToolItem } from '#admin/ui/actions/tool-item.tsx';
import { useMenuDialogs } from '#admin/ui/dialogs/use-menu-dialogs.ts';
import { IconChevronDown, IconChevronUp, IconDots, IconExternalLink } from '#admin/ui/layout/icons.tsx';
import { type Tool, ToolButtons, toolButtonProps } from '#admin/ui/layout/tool-button.tsx';
import { usePhone } from '#admin/ui/layout/use-phone.ts';

interface EventToolsProps {
  eventTitle: string;
  areAttendeesOpen: boolean;
  onToggleAttendees: () => void;
  /** Of these, the door of an event that is near and Edit are in the row, the others in the More menu. */
  eventTools: readonly Tool[];
  tools: readonly Tool[];
}

const doorLook = {
  ...toolButtonProps,
  fw: 600,
  c: 'var(--t-accent-text)',
  rightSection: <IconExternalLink size={14} aria-hidden="true" />,
};

/** The row of tools of an event card. On a phone all but Attendees and Edit are in the More menu. */
export function EventTools({ eventTitle, areAttendeesOpen, onToggleAttendees, eventTools, tools }: EventToolsProps) {
  const isPhone = usePhone();
  const first = [...eventTools.filter(({ name }) => name === 'door'), ...tools];
  const edit = eventTools.filter(({ name }) => name === 'edit');
  const more = eventTools.filter((tool) => !first.includes(tool) && !edit.includes(tool));
  const Chevron = areAttendeesOpen ? IconChevronUp : IconChevronDown;
  return (
    <Group component="fieldset" gap={0} mx={-8} aria-label={`Tools of ${eventTitle}`}>
      <Button {...toolButtonProps} aria-expanded={areAttendeesOpen} leftSection={<Chevron />} onClick={onToggleAttendees}>
        Attendees
      </Button>
      {isPhone ? null : <ToolButtons tools={first} look={({ name }) => (name === 'door' ? doorLook : toolButtonProps)} />}
      <Group gap={0} ms="auto" wrap="nowrap">
        <ToolButtons tools={edit} />
        <MoreTools tools={isPhone ? [...first, ...more] : more} eventTitle={eventTitle} />
      </Group>
    </Group>
  );
}

function MoreTools({ tools, eventTitle }: { tools: readonly Tool[]; eventTitle: string }) {
  const { button, opening } = useMenuDialogs();
  return (
    <Menu>
      <Menu.Target>
        <Button {...toolButtonProps} ref={button} aria-label={`More for ${eventTitle}`} leftSection={<IconDots />}>
          More
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {tools.map((tool) => (
          <ToolItem key={tool.name} tool={tool} opening={opening} />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
