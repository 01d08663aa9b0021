import type { LiveChange } from '#contract/live.ts';
import { pause, pauseAfter, untilSilence } from './pause.ts';
import type { DoorServer } from './server.ts';

interface Listener {
  /** `ids`: whom to read; null means all, empty the event itself. */
  readonly onChange: (ids: LiveChange['ids']) => void;
  /** Changes may have been missed, so the list is reread. */
  readonly onMissed: () => void;
  /** Whether the server answers. */
  readonly isOnline: () => boolean;
  readonly onSilence: () => void;
}

/** The server sends something at least every 20 seconds. */
const SILENCE_MS = 45_000;
/** The time between two reads if calls work but not the stream, as behind some proxies. */
const POLL_MS = 30_000;
const POLL_AFTER = 3;
/** The longest time between reading the list and the start of the first stream. */
const READ_BEFORE_MS = 5_000;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- tests check the server's events by the contract
const changesOf = (data: string) => (JSON.parse(data) as { topics: readonly Pick<LiveChange, 'ids'>[] }).topics;

/** Reads one stream to its end. @returns whether there was one */
async function readStream(server: DoorServer, openForMs: number, ending: AbortSignal, listener: Listener): Promise<boolean> {
  let isHeard = false;
  const read = async (silence: AbortController, hear: () => void): Promise<void> => {
    silence.signal.addEventListener('abort', listener.onSilence);
    // Not AbortSignal.any, which phones of 2017 do not know.
    ending.addEventListener('abort', () => silence.abort());
    for await (const { event, data } of server.follow(openForMs, silence.signal, hear)) {
      isHeard = true;
      if (event === 'bye') break;
      if (event === 'resync' || (event === 'hello' && openForMs === 0)) listener.onMissed();
      if (event === 'changed') changesOf(data).forEach(({ ids }) => listener.onChange(ids));
    }
  };
  // Lost, refused or unreadable: the next read of the list shows which.
  await untilSilence(SILENCE_MS, read).catch(() => undefined);
  return isHeard;
}

/** Follows what happens in the event until `signal`, with a new stream after each that ends. */
export async function followDoor(server: DoorServer, signal: AbortSignal, listener: Listener): Promise<void> {
  // A phone that was asleep learns late that its stream has ended.
  document.addEventListener('visibilitychange', () => document.hidden || listener.onMissed(), { signal });
  let openForMs = READ_BEFORE_MS;
  let failures = 0;
  while (!signal.aborted) {
    const isHeard = await readStream(server, openForMs, signal, listener);
    if (signal.aborted) return;
    openForMs = 0;
    failures = isHeard ? 1 : failures + 1;
    if (!isHeard) listener.onMissed();
    await pause(listener.isOnline() && failures > POLL_AFTER ? POLL_MS : pauseAfter(failures), signal);
  }
}
