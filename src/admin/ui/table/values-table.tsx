import { Table } from '@mantine/core';
import { formatCount } from '../format/counts.ts';
import classes from './values-table.module.css';

interface ValuesTableProps {
  /** What the values mean, for screen readers. */
  caption: string;
  /** Column heads: first that of the names, then one per number. */
  heads: readonly string[];
  rows: readonly { readonly name: string; readonly values: readonly number[] }[];
}

/** The values of a chart as a table to unfold, for everyone who cannot read the chart. */
export function ValuesTable({ caption, heads, rows }: ValuesTableProps) {
  const [nameHead = '', ...valueHeads] = heads;
  return (
    <details className={classes.values}>
      <summary className={classes.summary}>Table of values</summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <section className={classes.scroller} tabIndex={0} aria-label={caption}>
        <Table aria-label={caption} stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{nameHead}</Table.Th>
              {valueHeads.map((head) => (
                <Table.Th key={head} className={classes.number}>
                  {head}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ name, values }) => (
              <Table.Tr key={name}>
                <Table.Td>{name}</Table.Td>
                {valueHeads.map((head, index) => (
                  <Table.Td key={head} className={classes.number}>
                    {formatCount(values[index] ?? 0)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </details>
  );
}
