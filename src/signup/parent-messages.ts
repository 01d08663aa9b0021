import * as FRAME_MESSAGES from '#contract/texts/frame-messages.ts';

type StateMessage = (typeof FRAME_MESSAGES)['ready' | 'submitted' | 'error' | 'escape'];

/** Sends a message to the host page. It contains no data of the visitor, since any page may embed the form. */
export function postToParent(type: StateMessage): void {
  if (parent !== window) parent.postMessage({ type }, '*');
}

function postHeight(): void {
  parent.postMessage({ type: FRAME_MESSAGES.height, height: Math.ceil(document.documentElement.getBoundingClientRect().height) }, '*');
}

/** Reports what this page is: a form, the outcome of a post without script, or neither. */
function postState(): void {
  if (document.querySelector('.done') !== null) postToParent(FRAME_MESSAGES.submitted);
  else postToParent(document.querySelector('form') !== null ? FRAME_MESSAGES.ready : FRAME_MESSAGES.error);
}

const isHello = (data: unknown): data is object =>
  typeof data === 'object' && data !== null && 'type' in data && data.type === FRAME_MESSAGES.hello;

/** Reports the page's height, now and when it changes, and its state. */
export function startParentMessages(): void {
  if (parent === window) return;
  // Immediately, since browsers run no observers in frames far outside the viewport.
  postHeight();
  postState();
  new ResizeObserver(postHeight).observe(document.documentElement);
  window.addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    if (source !== parent || !isHello(data)) return;
    const { dataset } = document.documentElement;
    if ('theme' in data && typeof data.theme === 'string') dataset.theme = data.theme;
    if (dataset.theme === '') delete dataset.theme;
    postHeight();
    postState();
  });
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else shows the keys of an input method in Safari
  document.addEventListener('keydown', ({ key, isComposing, keyCode }) => {
    // Escape closes our own dialog if it is open, and cancels a word in an input method.
    if (key === 'Escape' && !isComposing && keyCode !== 229 && document.querySelector('dialog[open]') === null)
      postToParent(FRAME_MESSAGES.escape);
  });
}
