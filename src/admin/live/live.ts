import { follow } from '#admin/session/call.ts';
import { LIVE_PATH, type LiveChange } from '#contract/live.ts';
import { LiveConnection, type LiveListener } from './live-connection.ts';

const listeners = new Set<LiveListener['onChanges']>();

/** Calls back with each message about changes while live updates run. @returns a function that stops that */
export function onLiveChanges(listener: LiveListener['onChanges']): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

let pause = (): (() => void) => () => undefined;

/** Stops live updates for work that needs all the browser's connections. @returns a function that restarts them and rereads what was missed */
export const pauseLive = (): (() => void) => pause();

/** Starts the live updates of this tab. @returns stops them */
export function startLive({ onChanges, onMissed }: LiveListener): () => void {
  const connect = () =>
    new LiveConnection(
      {
        follow: (signal, onPart, openForMs) => follow(`${LIVE_PATH}?open_for=${openForMs}`, signal, onPart),
        locks: 'locks' in navigator ? navigator.locks : undefined,
        openChannel: (name) => new BroadcastChannel(name),
        random: () => Math.random(),
      },
      {
        onMissed,
        onChanges: (changes: readonly LiveChange[]) => {
          for (const listener of [onChanges, ...listeners]) listener(changes);
        },
      },
    );
  let connection = connect();
  let hasStopped = false;
  pause = () => {
    connection.stop();
    return () => {
      if (hasStopped) return;
      connection = connect();
      onMissed();
    };
  };
  return () => {
    hasStopped = true;
    connection.stop();
  };
}
