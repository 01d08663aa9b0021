import type { RowBody } from './import-rows.ts';

/** What one row sends, and how often the same stood above it in the file. */
export interface SentRow {
  readonly body: RowBody;
  readonly occurrence: number;
}

/** Numbers rows that send the very same, so that each of them is added. */
export function numberRows<Row>(rows: readonly Row[], bodyOf: (row: Row) => RowBody): (SentRow & { row: Row })[] {
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const body = bodyOf(row);
    const text = JSON.stringify(body);
    const occurrence = seen.get(text) ?? 0;
    seen.set(text, occurrence + 1);
    return { row, body, occurrence };
  });
}

/**
 * The `Idempotency-Key` of a row, made from what it sends: a retry adds nothing twice, and neither does the same file chosen
 * again after half an import, or a corrected one, for as long as the server remembers keys (decisions 19, 41).
 */
export async function rowKey({ body, occurrence }: SentRow): Promise<string> {
  const bytes = new TextEncoder().encode(`${occurrence} ${JSON.stringify(body)}`);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return `csv-${Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
