import { Table } from '@mantine/core';
import { formatCount } from './counts.ts';
import classes from './values-table.module.css';

interface ValuesTableProps {
  /** What the values are of, for those who hear the page. */
  caption: string;
  /** Heads: first of the names, then of each number. */
  heads: readonly string[];
  rows: readonly { readonly name: string; readonly values: readonly number[] }[];
}

/** The values of a chart as a table to unfold: a chart alone cannot be read by everybody. */
export function ValuesTable({ caption, heads, rows }: ValuesTableProps) {
  const [nameHead = '', ...valueHeads] = heads;
  return (
    <details className={classes.values}>
      <summary className={classes.summary}>Table of values</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
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
