import { Button, Group } from '@mantine/core';
import { ToolMenu } from '#admin/ui/actions/tool-item.tsx';
import { IconChevronDown, IconChevronUp, IconDots, IconExternalLink } from '#admin/ui/layout/icons.tsx';
import { type Tool, ToolButtons, toolButtonProps } from '#admin/ui/layout/tool-button.tsx';
import { useNarrow } from '#admin/ui/layout/use-phone.ts';

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

/** The row of tools of an event card. Those that a narrow window has no room for are in the More menu. */
export function EventTools({ eventTitle, areAttendeesOpen, onToggleAttendees, eventTools, tools }: EventToolsProps) {
  const narrowest = [useNarrow(40), useNarrow(47), useNarrow(62), useNarrow(72)].indexOf(true);
  // The number of tools that fit in one line of such a window; all in a wider one.
  const room = [0, 1, 2, 4][narrowest];
  const all = [...eventTools.filter(({ name }) => name === 'door'), ...tools];
  const first = all.slice(0, room);
  const edit = eventTools.filter(({ name }) => name === 'edit');
  const more = [...all.slice(first.length), ...eventTools.filter((tool) => !all.includes(tool) && !edit.includes(tool))];
  const Chevron = areAttendeesOpen ? IconChevronUp : IconChevronDown;
  return (
    <Group component="fieldset" gap={0} ms={-8} me={-9} aria-label={`Tools of ${eventTitle}`}>
      <Button {...toolButtonProps} aria-expanded={areAttendeesOpen} leftSection={<Chevron />} onClick={onToggleAttendees}>
        Attendees
      </Button>
      <ToolButtons tools={first} look={({ name }) => (name === 'door' ? doorLook : toolButtonProps)} />
      <Group gap={0} ms="auto" wrap="nowrap">
        <ToolButtons tools={edit} />
        <ToolMenu tools={more}>
          <Button {...toolButtonProps} aria-label={`More for ${eventTitle}`} leftSection={<IconDots />}>
            More
          </Button>
        </ToolMenu>
      </Group>
    </Group>
  );
}
