import { Button, type ButtonProps } from '@mantine/core';
import type { AriaAttributes, HTMLAttributes, MouseEvent } from 'react';
import { Link } from 'react-router';
import { BusyButton } from '#admin/theme/busy-button.tsx';
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

/** The element of a tool's button or menu item: a link within the app or out of it, or a button. */
export function ToolRoot({ tool: { to, href, isOutside, onReach, onClick }, ...props }: HTMLAttributes<HTMLElement> & { tool: Tool }) {
  if (to !== undefined) return <Link {...props} to={to} />;
  if (href === undefined) return <BusyButton {...props} />;
  const handleClick = (event: MouseEvent<HTMLElement>) => {
    if (onClick) event.preventDefault();
    props.onClick?.(event);
  };
  const { children, ...rest } = props;
  const link = { ...rest, href, onPointerEnter: onReach, onFocus: onReach, onClick: handleClick, ...(isOutside && outside) };
  return <a {...link}>{children}</a>;
}

export const quietButtonProps = { variant: 'subtle', color: 'gray', size: 'xs', fw: 400 } as const;
/** Disabled through ARIA only: the `disabled` attribute would lose the focus. */
export const offInPlace = (isOff: boolean) => (isOff ? { 'aria-disabled': true, 'data-disabled': true } : {});
export const toolButtonProps = { ...quietButtonProps, className: classes.tool } as const;

const DANGER = { color: 'red', c: 'var(--t-bad-text)' } as const;

type ButtonLook = ButtonProps & AriaAttributes;

/** A tool as a button. @param look by default as in a row of tools */
export function ToolButton({ tool, look = toolButtonProps }: { tool: Tool; look?: ButtonLook | undefined }) {
  const { icon: Icon, label, isPending = false, isOff = false, opensDialog, tone, onClick } = tool;
  const shared = { leftSection: <Icon />, loading: isPending, disabled: isOff, ...look, ...(tone === 'danger' && DANGER) };
  return (
    <Button {...shared} component={ToolRoot} tool={tool} aria-haspopup={opensDialog ? 'dialog' : undefined} onClick={onClick}>
      {label}
    </Button>
  );
}

export const ToolButtons = ({ tools, look }: { tools: readonly Tool[]; look?: (tool: Tool) => ButtonLook }) =>
  tools.map((tool) => <ToolButton key={tool.name} tool={tool} look={look?.(tool)} />);
