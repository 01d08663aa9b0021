import * as FRAME_MESSAGES from '#contract/texts/frame-messages.ts';
import * as words from '#contract/texts/words/form.ts';
import { element } from './element.ts';
import { type EmbedOptions, type EmbedVia, frameAddress } from './form-address.ts';
import { fire, follow, sayHello } from './form-frame.ts';

/** The height of a form with few fields, so that little moves when the form appears. */
const SKELETON_HEIGHT = '760px';

/** Uses the host page's text colour, since its background is unknown. */
const skeleton = (): HTMLElement =>
  element('i', { flex: '1', height: '48px', border: '1px solid', borderRadius: '8px', boxSizing: 'border-box', opacity: '.25' });

const row = (...parts: HTMLElement[]): HTMLElement => element('div', { display: 'flex', gap: '24px', marginTop: '36px' }, ...parts);

function loadingSkeleton(): HTMLElement {
  const note = element('p', { margin: '0', padding: '9px' }, words.LOADING_FORM);
  note.setAttribute('role', 'status');
  const shape = element(
    'div',
    { padding: '9px' },
    row(skeleton(), skeleton()),
    row(skeleton(), skeleton()),
    row(skeleton()),
    row(skeleton()),
  );
  return element('div', { minHeight: SKELETON_HEIGHT }, note, shape);
}

/** After this time without a message from the form, the visitor gets a link to it. */
const LOAD_TIMEOUT_MS = 15_000;
/** Distance from the viewport at which a form starts to load. */
const NEAR = '800px 0px';

/** Reads `data-title`, `data-theme` and `data-forward` of an element. */
export function readEmbedOptions({ dataset }: HTMLElement, form: URL, via: EmbedVia): EmbedOptions {
  const { title = '', theme, forward } = dataset;
  return {
    form,
    via,
    title: title || words.SIGN_UP_FORM,
    theme: theme === 'light' || theme === 'dark' ? theme : undefined,
    forwarded: forward?.split(/\s+/),
  };
}

function makeFrame(options: EmbedOptions): HTMLIFrameElement {
  const frame = element('iframe', {
    // The page's styles for all frames, such as a height or no clicks, are not for this one.
    all: 'unset',
    gridArea: '1/1',
    // As wide as possible, even in a column that is as wide as its contents.
    width: '100vw',
    maxWidth: '100%',
    height: SKELETON_HEIGHT,
    // Browsers fill what is behind the sheet if page and form differ in their colour schemes.
    borderRadius: '12px',
    opacity: '0',
    // The theme's scheme, since the browser would otherwise paint the frame opaque.
    colorScheme: options.theme ?? '',
  });
  // Style sheets for videos lift every frame out of the page, which would leave no room for it.
  frame.style.cssText += 'position:static!important';
  frame.title = options.title;
  // It covers the skeleton, and the link that replaces it.
  frame.inert = true;
  frame.src = frameAddress(options, location);
  return frame;
}

const addressParts = ({ form, forwarded }: EmbedOptions): string => JSON.stringify([form, forwarded]);

/** Gives a frame its element's current title and theme, keeping what was typed. @param before is changed @returns false if it must be reloaded */
export function restyle(container: HTMLElement, before: EmbedOptions, options: EmbedOptions): boolean {
  // A host page that rerenders the element removes the frame or skeleton in it.
  if (!container.querySelector('iframe,[role]') || addressParts(before) !== addressParts(options)) return false;
  if (JSON.stringify(before) === JSON.stringify(options)) return true;
  const { title, theme = '' } = Object.assign(before, options);
  const frame = container.querySelector('iframe');
  if (!frame) return true;
  frame.title = title;
  frame.style.colorScheme = theme;
  // Even if it is loaded later, or reloaded.
  frame.onload = () => sayHello(frame, theme);
  sayHello(frame, theme);
  return true;
}

function linkTo({ form, title }: EmbedOptions): HTMLElement {
  const link = element('a', {}, `${words.OPEN_THE_FORM}: ${title}`);
  link.href = form.href;
  return link;
}

interface Mounting {
  readonly target: HTMLElement;
  readonly fallback?: readonly Node[];
  readonly onEscape?: () => void;
}

/** Puts the form into an element, with a skeleton until it appears. */
export function mount(container: HTMLElement, options: EmbedOptions, { target, fallback = [], onEscape }: Mounting): void {
  const note = loadingSkeleton();
  note.style.gridArea = '1/1';
  const frame = makeFrame(options);
  container.replaceChildren(element('div', { display: 'grid', gridTemplateColumns: 'minmax(0,1fr)' }, note, frame));
  setTimeout(() => {
    // The form has appeared, or was replaced by another one.
    if (!note.isConnected) return;
    note.replaceChildren(...(fallback.length ? fallback : [linkTo(options)]));
    fire(target, FRAME_MESSAGES.error);
  }, LOAD_TIMEOUT_MS);
  const onShown = (): void => {
    note.remove();
    frame.inert = false;
    frame.style.opacity = '1';
  };
  follow(frame, { target, onShown, onEscape });
}

/** Shows a skeleton in an element now, and mounts the form when the visitor comes near. */
export function mountWhenNear(container: HTMLElement, options: EmbedOptions, fallback: readonly Node[]): void {
  const note = loadingSkeleton();
  container.replaceChildren(note);
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      if (note.isConnected) mount(container, options, { target: container, fallback });
    },
    { rootMargin: NEAR },
  );
  // Not the element, which may not have its own box (`display: contents`).
  observer.observe(note);
}
