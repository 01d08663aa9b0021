import { Button } from '@mantine/core';
import type { ComponentType } from 'react';
import { Link } from 'react-router';
import classes from './tool-button.module.css';

/** Something to do with what a card shows: a link when it has an address, in the app or elsewhere, else a button. */
export interface Tool {
  readonly label: string;
  readonly icon: ComponentType<{ size: number; stroke: number }>;
  /** An address of the app. */
  readonly to?: string;
  readonly href?: string;
  /** Opens in a new tab: another site. */
  readonly isOutside?: boolean;
  readonly isPending?: boolean;
  readonly opensDialog?: boolean;
  readonly onClick?: () => void;
}

/** What a link to another site needs. */
export const outside = { target: '_blank', rel: 'noopener noreferrer' } as const;

/** The look of a tool: quiet, with icon and word. */
export const toolLook = { variant: 'subtle', color: 'gray', size: 'xs', fw: 400, className: classes.tool } as const;

/** One tool of a card. */
export function ToolButton({ tool }: { tool: Tool }) {
  const { icon: Icon } = tool;
  const look = { ...toolLook, leftSection: <Icon size={16} stroke={1.75} />, loading: tool.isPending === true };
  if (tool.to !== undefined) {
    return (
      <Button {...look} component={Link} to={tool.to}>
        {tool.label}
      </Button>
    );
  }
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
