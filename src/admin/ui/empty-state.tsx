import type { ComponentType, ReactNode } from 'react';
import classes from './page-state.module.css';

interface EmptyStateProps {
  /** An outline icon of the one set; a list with no match has none. */
  icon?: ComponentType<{ size: number; stroke: number }>;
  /** What is missing, in one line. */
  title: string;
  /** What belongs here. */
  text: string;
  /** The first action, as a button. */
  action?: ReactNode;
  /** `small` for one of several sections of a page. */
  size?: 'page' | 'small';
  /** Level of the title among the page's headings. */
  level?: 2 | 3;
}

/** A list without rows: what is missing, what belongs here, and the first action. */
export function EmptyState({ icon: Icon, title, text, action, size = 'page', level = 3 }: EmptyStateProps) {
  const Title = level === 2 ? 'h2' : 'h3';
  return (
    <div className={classes.state} data-size={size}>
      {Icon === undefined ? null : (
        <span className={classes.icon} aria-hidden="true">
          <Icon size={size === 'page' ? 32 : 24} stroke={1.5} />
        </span>
      )}
      <Title className={classes.title}>{title}</Title>
      <p className={classes.text}>{text}</p>
      {action === undefined ? null : <div className={classes.action}>{action}</div>}
    </div>
  );
}
