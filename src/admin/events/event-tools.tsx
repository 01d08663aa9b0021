import { Button, Menu } from '@mantine/core';
import { Link } from 'react-router';
import { type MenuDialogs, useMenuDialogs } from '#admin/ui/dialogs/use-menu-dialogs.ts';
import { IconChevronDown, IconChevronUp, IconDots } from '#admin/ui/layout/icons.tsx';
import { type Tool, ToolButton, toolButtonProps, toolLinkProps } from '#admin/ui/layout/tool-button.tsx';
import { usePhone } from '#admin/ui/layout/use-phone.ts';
import classes from './event-tools.module.css';

interface EventToolsProps {
  eventTitle: string;
  areAttendeesOpen: boolean;
  onToggleAttendees: () => void;
  tools: readonly Tool[];
  edit: Tool;
  endTools: readonly Tool[];
}

/** The row of tools of an event card. On a phone all but Attendees and Edit are in the More menu. */
export function EventTools({ eventTitle, areAttendeesOpen, onToggleAttendees, tools, edit, endTools }: EventToolsProps) {
  const isPhone = usePhone();
  const Chevron = areAttendeesOpen ? IconChevronUp : IconChevronDown;
  return (
    <fieldset className={classes.tools} aria-label={`Tools of ${eventTitle}`}>
      <Button {...toolButtonProps} aria-expanded={areAttendeesOpen} leftSection={<Chevron />} onClick={onToggleAttendees}>
        Attendees
      </Button>
      {isPhone ? null : <ToolButtons tools={tools} />}
      <div className={classes.end}>
        <ToolButtons tools={isPhone ? [edit] : [edit, ...endTools]} />
        {isPhone ? <MoreTools tools={[...tools, ...endTools]} eventTitle={eventTitle} /> : null}
      </div>
    </fieldset>
  );
}

const ToolButtons = ({ tools }: { tools: readonly Tool[] }) => tools.map((tool) => <ToolButton key={tool.label} tool={tool} />);

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
          <MoreTool key={tool.label} tool={tool} opening={opening} />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function MoreTool({ tool, opening }: { tool: Tool } & Pick<MenuDialogs, 'opening'>) {
  const { label, icon: Icon, to, href, onClick } = tool;
  const leftSection = <Icon />;
  if (to !== undefined) {
    return (
      <Menu.Item component={Link} to={to} leftSection={leftSection}>
        {label}
      </Menu.Item>
    );
  }
  return href === undefined ? (
    <Menu.Item leftSection={leftSection} onClick={onClick && opening(onClick)}>
      {label}
    </Menu.Item>
  ) : (
    <Menu.Item component="a" {...toolLinkProps(tool)} leftSection={leftSection}>
      {label}
    </Menu.Item>
  );
}
