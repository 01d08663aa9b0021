import { IconArrowRight } from '@tabler/icons-react';
import type { Column } from './match-columns.ts';
import classes from './preview-columns.module.css';

/** Each column of the file with what it is taken for; others are named as ignored (decision 41). */
export function PreviewColumns({ columns }: { columns: readonly Column[] }) {
  return (
    <ul className={classes.columns} aria-label="Columns of the file">
      {columns.map(({ header, target }, index) => {
        const name = <code dir="auto">{header === '' ? `column ${index + 1}` : header}</code>;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns never move, and two may have one name
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
