import { Button } from '@mantine/core';
import type { MouseEvent } from 'react';
import { Link } from 'react-router';
import type { Icon } from './icons.tsx';
import classes from './tool-button.module.css';

export interface Tool {
  readonly label: string;
  readonly icon: Icon;
  readonly to?: string;
  readonly href?: string;
  readonly isOutside?: boolean;
  readonly isPending?: boolean;
  readonly opensDialog?: boolean;
  /** When the pointer or the focus reaches it. */
  readonly onReach?: () => void;
  /** Of a link: what a press does instead of following it. */
  readonly onClick?: () => void;
}

export const outside = { target: '_blank', rel: 'noopener noreferrer' } as const;

/** The link of a tool with `href`. */
export const toolLinkProps = ({ href, isOutside, onReach, onClick }: Tool) => ({
  href,
  onPointerEnter: onReach,
  onFocus: onReach,
  onClick:
    onClick &&
    ((event: MouseEvent) => {
      event.preventDefault();
      onClick();
    }),
  ...(isOutside ? outside : {}),
});

export const toolButtonProps = { variant: 'subtle', color: 'gray', size: 'xs', fw: 400, className: classes.tool } as const;

export function ToolButton({ tool }: { tool: Tool }) {
  const { icon: Icon } = tool;
  const shared = { ...toolButtonProps, leftSection: <Icon />, loading: tool.isPending === true };
  if (tool.to !== undefined) {
    return (
      <Button {...shared} component={Link} to={tool.to}>
        {tool.label}
      </Button>
    );
  }
  return tool.href === undefined ? (
    <Button {...shared} aria-haspopup={tool.opensDialog ? 'dialog' : undefined} onClick={tool.onClick}>
      {tool.label}
    </Button>
  ) : (
    <Button {...shared} component="a" {...toolLinkProps(tool)}>
      {tool.label}
    </Button>
  );
}
