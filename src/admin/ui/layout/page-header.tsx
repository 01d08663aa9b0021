import { Skeleton } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { LoadingNote } from '../feedback/loading-note.tsx';
import { IconArrowLeft } from './icons.tsx';
import classes from './page-header.module.css';

const PRODUCT = 'Turnout';

interface PageHeaderProps {
  /** The page's name; undefined while it loads. */
  title: string | undefined;
  /** The back link, labelled with the name of its target. */
  back?: { to: string; label: string };
  subtitle?: string;
  /** Shows that the page loads, in place of the note. */
  isLoading?: boolean;
  /** Small text beside the title. */
  note?: ReactNode;
  /** Outlined buttons to the right of the title, below it on a phone. */
  actions?: ReactNode;
  tabs?: ReactNode;
}

/** The head of every page. Its heading is there in every state, since the focus moves to it after a navigation. */
export function PageHeader({ title, subtitle, back, isLoading, note, actions, tabs }: PageHeaderProps) {
  const shownNote = isLoading ? <LoadingNote /> : note;
  useDocumentTitle(title === undefined ? PRODUCT : `${title} - ${PRODUCT}`);
  return (
    <header className={classes.header}>
      {back === undefined ? null : (
        <Link to={back.to} className={classes.back}>
          <IconArrowLeft aria-hidden="true" />
          {back.label}
        </Link>
      )}
      <div className={classes.row}>
        <div className={classes.titles}>
          <h1 className={classes.title} tabIndex={-1} dir="auto" aria-label={title === undefined ? 'Loading' : undefined}>
            {title ?? <Skeleton component="span" className={classes.skeleton} w={264} h={24} />}
          </h1>
          {shownNote === undefined ? null : <div className={classes.note}>{shownNote}</div>}
          {subtitle === undefined ? null : <p className={classes.subtitle}>{subtitle}</p>}
        </div>
        {actions === undefined ? null : <div className={classes.actions}>{actions}</div>}
      </div>
      {tabs === undefined ? null : <div className={classes.tabs}>{tabs}</div>}
    </header>
  );
}
