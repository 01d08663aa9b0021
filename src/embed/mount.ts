import { OPEN_THE_FORM, SIGN_UP_FORM } from '#contract/texts/embedding.ts';
import { element } from './element.ts';
import { frameAddress } from './form-address.ts';
import { fireError, follow } from './form-frame.ts';
import { WAITING_HEIGHT, waitingNote } from './waiting.ts';

/** After this long without a word of the form the visitor is offered a link to it. */
const PATIENCE_MS = 15_000;
/** How far from the visible part of the page a form begins to load. */
const NEAR = '800px 0px';

/** What an element of the page says about the form it stands for. */
interface Wish {
  readonly form: URL;
  readonly title: string;
  readonly theme: string | undefined;
  /** Names of the page's query that go along; absent: all. */
  readonly forwarded: readonly string[] | undefined;
}

/** Reads `data-title`, `data-theme` and `data-forward` of an element. */
export function wishOf({ dataset }: HTMLElement, form: URL): Wish {
  const { title = SIGN_UP_FORM, theme, forward } = dataset;
  return {
    form,
    title,
    theme: theme === 'light' || theme === 'dark' ? theme : undefined,
    forwarded: forward?.split(/\s+/),
  };
}

function makeFrame({ form, title, theme, forwarded }: Wish): HTMLIFrameElement {
  const frame = element('iframe', {
    display: 'block',
    gridArea: '1/1',
    width: '100%',
    height: WAITING_HEIGHT,
    border: '0',
    opacity: '0',
    // The theme's, else the browser paints the frame opaque.
    colorScheme: theme ?? '',
  });
  frame.title = title;
  frame.inert = true;
  frame.src = frameAddress(form, { page: new URL(window.location.href), theme, forwarded });
  return frame;
}

function linkTo({ form, title }: Wish): HTMLElement {
  const link = element('a', {}, `${OPEN_THE_FORM}: ${title}`);
  link.href = form.href;
  return link;
}

interface Mounting {
  /** Where the page around is told what happens. */
  readonly target: HTMLElement;
  /** What stands there when no form comes. */
  readonly otherwise?: readonly Node[];
  readonly onEscape?: () => void;
}

/** Puts the form into a place at once, with its bones until it comes. */
export function mount(place: HTMLElement, wish: Wish, { target, otherwise = [], onEscape }: Mounting): void {
  const note = waitingNote();
  note.style.gridArea = '1/1';
  const frame = makeFrame(wish);
  place.replaceChildren(element('div', { display: 'grid', gridTemplateColumns: 'minmax(0,1fr)' }, note, frame));
  const patience = setTimeout(() => {
    note.replaceChildren(...(otherwise.length > 0 ? otherwise : [linkTo(wish)]));
    // The frame lies over it.
    frame.style.pointerEvents = 'none';
    fireError(target);
  }, PATIENCE_MS);
  const onShown = (): void => {
    clearTimeout(patience);
    note.remove();
    frame.inert = false;
    frame.style.opacity = frame.style.pointerEvents = '';
  };
  follow(frame, { target, onShown, ...(onEscape === undefined ? {} : { onEscape }) });
}

/** Puts the form into a place of the page: its bones now, the form once the visitor comes near. */
export function mountWhenNear(place: HTMLElement, wish: Wish): void {
  const otherwise = [...place.childNodes].filter((node) => node instanceof HTMLElement);
  place.replaceChildren(waitingNote());
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      mount(place, wish, { target: place, otherwise });
    },
    { rootMargin: NEAR },
  );
  observer.observe(place);
}
