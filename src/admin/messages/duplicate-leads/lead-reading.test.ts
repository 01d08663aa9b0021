import { describe, expect, test } from 'vitest';
import { ApiError } from '#admin/api/api-error.ts';
import type { ServerEvent } from '#admin/api/server-events.ts';
import { followLeadReading, type LeadReading } from './lead-reading.ts';

const leads = { total: 3, count: 2, duplicates: { 'ada@x.example': [] } };

async function* sent(events: readonly ServerEvent[]): AsyncGenerator<ServerEvent> {
  yield* events;
}

const progress = (read: number, total: number | null): ServerEvent => ({ event: 'progress', data: JSON.stringify({ read, total }) });

/** Collects the states of a reading and its failure. */
async function follow(...events: ServerEvent[]): Promise<{ readings: LeadReading[]; failure?: unknown }> {
  const readings: LeadReading[] = [];
  try {
    for await (const reading of followLeadReading(sent(events), async () => leads)) readings.push(reading);
    return { readings };
  } catch (failure) {
    return { readings, failure };
  }
}

describe('a reading of all leads', () => {
  test('DUP-14, DUP-15: reports its progress, and the result at the end', async () => {
    expect(await follow(progress(0, null), progress(200, 450), { event: 'done', data: '{}' })).toEqual({
      readings: [
        { state: 'reading', progress: { read: 0, total: null } },
        { state: 'reading', progress: { read: 200, total: 450 } },
        { state: 'done', leads },
      ],
    });
  });

  test('DUP-12: that fails ends with the server’s message', async () => {
    const { failure } = await follow(progress(0, null), { event: 'failed', data: '{"message":"Copper is busy"}' });
    expect(failure).toBeInstanceOf(ApiError);
    expect(failure).toMatchObject({ kind: 'answered', message: 'Copper is busy' });
  });

  test('DUP-12: that breaks off has no result', async () => {
    const { readings, failure } = await follow(progress(200, 450));
    expect(readings).toHaveLength(1);
    expect(failure).toMatchObject({ kind: 'unreachable' });
  });
});
