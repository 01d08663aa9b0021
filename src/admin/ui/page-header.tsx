import { Skeleton } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './page-header.module.css';

const PRODUCT = 'Turnout';

interface PageHeaderProps {
  /** The page's name; undefined while it loads. */
  title: string | undefined;
  /** Where the back link leads, and its words: the name of that place. */
  back?: { to: string; label: string };
  /** One line under the title that says what the page is for. */
  subtitle?: string;
  /** Small words beside the title, such as what the page is about or that it loads. */
  note?: ReactNode;
  /** Outlined buttons right of the title, under it on a phone. */
  actions?: ReactNode;
  /** `PageTabs`. */
  tabs?: ReactNode;
  /** A note under the title, such as the one that says that a save went well. */
  banner?: ReactNode;
}

/**
 * The head of every page: back link, title, actions, tabs. Names the document too. The title is there in every state of
 * the page, so that the focus, which goes to it after a change of page, never falls to the body.
 */
export function PageHeader({ title, subtitle, back, note, actions, tabs, banner }: PageHeaderProps) {
  useDocumentTitle(title === undefined ? PRODUCT : `${title} - ${PRODUCT}`);
  return (
    <header className={classes.header}>
      {back === undefined ? null : (
        <Link to={back.to} className={classes.back}>
          <IconArrowLeft size={16} stroke={1.75} aria-hidden="true" />
          {back.label}
        </Link>
      )}
      <div className={classes.row}>
        <div className={classes.titles}>
          <h1 className={classes.title} tabIndex={-1} dir="auto" aria-label={title === undefined ? 'Loading' : undefined}>
            {title ?? <Skeleton component="span" className={classes.bone} w={264} h={24} />}
          </h1>
          {note === undefined ? null : <div className={classes.note}>{note}</div>}
          {subtitle === undefined ? null : <p className={classes.subtitle}>{subtitle}</p>}
        </div>
        {actions === undefined ? null : <div className={classes.actions}>{actions}</div>}
      </div>
      {banner === undefined ? null : <div className={classes.banner}>{banner}</div>}
      {tabs === undefined ? null : <div className={classes.tabs}>{tabs}</div>}
    </header>
  );
}
