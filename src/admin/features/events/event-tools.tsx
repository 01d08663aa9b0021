import { Button, Menu } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp, IconDots } from '@tabler/icons-react';
import { Link } from 'react-router';
import { outside, type Tool, ToolButton, toolLook } from '#admin/ui/tool-button.tsx';
import { type MenuDialogs, useMenuDialogs } from '#admin/ui/use-menu-dialogs.ts';
import classes from './event-tools.module.css';

const PHONE = '(max-width: 40em)';

interface EventToolsProps {
  eventTitle: string;
  areAttendeesOpen: boolean;
  onToggleAttendees: () => void;
  tools: readonly Tool[];
  /** At the right end: the change of the event. */
  edit: Tool;
  /** After it: what ends the event. */
  endTools: readonly Tool[];
}

/** The quiet row of an event card: attendees first; on a phone the rest but the change is under More. */
export function EventTools({ eventTitle, areAttendeesOpen, onToggleAttendees, tools, edit, endTools }: EventToolsProps) {
  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
  const Chevron = areAttendeesOpen ? IconChevronUp : IconChevronDown;
  return (
    <fieldset className={classes.tools} aria-label={`Tools of ${eventTitle}`}>
      <Button {...toolLook} aria-expanded={areAttendeesOpen} leftSection={<Chevron size={16} stroke={1.75} />} onClick={onToggleAttendees}>
        Attendees
      </Button>
      {isPhone ? (
        <div className={classes.end}>
          <ToolButton tool={edit} />
          <MoreTools tools={[...tools, ...endTools]} eventTitle={eventTitle} />
        </div>
      ) : (
        <>
          {tools.map((tool) => (
            <ToolButton key={tool.label} tool={tool} />
          ))}
          <div className={classes.end}>
            {[edit, ...endTools].map((tool) => (
              <ToolButton key={tool.label} tool={tool} />
            ))}
          </div>
        </>
      )}
    </fieldset>
  );
}

function MoreTools({ tools, eventTitle }: { tools: readonly Tool[]; eventTitle: string }) {
  const { button, opening } = useMenuDialogs();
  return (
    <Menu>
      <Menu.Target>
        <Button {...toolLook} ref={button} aria-label={`More for ${eventTitle}`} leftSection={<IconDots size={16} stroke={1.75} />}>
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

interface MoreToolProps {
  tool: Tool;
  opening: MenuDialogs['opening'];
}

function MoreTool({ tool: { label, icon: Icon, to, href, isOutside, onClick }, opening }: MoreToolProps) {
  const leftSection = <Icon size={16} stroke={1.75} />;
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
    <Menu.Item component="a" href={href} leftSection={leftSection} {...(isOutside ? outside : {})}>
      {label}
    </Menu.Item>
  );
}
