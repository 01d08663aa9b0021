import { Table } from '@mantine/core';
import { useId } from 'react';
import type { Statistics } from '#contract/statistics.ts';
import { formatCount } from '#contract/texts/counts.ts';
import { ExportMenu } from './export-menu.tsx';
import classes from './months-table.module.css';
import placesClasses from './places-table.module.css';

type EventPlaces = NonNullable<Statistics['places']>[number];

const COLUMNS: readonly { readonly label: string; readonly of: (places: EventPlaces) => number }[] = [
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
  const headingId = useId();
  return (
    <div className={`${classes.card} ${placesClasses.card}`}>
      <div className={classes.head}>
        <h2 className={classes.heading} id={headingId}>
          Places
        </h2>
        <ExportMenu
          title="Places"
          figures={{
            heads: ['Event', ...COLUMNS.map(({ label }) => label)],
            rows: places.map((event) => ({ name: event.event_title, values: COLUMNS.map((column) => column.of(event)) })),
          }}
        />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <section className={classes.scroller} tabIndex={0} aria-labelledby={headingId}>
        <Table aria-labelledby={headingId} stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Event</Table.Th>
              {COLUMNS.map(({ label }) => (
                <Table.Th key={label} className={placesClasses.head}>
                  {label}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {places.map((event) => (
              <Table.Tr key={event.event_id}>
                <Table.Td>
                  <bdi className={placesClasses.event}>{event.event_title}</bdi>
                </Table.Td>
                {COLUMNS.map((column) => (
                  <Table.Td key={column.label} className={placesClasses.number}>
                    {formatCount(column.of(event))}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </div>
  );
}
