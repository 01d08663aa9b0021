import { describe, expect, test } from 'vitest';
import { readServerEvents, type ServerEvent } from './server-events.ts';

const streamOf = (parts: readonly Uint8Array[], onCancel?: () => void) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      if (onCancel === undefined) controller.close();
    },
    cancel: onCancel,
  });

async function listOf(body: ReadableStream<Uint8Array>): Promise<ServerEvent[]> {
  const events: ServerEvent[] = [];
  for await (const event of readServerEvents(body)) events.push(event);
  return events;
}

async function all(...parts: string[]): Promise<ServerEvent[]> {
  const encoder = new TextEncoder();
  return listOf(streamOf(parts.map((part) => encoder.encode(part))));
}

describe('server-sent events', () => {
  test('LIV-1: are read with their names, in order', async () => {
    expect(await all('event: progress\ndata: {"read":200}\n\nevent: done\ndata: {}\n\n')).toEqual([
      { event: 'progress', data: '{"read":200}' },
      { event: 'done', data: '{}' },
    ]);
  });

  test('may arrive in pieces cut anywhere, even within a character', async () => {
    const bytes = new TextEncoder().encode('event: failed\ndata: Zoë says no\n\n');
    const single = Array.from(bytes, (byte) => Uint8Array.of(byte));
    expect(await listOf(streamOf(single))).toEqual([{ event: 'failed', data: 'Zoë says no' }]);
  });

  test.each([
    ['comments are omitted', ': still here\n\ndata: 1\n\n', [{ event: 'message', data: '1' }]],
    ['data of several lines are joined', 'data: a\ndata: b\n\n', [{ event: 'message', data: 'a\nb' }]],
    ['lines may end as on Windows', 'event: done\r\ndata: {}\r\n\r\n', [{ event: 'done', data: '{}' }]],
    ['the space after the colon may be missing', 'event:done\ndata:{}\n\n', [{ event: 'done', data: '{}' }]],
    ['an event that is cut off is none', 'event: done\ndata: {}\n', []],
  ])('%s', async (_, text, events) => {
    expect(await all(text)).toEqual(events);
  });

  test('to stop reading ends the request', async () => {
    let isCancelled = false;
    const body = streamOf([new TextEncoder().encode('data: 1\n\ndata: 2\n\n')], () => {
      isCancelled = true;
    });
    for await (const event of readServerEvents(body)) {
      expect(event.data).toBe('1');
      break;
    }
    expect(isCancelled).toBe(true);
  });
});
