import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Settings } from '#admin/api/settings.ts';
import { paths } from '#admin/paths.ts';
import { Mark } from '#admin/ui/layout/mark.tsx';
import classes from './top-bar.module.css';

/** The bar at the top: logo, product, organisation, and the account menu. */
export function TopBar({ organisation, children }: { organisation: Settings['organisation']; children: ReactNode }) {
  return (
    <header className={classes.bar}>
      <a href="#main" className={classes.skip}>
        Skip to content
      </a>
      <div className={classes.inner}>
        <Link to={paths.home} className={classes.home}>
          <Mark size={24} />
          Turnout
        </Link>
        <div className={classes.organisation}>
          {organisation.logo === null ? null : <img src={organisation.logo} alt="" className={classes.logo} />}
          <span>{organisation.name}</span>
        </div>
        <div className={classes.end}>{children}</div>
      </div>
    </header>
  );
}
