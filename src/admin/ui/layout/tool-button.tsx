import { Button, type ButtonProps } from '@mantine/core';
import type { AriaAttributes, MouseEvent } from 'react';
import { Link } from 'react-router';
import type { Icon } from './icons.tsx';
import classes from './tool-button.module.css';

export interface Tool {
  readonly name: string;
  readonly label: string;
  readonly icon: Icon;
  readonly to?: string;
  readonly href?: string;
  readonly isOutside?: boolean;
  readonly isPending?: boolean;
  readonly isOff?: boolean;
  readonly tone?: 'danger' | undefined;
  readonly opensDialog?: boolean;
  /** In Mantine's notation; the list of shortcuts shows the first. */
  readonly keys?: readonly string[];
  readonly onReach?: () => void;
  /** For a link: what a press does instead of following it. */
  readonly onClick?: () => void;
}

export const outside = { target: '_blank', rel: 'noopener noreferrer' } as const;

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

export const quietButtonProps = { variant: 'subtle', color: 'gray', size: 'xs', fw: 400 } as const;
/** Disabled through ARIA only: the `disabled` attribute would lose the focus. */
export const offInPlace = (isOff: boolean) => (isOff ? { 'aria-disabled': true, 'data-disabled': true } : {});
export const toolButtonProps = { ...quietButtonProps, className: classes.tool } as const;

const DANGER = { color: 'red', c: 'var(--t-bad-text)' } as const;

type ButtonLook = ButtonProps & AriaAttributes;

/** A tool as a button. @param look by default as in a row of tools */
export function ToolButton({ tool, look = toolButtonProps }: { tool: Tool; look?: ButtonLook | undefined }) {
  const { icon: Icon, isPending = false, isOff = false } = tool;
  const shared = { leftSection: <Icon />, loading: isPending, disabled: isOff, ...look, ...(tool.tone === 'danger' && DANGER) };
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

export const ToolButtons = ({ tools, look }: { tools: readonly Tool[]; look?: (tool: Tool) => ButtonLook }) =>
  tools.map((tool) => <ToolButton key={tool.name} tool={tool} look={look?.(tool)} />);
