import { z } from 'zod';

/** Gzipped text: a head in JSON; for each table its columns in JSON, its rows as `COPY` writes them and `\.`; at the end the numbers of rows, or it is incomplete. */
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
