import { Badge, Skeleton, Table } from '@mantine/core';
import { useId } from 'react';
import { IconArrowDownRight, IconArrowUpRight } from '#admin/ui/layout/tool-icons.tsx';
import { Repeated } from '#admin/ui/loading/repeated.tsx';
import type { Statistics } from '#contract/statistics.ts';
import { formatCount } from '#contract/texts/counts.ts';
import { ExportMenu } from './export-menu.tsx';
import { type MonthRow, monthRows, soFarText } from './month-rows.ts';
import classes from './months-table.module.css';

/** Sign-ups by month, newest first, each compared with the month before. `statistics` is undefined while they load. */
export function MonthsTable({ statistics }: { statistics: Pick<Statistics, 'months' | 'so_far'> | undefined }) {
  const months = statistics?.months;
  const soFar = statistics && soFarText(statistics.months, statistics.so_far);
  const headingId = useId();
  return (
    <div className={classes.card}>
      <div className={classes.head}>
        <h2 className={classes.heading} id={headingId}>
          Signups by month
        </h2>
        <ExportMenu title="Signups by month" figures={months && monthFigures(months)} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <section className={classes.scroller} tabIndex={0} aria-labelledby={headingId}>
        <Table aria-labelledby={headingId} stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Date (MM / YYYY)</Table.Th>
              <Table.Th className={classes.number}>Numb of signups</Table.Th>
              <Table.Th>Change</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {months === undefined ? (
              <Repeated times={6}>
                <SkeletonRow />
              </Repeated>
            ) : (
              monthRows(months).map((row, index) => <Row key={row.month} row={row} isCurrent={index === 0} />)
            )}
          </Table.Tbody>
        </Table>
      </section>
      {soFar === undefined ? null : <p className={classes.soFar}>{soFar}</p>}
    </div>
  );
}

const monthFigures = (months: Statistics['months']) => ({
  heads: ['Month', 'Signups'],
  rows: months.map(({ month, signups }) => ({ name: month, values: [signups] })),
});

function Row({ row, isCurrent }: { row: MonthRow; isCurrent: boolean }) {
  return (
    <Table.Tr>
      <Table.Td>
        <span className={classes.month}>{row.label}</span> {isCurrent ? <Badge className={classes.current}>This month</Badge> : null}
      </Table.Td>
      <Table.Td className={classes.number}>{formatCount(row.signups)}</Table.Td>
      <Table.Td>
        <span className={classes.change} data-kind={row.change.kind}>
          {row.change.text}
          {row.change.kind === 'grown' ? <IconArrowUpRight aria-hidden="true" /> : null}
          {row.change.kind === 'fallen' ? <IconArrowDownRight aria-hidden="true" /> : null}
        </span>
        {isCurrent && row.change.kind !== 'unknown' ? <span className={classes.running}> so far</span> : null}
      </Table.Td>
    </Table.Tr>
  );
}

function SkeletonRow() {
  return (
    <Table.Tr>
      <Table.Td>
        <Skeleton h={12} w={72} />
      </Table.Td>
      <Table.Td>
        <Skeleton h={12} w={32} ml="auto" />
      </Table.Td>
      <Table.Td>
        <Skeleton h={12} w={48} />
      </Table.Td>
    </Table.Tr>
  );
}
