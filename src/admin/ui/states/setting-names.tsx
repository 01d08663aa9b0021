import { IconChevronRight } from '#admin/ui/layout/icons.tsx';
import classes from './setting-names.module.css';

/** A server's variables, folded, for the people who run it. */
export const SettingNames = ({ names }: { names: readonly string[] }) => (
  <details className={classes.names}>
    <summary data-row="inline">
      <IconChevronRight aria-hidden="true" />
      Setting names
    </summary>
    {names.map((name) => (
      <code key={name}>{name}</code>
    ))}
  </details>
);
