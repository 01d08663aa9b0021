import { Box, Table } from '@mantine/core';
import { formatCount } from '#contract/texts/counts.ts';
import classes from './values-table.module.css';

interface ValuesTableProps {
  caption: string;
  heads: string[];
  rows: readonly { readonly name: string; readonly values: readonly number[] }[];
}

/** The values of a chart as an expandable table, for anyone who cannot read the chart. */
export function ValuesTable({ caption, heads, rows }: ValuesTableProps) {
  const body = rows.map(({ name, values }) => [name, ...values.map(formatCount)]);
  return (
    <Box component="details" mt={8} fz="sm">
      <Box component="summary" py={4} lh="1.5rem" data-text="second" data-hover="line">
        Table of values
      </Box>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <section style={{ maxHeight: '18.75rem', marginTop: 8, overflow: 'auto' }} data-box="frame" tabIndex={0} aria-label={caption}>
        <Table className={classes.table} aria-label={caption} stickyHeader data={{ head: heads, body }} />
      </section>
    </Box>
  );
}
