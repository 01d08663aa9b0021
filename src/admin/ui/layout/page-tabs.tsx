import { VisuallyHidden } from '@mantine/core';
import { Link } from 'react-router';
import { IconExternalLink } from './icons.tsx';
import classes from './page-tabs.module.css';

export interface PageTab {
  readonly label: string;
  readonly to: string;
  /** `outside` leaves the app and opens in a new tab. */
  readonly kind: 'current' | 'inside' | 'outside';
}

/** The parts of a page as links, so that back, reload and a new tab work. */
export function PageTabs({ label, tabs }: { label: string; tabs: readonly PageTab[] }) {
  return (
    <nav aria-label={label} className={classes.tabs}>
      {tabs.map((tab) =>
        tab.kind === 'outside' ? (
          <a key={tab.label} href={tab.to} target="_blank" rel="noopener" className={classes.tab}>
            {tab.label}
            <IconExternalLink size={14} stroke={1.75} aria-hidden="true" />
            <VisuallyHidden>opens in a new tab</VisuallyHidden>
          </a>
        ) : (
          <Link key={tab.label} to={tab.to} className={classes.tab} aria-current={tab.kind === 'current' ? 'page' : undefined}>
            {tab.label}
          </Link>
        ),
      )}
    </nav>
  );
}
