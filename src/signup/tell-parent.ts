import { FRAME_MESSAGES } from '#contract/texts/embedding.ts';

type Told = (typeof FRAME_MESSAGES)['ready' | 'submitted' | 'error' | 'escape'];

/** Tells the page around this one what happened, and nothing besides: that page may be anybody's. */
export function tellParent(type: Told): void {
  if (window.parent !== window) window.parent.postMessage({ type }, '*');
}

function tellHeight(): void {
  const height = Math.ceil(document.documentElement.getBoundingClientRect().height);
  window.parent.postMessage({ type: FRAME_MESSAGES.height, height }, '*');
}

/** What this page is: a form, what became of one that was posted without script, or neither. */
function tellState(): void {
  const isDone = document.querySelector('.done') !== null;
  const isForm = document.querySelector('form') !== null;
  if (isDone) tellParent(FRAME_MESSAGES.submitted);
  else tellParent(isForm ? FRAME_MESSAGES.ready : FRAME_MESSAGES.error);
}

const isHello = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'type' in data && data.type === FRAME_MESSAGES.hello;

/** Once the page is there: tells the one around it how high it is, now and with each change, and what it is (decision 29). */
export function speakToParent(): void {
  if (window.parent === window) return;
  // At once: browsers observe nothing in frames that are far out of sight.
  tellHeight();
  tellState();
  new ResizeObserver(tellHeight).observe(document.documentElement);
  window.addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    if (source !== window.parent || !isHello(data)) return;
    tellHeight();
    tellState();
  });
  document.addEventListener('keydown', ({ key }) => {
    // Of a dialog of our own it closes that.
    if (key === 'Escape' && document.querySelector('dialog[open]') === null) tellParent(FRAME_MESSAGES.escape);
  });
}
