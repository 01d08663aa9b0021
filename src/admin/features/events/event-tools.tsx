import { Button, Menu } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp, IconDots } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import classes from './event-tools.module.css';

const PHONE = '(max-width: 40em)';

/** Something to do with an event: a link when it has an address, else a button. */
export interface EventTool {
  readonly label: string;
  readonly icon: ComponentType<{ size: number; stroke: number }>;
  readonly href?: string;
  /** Opens in a new tab: another site. */
  readonly isOutside?: boolean;
  readonly isPending?: boolean;
  readonly opensDialog?: boolean;
  readonly onClick?: () => void;
}

interface EventToolsProps {
  eventTitle: string;
  areAttendeesOpen: boolean;
  onToggleAttendees: () => void;
  tools: readonly EventTool[];
  /** At the right end: what changes or ends the event. */
  endTools: readonly EventTool[];
}

/** The quiet row of an event card: attendees first; on a phone the rest is under More. */
export function EventTools({ eventTitle, areAttendeesOpen, onToggleAttendees, tools, endTools }: EventToolsProps) {
  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
  const Chevron = areAttendeesOpen ? IconChevronUp : IconChevronDown;
  return (
    <fieldset className={classes.tools} aria-label={`Tools of ${eventTitle}`}>
      <Button
        variant="subtle"
        color="gray"
        size="xs"
        fw={400}
        className={classes.tool}
        aria-expanded={areAttendeesOpen}
        leftSection={<Chevron size={16} stroke={1.75} />}
        onClick={onToggleAttendees}
      >
        Attendees
      </Button>
      {isPhone ? (
        <MoreTools tools={[...tools, ...endTools]} eventTitle={eventTitle} />
      ) : (
        <>
          {tools.map((tool) => (
            <Tool key={tool.label} tool={tool} />
          ))}
          <div className={classes.end}>
            {endTools.map((tool) => (
              <Tool key={tool.label} tool={tool} />
            ))}
          </div>
        </>
      )}
    </fieldset>
  );
}

const outside = { target: '_blank', rel: 'noopener noreferrer' } as const;

function Tool({ tool }: { tool: EventTool }) {
  const { icon: Icon } = tool;
  const look = {
    variant: 'subtle',
    color: 'gray',
    size: 'xs',
    fw: 400,
    className: classes.tool,
    leftSection: <Icon size={16} stroke={1.75} />,
    loading: tool.isPending === true,
  } as const;
  return tool.href === undefined ? (
    <Button {...look} aria-haspopup={tool.opensDialog ? 'dialog' : undefined} onClick={tool.onClick}>
      {tool.label}
    </Button>
  ) : (
    <Button {...look} component="a" href={tool.href} {...(tool.isOutside ? outside : {})}>
      {tool.label}
    </Button>
  );
}

function MoreTools({ tools, eventTitle }: { tools: readonly EventTool[]; eventTitle: string }) {
  return (
    <Menu>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          fw={400}
          className={`${classes.tool} ${classes.end}`}
          aria-label={`More for ${eventTitle}`}
          leftSection={<IconDots size={16} stroke={1.75} />}
        >
          More
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {tools.map(({ label, icon: Icon, href, isOutside, onClick }) =>
          href === undefined ? (
            <Menu.Item key={label} leftSection={<Icon size={16} stroke={1.75} />} onClick={onClick}>
              {label}
            </Menu.Item>
          ) : (
            <Menu.Item key={label} component="a" href={href} leftSection={<Icon size={16} stroke={1.75} />} {...(isOutside ? outside : {})}>
              {label}
            </Menu.Item>
          ),
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
