import { Badge, Box, Group, Progress, Skeleton, Table, type TableData } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { dates } from '#admin/ui/format/dates.tsx';
import { repeated } from '#admin/ui/layout/page.tsx';
import { IconArrowDownRight, IconArrowUpRight } from '#admin/ui/layout/tool-icons.tsx';
import type { Statistics } from '#contract/statistics.ts';
import { attendanceRate } from '#contract/texts/attendance.ts';
import { counted, formatCount } from '#contract/texts/counts.ts';
import { COUNTS } from '#contract/texts/staff.ts';
import type { Figures } from './chart-files.ts';
import { ExportMenu } from './export-menu.tsx';
import { type MonthRow, monthRows, soFarText, TONES } from './month-rows.ts';
import classes from './months-table.module.css';

interface FiguresTableProps {
  title: string;
  about?: string;
  className?: string;
  figures: Figures | undefined;
  data?: TableData;
  children?: ReactNode;
  note?: string | undefined;
}

const FiguresTable = ({ title, about, className, figures, data, children, note }: FiguresTableProps) => (
  <div className={className} style={{ overflow: 'clip' }} data-box="card" data-stack>
    <div className={classes.head} data-edge="bottom" data-row="between">
      <div data-row="baseline wrap">
        <h2 data-text="title">{title}</h2>
        <span data-text="small-quiet">{about}</span>
      </div>
      <ExportMenu title={title} figures={figures} />
    </div>
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
    <section className={classes.scroller} tabIndex={0} aria-label={title}>
      <Table aria-label={title} stickyHeader data={data}>
        {children}
      </Table>
    </section>
    {note === undefined ? null : (
      <Box component="p" px={16} py={8} data-edge="top" data-text="small">
        {note}
      </Box>
    )}
  </div>
);

/** Sign-ups by month, newest first, each compared with the month before. `statistics` is undefined while they load. */
export function MonthsTable({ statistics }: { statistics: Pick<Statistics, 'months' | 'so_far'> | undefined }) {
  const months = statistics?.months;
  return (
    <FiguresTable
      title="Sign-ups by month"
      figures={months && { heads: ['Month', 'Sign-ups'], rows: months.map(({ month, signups }) => ({ name: month, values: [signups] })) }}
      note={statistics && soFarText(statistics.months, statistics.so_far)}
    >
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Date (MM / YYYY)</Table.Th>
          {/* Spelled exactly as in STAT-3. */}
          <Table.Th fw={600} ta="right" title={COUNTS.signUps}>
            Numb of signups
          </Table.Th>
          <Table.Th>Change</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {months === undefined
          ? repeated(6, <SkeletonRow />)
          : monthRows(months).map((row, index) => <Row key={row.month} row={row} isCurrent={index === 0} />)}
      </Table.Tbody>
    </FiguresTable>
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
      {isCurrent && row.change.kind !== 'unknown' ? (
        <Box component="span" fz="xs" data-text="second">
          {' so\u00a0far'}
        </Box>
      ) : null}
    </Table.Td>
  </Table.Tr>
);

const SkeletonRow = () => (
  <Table.Tr>
    <Table.Td colSpan={3}>
      <Skeleton h={12} />
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

export function PlacesTable({ places }: { places: readonly EventPlaces[] }) {
  const heads = ['Event', ...PLACES.map(({ label }) => label)];
  const rows = places.map((event) => {
    const values = PLACES.map((column) => column.of(event));
    const { event_id: id, event_title: title } = event;
    const day = event.date === null ? '' : dates.day(event.date);
    const cell = (
      <Fragment key={id}>
        <bdi>{title}</bdi> <span data-text="small-quiet">{day}</span>
      </Fragment>
    );
    return { name: day === '' ? title : `${title}, ${day}`, values, cells: [cell, ...values.map(formatCount)] };
  });
  const data = { head: heads, body: rows.map(({ cells }) => cells) };
  return <FiguresTable title="Places" className={classes.places} figures={{ heads, rows }} data={data} />;
}

type EventAttendance = NonNullable<Statistics['attendance']>[number];

const ATTENDANCE_HEADS = ['Date', 'Event', 'Confirmed', 'Came', 'Walk-ins', 'No-shows', 'Attendance rate', 'Rating'];
const countText = (count: number): string => (count === 0 ? '–' : formatCount(count));

const ratingText = (rating: EventAttendance['rating']): string =>
  rating === null ? '–' : `${rating.mean.toFixed(1)} (${formatCount(rating.count)})`;

function sumOf(attendance: readonly EventAttendance[]): EventAttendance {
  const sum = (of: (event: EventAttendance) => number): number => attendance.reduce((total, event) => total + of(event), 0);
  const count = sum(({ rating }) => rating?.count ?? 0);
  const rating = count === 0 ? null : { count, mean: sum((event) => (event.rating?.mean ?? 0) * (event.rating?.count ?? 0)) / count };
  const [confirmed, came, walk_ins] = [sum((event) => event.confirmed), sum((event) => event.came), sum((event) => event.walk_ins)];
  return { event_id: 'all', event_title: counted(attendance.length, 'event'), date: null, confirmed, came, walk_ins, rating };
}

/** Who came to the past events of a series, with the total last. */
export function AttendanceTable({ attendance }: { attendance: readonly EventAttendance[] }) {
  const rows = [...attendance, sumOf(attendance)].map(({ event_title: title, date, confirmed, came, walk_ins: walkIns, rating }) => {
    const [name, missing] = [date === null ? 'All' : dates.day(date), confirmed - came];
    const [rate, rated] = [attendanceRate(came, confirmed), ratingText(rating)];
    const share = (
      <Group key="rate" gap="md" wrap="nowrap" justify="space-between">
        <Progress aria-hidden="true" color="green" miw={40} maw={112} flex={1} value={(100 * came) / Math.max(confirmed, 1)} />
        {rate}
      </Group>
    );
    const counts = [formatCount(confirmed), formatCount(came), countText(walkIns), countText(missing)];
    return {
      name,
      ...(date === null ? {} : { key: dates.key(date) }),
      values: [title, confirmed, came, walkIns, missing, rate, rated],
      cells: [name, <bdi key="title">{title}</bdi>, ...counts, share, rated],
    };
  });
  return (
    <FiguresTable
      title="Attendance"
      about="past events at which people were checked in"
      className={classes.attendance}
      figures={{ heads: ATTENDANCE_HEADS, rows }}
      data={{ head: [...ATTENDANCE_HEADS], body: rows.map(({ cells }) => cells) }}
    />
  );
}
