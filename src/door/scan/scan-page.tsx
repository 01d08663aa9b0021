import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { icon, IconAlertTriangle, IconCheck } from '#admin/ui/layout/icons.tsx';
import { Action, Dialog } from '../dialog.tsx';
import { countOf, type PartProps } from '../view.ts';
import { checkIn, scan, type Scanned } from './scanned.ts';
import { useCamera } from './use-camera.ts';

/** Kept here because the list, which is loaded first, does not use them. */
const IconRefresh = icon('M20 11a8.1 8.1 0 0 0 -15.5 -2m-.5 -4v4h4 M4 13a8.1 8.1 0 0 0 15.5 2m.5 4v-4h-4');
const IconBolt = icon('M13 3l0 7l6 0l-8 11l0 -7l-6 0l8 -11');
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

/** A camera's light, which TypeScript's library does not know. */
interface Torch {
  readonly torch?: boolean;
}

function Light({ video }: { readonly video: RefObject<HTMLVideoElement | null> }): ReactNode {
  const [isOn, setIsOn] = useState(false);
  const { srcObject: stream } = video.current ?? {};
  const [track] = stream instanceof MediaStream ? stream.getVideoTracks() : [];
  // Some browsers cannot say what a camera can do.
  const abilities: MediaTrackCapabilities & Torch = track?.getCapabilities?.() ?? {};
  if (abilities.torch !== true) return null;
  const wanted: MediaTrackConstraintSet & Torch = { torch: !isOn };
  const turn = (): void =>
    void track?.applyConstraints({ advanced: [wanted] }).then(
      () => setIsOn(!isOn),
      () => undefined,
    );
  return (
    <button type="button" className="icon" aria-label="Light" aria-pressed={isOn} onClick={turn}>
      <IconBolt />
    </button>
  );
}

/** Keeps the screen on while the camera is on; a page that was hidden has to ask again. */
function useAwake(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const lock = navigator.wakeLock?.request('screen').catch(() => undefined);
    return () => void lock?.then(async (held) => held?.release());
  }, [isOn]);
}

function Seen({ shown, hint }: { readonly shown: Scanned | undefined; readonly hint: string }): ReactNode {
  const { tone, word = hint, name, note }: Partial<Scanned> = shown ?? {};
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

export function ScanPage({ door, state: doorState, close, loseCamera }: PartProps): ReactNode {
  const { words: count } = countOf(doorState);
  const video = useRef<HTMLVideoElement>(null);
  const [shown, setShown] = useState<Scanned>();
  const onCode = (text: string): void => {
    void scan(door, text).then((scanned) => {
      vibrate(scanned.tone);
      // A new object, so that the second of two equal outcomes is also shown for its full time.
      setShown({ ...scanned });
    });
  };
  const { state, resume, change } = useCamera(video, {
    onCode,
    onLost: (reason) => loseCamera(`The camera can't be used here: ${reason}. Search by name instead.`),
  });
  useAwake(state === 'on');
  useEffect(() => {
    const timer = setTimeout(() => setShown(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  const { letIn, done } = shown ?? {};
  return (
    <Dialog label={count} className="page scan" onClose={close}>
      <video ref={video} playsInline muted />
      <div className="top">
        {state === 'on' && <Light video={video} />}
        {change !== undefined && (
          <button type="button" className="icon" aria-label="Other camera" onClick={change}>
            <IconRefresh />
          </button>
        )}
        <h2>{count}</h2>
        <Action label="Done" onClick={close} />
      </div>
      <i className="frame" data-tone={shown?.tone} />
      <div className={shown === undefined ? 'hint' : 'result'} data-tone={shown?.tone}>
        <Seen shown={shown} hint={HINTS[state]} />
        {done !== undefined && (
          <Action
            label="Undo"
            onClick={() => {
              setShown(undefined);
              void door.undo(done);
            }}
          />
        )}
        {letIn !== undefined && <Action label="Let in" onClick={() => void checkIn(door, letIn, true).then(setShown)} />}
        {state === 'paused' && <Action label="Continue" onClick={resume} />}
      </div>
    </Dialog>
  );
}
