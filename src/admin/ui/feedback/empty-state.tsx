import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Icon } from '../layout/icons.tsx';
import classes from './page-state.module.css';

interface EmptyStateProps {
  /** Left out for a search without matches. */
  icon?: Icon;
  title: string;
  text: string;
  action?: ReactNode;
  /** `small` for a section of a page. */
  size?: 'page' | 'small';
  level?: 2 | 3;
}

/** An empty list: what is missing, what belongs here, and the first action. */
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
      {action === undefined ? null : <Box mt={20}>{action}</Box>}
    </div>
  );
}
