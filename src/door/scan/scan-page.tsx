import { type ReactNode, useEffect, useRef, useState } from 'react';
import { IconAlertTriangle, IconCheck } from '#admin/ui/layout/icons.tsx';
import { Dialog } from '../dialog.tsx';
import type { Door } from '../phone/door.ts';
import { checkIn, scan, type Scanned } from './scanned.ts';
import { useCamera } from './use-camera.ts';

const SHOWN_MS = 4_000;
const SHORT_MS = 60;
const LONG_PATTERN_MS = [60, 80, 60];

function vibrate(tone: Scanned['tone']): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches || !('vibrate' in navigator)) return;
  navigator.vibrate(tone === 'good' ? SHORT_MS : LONG_PATTERN_MS);
}

const HINTS = {
  starting: 'Your browser will ask for the camera. Nothing is recorded.',
  on: 'Hold the code in front of the camera',
  paused: 'Paused to save the battery',
};

/** Keeps the screen on, where the browser can. */
function useAwake(): void {
  useEffect(() => {
    const lock = navigator.wakeLock?.request('screen').catch(() => undefined);
    return () => void lock?.then(async (held) => held?.release());
  }, []);
}

/** What is shown of a code, or a hint. */
function Seen({ shown: { tone, word, name, note } }: { readonly shown: Omit<Scanned, 'tone'> & Partial<Scanned> }): ReactNode {
  const Icon = tone === 'good' ? IconCheck : IconAlertTriangle;
  return (
    <>
      {tone !== undefined && <Icon size={40} />}
      <div role="status">
        <p>{word}</p>
        <p className="name">{name}</p>
        <p>{note}</p>
      </div>
    </>
  );
}

export interface ScanProps {
  readonly door: Door;
  readonly count: string;
  readonly onClose: () => void;
  /** The camera can't be used: what to say. */
  readonly onLost: (words: string) => void;
}

/** Checks people in by the codes that the camera sees. */
export function ScanPage({ door, count, onClose, onLost }: ScanProps): ReactNode {
  const video = useRef<HTMLVideoElement>(null);
  const [shown, setShown] = useState<Scanned>();
  const onCode = (text: string): void => {
    void scan(door, text).then((scanned) => {
      vibrate(scanned.tone);
      setShown(scanned);
    });
  };
  const { state, goOn } = useCamera(video, {
    onCode,
    onLost: (reason) => onLost(`The camera can't be used here: ${reason}. Search by name instead.`),
  });
  useAwake();
  useEffect(() => {
    const timer = setTimeout(() => setShown(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  const { letIn, done } = shown ?? {};
  return (
    <Dialog label={count} className="page scan" onClose={onClose}>
      <video ref={video} playsInline muted />
      <div className="top">
        <h2>{count}</h2>
        <button type="button" className="plain" onClick={onClose}>
          Done
        </button>
      </div>
      <i className="frame" data-tone={shown?.tone} />
      <div className={shown === undefined ? 'hint' : 'result'} data-tone={shown?.tone}>
        <Seen shown={shown ?? { word: HINTS[state] }} />
        {done !== undefined && (
          <button
            type="button"
            className="plain"
            onClick={() => {
              setShown(undefined);
              void door.undo(done);
            }}
          >
            Undo
          </button>
        )}
        {letIn !== undefined && (
          <button type="button" className="plain" onClick={() => void checkIn(door, letIn, true).then(setShown)}>
            Let in
          </button>
        )}
        {state === 'paused' && (
          <button type="button" className="plain" onClick={goOn}>
            Go on
          </button>
        )}
      </div>
    </Dialog>
  );
}
