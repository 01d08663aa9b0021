import { Button, Group, Menu } from '@mantine/core';
import { ToolItem } from '#admin/ui/actions/tool-item.tsx';
import { useMenuDialogs } from '#admin/ui/dialogs/use-menu-dialogs.ts';
import { IconChevronDown, IconChevronUp, IconDots } from '#admin/ui/layout/icons.tsx';
import { type Tool, ToolButtons, toolButtonProps } from '#admin/ui/layout/tool-button.tsx';
import { usePhone } from '#admin/ui/layout/use-phone.ts';

interface EventToolsProps {
  eventTitle: string;
  areAttendeesOpen: boolean;
  onToggleAttendees: () => void;
  /** At the end of the row, but for the door of an event that is near. */
  eventTools: readonly Tool[];
  tools: readonly Tool[];
}

/** The row of tools of an event card. On a phone all but Attendees and Edit are in the More menu. */
export function EventTools({ eventTitle, areAttendeesOpen, onToggleAttendees, eventTools, tools }: EventToolsProps) {
  const isPhone = usePhone();
  const named = (...names: readonly string[]) => eventTools.filter(({ name }) => names.includes(name));
  const first = [...named('door'), ...tools, ...named('calendar')];
  const more = named('door-later', 'door-links');
  const last = eventTools.filter((tool) => !first.includes(tool) && !more.includes(tool));
  const edit = last.filter(({ name }) => name === 'edit');
  const Chevron = areAttendeesOpen ? IconChevronUp : IconChevronDown;
  return (
    <Group component="fieldset" gap={0} mx={-8} aria-label={`Tools of ${eventTitle}`}>
      <Button {...toolButtonProps} aria-expanded={areAttendeesOpen} leftSection={<Chevron />} onClick={onToggleAttendees}>
        Attendees
      </Button>
      {isPhone ? null : <ToolButtons tools={first} />}
      <Group gap={0} ms="auto" wrap="nowrap">
        <ToolButtons tools={isPhone ? edit : last} />
        {isPhone ? <MoreTools tools={[...first, ...last.filter((tool) => !edit.includes(tool)), ...more]} eventTitle={eventTitle} /> : null}
        {isPhone || more.length === 0 ? null : <MoreTools tools={more} eventTitle={eventTitle} />}
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
