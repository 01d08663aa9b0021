import { IconArrowRight } from '#admin/ui/layout/icons.tsx';
import type { Column } from '../file/match-columns.ts';
import classes from './preview-columns.module.css';

/** The columns of the file with their targets, or marked as ignored. */
export function PreviewColumns({ columns }: { columns: readonly Column[] }) {
  return (
    <ul className={classes.columns} aria-label="Columns of the file">
      {columns.map(({ header, target }, index) => {
        const name = <code dir="auto">{header === '' ? `column ${index + 1}` : header}</code>;
        return (
          // oxlint-disable-next-line react/no-array-index-key -- columns never move, and two may have one name
          <li key={index} className={classes.column} data-ignored={target === undefined}>
            {name}
            {target === undefined ? (
              'ignored'
            ) : (
              <>
                <IconArrowRight size={14} stroke={1.75} aria-label="is" />
                <span dir="auto">{target.label}</span>
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}
