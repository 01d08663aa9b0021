import { Badge, Skeleton, Table } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { IconArrowDownRight, IconArrowUpRight } from '#admin/ui/layout/tool-icons.tsx';
import { Repeated } from '#admin/ui/loading/repeated.tsx';
import type { Statistics } from '#contract/statistics.ts';
import { formatCount } from '#contract/texts/counts.ts';
import { COUNTS } from '#contract/texts/staff.ts';
import type { Figures } from './chart-files.ts';
import { ExportMenu } from './export-menu.tsx';
import { type MonthRow, monthRows, soFarText, TONES } from './month-rows.ts';
import classes from './months-table.module.css';

interface FiguresTableProps {
  title: string;
  className?: string;
  /** What is exported; undefined while it loads. */
  figures: Figures | undefined;
  heads: ReactNode;
  rows: ReactNode;
  note?: string | undefined;
}

function FiguresTable({ title, className = '', figures, heads, rows, note }: FiguresTableProps) {
  const headingId = useId();
  return (
    <div className={`${classes.card} ${className}`} data-box="card" data-stack>
      <div className={classes.head} data-row="between">
        <h2 data-text="title" id={headingId}>
          {title}
        </h2>
        <ExportMenu title={title} figures={figures} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <section className={classes.scroller} tabIndex={0} aria-labelledby={headingId}>
        <Table aria-labelledby={headingId} stickyHeader>
          <Table.Thead>
            <Table.Tr>{heads}</Table.Tr>
          </Table.Thead>
          <Table.Tbody>{rows}</Table.Tbody>
        </Table>
      </section>
      {note === undefined ? null : (
        <p className={classes.soFar} data-text="small">
          {note}
        </p>
      )}
    </div>
  );
}

/** Sign-ups by month, newest first, each compared with the month before. `statistics` is undefined while they load. */
export function MonthsTable({ statistics }: { statistics: Pick<Statistics, 'months' | 'so_far'> | undefined }) {
  const months = statistics?.months;
  return (
    <FiguresTable
      title="Sign-ups by month"
      figures={months && { heads: ['Month', 'Sign-ups'], rows: months.map(({ month, signups }) => ({ name: month, values: [signups] })) }}
      heads={
        <>
          <Table.Th>Date (MM / YYYY)</Table.Th>
          {/* To the letter, as STAT-3 has it. */}
          <Table.Th fw={600} ta="right" title={COUNTS.signUps}>
            Numb of signups
          </Table.Th>
          <Table.Th>Change</Table.Th>
        </>
      }
      rows={
        months === undefined ? (
          <Repeated times={6}>
            <SkeletonRow />
          </Repeated>
        ) : (
          monthRows(months).map((row, index) => <Row key={row.month} row={row} isCurrent={index === 0} />)
        )
      }
      note={statistics && soFarText(statistics.months, statistics.so_far)}
    />
  );
}

const Row = ({ row, isCurrent }: { row: MonthRow; isCurrent: boolean }) => (
  <Table.Tr>
    <Table.Td>
      <span className={classes.month}>{row.label}</span>{' '}
      {isCurrent ? (
        <Badge ml={4} data-phone="hidden">
          This month
        </Badge>
      ) : null}
    </Table.Td>
    <Table.Td fw={600} ta="right">
      {formatCount(row.signups)}
    </Table.Td>
    <Table.Td>
      <span className={classes.change} data-row="inline close" data-text={TONES[row.change.kind] ?? 'second'} data-kind={row.change.kind}>
        {row.change.text}
        {row.change.kind === 'grown' ? <IconArrowUpRight aria-hidden="true" /> : null}
        {row.change.kind === 'fallen' ? <IconArrowDownRight aria-hidden="true" /> : null}
      </span>
      {isCurrent && row.change.kind !== 'unknown' ? <span className={classes.running}> so far</span> : null}
    </Table.Td>
  </Table.Tr>
);

const SkeletonRow = () => (
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

type EventPlaces = NonNullable<Statistics['places']>[number];

const PLACES: readonly { readonly label: string; readonly of: (places: EventPlaces) => number }[] = [
  { label: 'Maximum', of: ({ maximum }) => maximum },
  { label: 'Confirmed', of: ({ confirmed }) => confirmed },
  { label: 'Offered', of: ({ offered }) => offered },
  { label: 'Waiting', of: ({ waiting }) => waiting },
  { label: 'Cancelled', of: ({ cancelled }) => cancelled },
  { label: 'From the waiting list', of: (places) => places.from_waiting_list },
  { label: 'Offers not taken', of: (places) => places.offers_not_taken },
];

/** What became of the places of the limited events of a series. */
export function PlacesTable({ places }: { places: readonly EventPlaces[] }) {
  const heads = ['Event', ...PLACES.map(({ label }) => label)];
  const rows = places.map((event) => ({ id: event.event_id, name: event.event_title, values: PLACES.map((column) => column.of(event)) }));
  return (
    <FiguresTable
      title="Places"
      className={classes.places ?? ''}
      figures={{ heads, rows }}
      heads={heads.map((label) => (
        <Table.Th key={label}>{label}</Table.Th>
      ))}
      rows={rows.map(({ id, name, values }) => (
        <Table.Tr key={id}>
          <Table.Td>
            <bdi>{name}</bdi>
          </Table.Td>
          {values.map((value, index) => (
            <Table.Td key={heads[index + 1]}>{formatCount(value)}</Table.Td>
          ))}
        </Table.Tr>
      ))}
    />
  );
}
