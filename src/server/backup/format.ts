import { z } from 'zod';

/**
 * A backup is gzipped text: a head as a line of JSON; for each table its name and columns as a line of JSON, its rows in the text format
 * of `COPY` and a line `\.`; at the end a line of JSON with the numbers of rows, without which the file is incomplete.
 */
export const FORMAT = 1;

/** The line after a table's rows; `COPY` escapes backslashes, so no row can look like it. */
export const END_OF_ROWS = '\\.\n';

export const headSchema = z.object({
  turnoutBackup: z.literal(FORMAT),
  takenAt: z.iso.datetime(),
  migrations: z.array(z.string()).min(1),
});

export const tableSchema = z.object({ name: z.string(), columns: z.array(z.string()) });

export const endSchema = z.object({ rows: z.record(z.string(), z.number()) });

export type BackupHead = z.infer<typeof headSchema>;
