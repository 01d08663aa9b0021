import { CLOSE } from '#contract/texts/sign-up.ts';
import { element } from './element.ts';
import { formAddress } from './form-address.ts';
import { mount, wishOf } from './mount.ts';

const OPENER = '[data-turnout-popup]';
/** Seen on light and dark alike. */
const EDGE = '1px solid #8889';

/** Each opener has a dialog of its own, which stays: what was typed is there when it is opened again. */
const dialogs = new WeakMap<HTMLElement, HTMLDialogElement>();

function makeDialog(opener: HTMLElement, form: URL): HTMLDialogElement {
  const wish = wishOf(opener, form);
  // The dialog is a surface of our own, so its scheme is known whatever the page is like.
  const theme = wish.theme ?? (window.matchMedia('(prefers-color-scheme:dark)').matches ? 'dark' : 'light');
  const close = element(
    'button',
    {
      font: 'inherit',
      color: 'inherit',
      minHeight: '44px',
      padding: '0 16px',
      border: EDGE,
      borderRadius: '8px',
      background: 'Canvas',
      cursor: 'pointer',
    },
    CLOSE,
  );
  close.type = 'button';
  const place = element('div', { clear: 'both', padding: '0 20px 20px' });
  const dialog = element(
    'dialog',
    {
      boxSizing: 'border-box',
      width: '44rem',
      maxWidth: 'calc(100vw - 16px)',
      maxHeight: 'calc(100vh - 16px)',
      padding: '0',
      border: EDGE,
      borderRadius: '16px',
      overflow: 'auto',
      colorScheme: theme,
      background: 'Canvas',
      color: 'CanvasText',
    },
    // The way out stays in sight while the form is scrolled.
    element('div', { position: 'sticky', top: '0', zIndex: '1', float: 'right', margin: '12px' }, close),
    place,
  );
  dialog.setAttribute('aria-label', wish.title);
  close.addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) dialog.close();
  });
  document.body.append(dialog);
  mount(place, { ...wish, theme }, { target: opener, onEscape: () => dialog.close() });
  return dialog;
}

/** A link needs to say nothing but where it leads. */
function addressOf(opener: HTMLElement): string | null {
  const { turnoutPopup = '' } = opener.dataset;
  return turnoutPopup === '' ? opener.getAttribute('href') : turnoutPopup;
}

/** Tells those who listen that what they are on opens a dialog. */
export function announcePopups(): void {
  for (const opener of document.querySelectorAll(OPENER)) opener.setAttribute('aria-haspopup', 'dialog');
}

/** Opens forms over the page, from buttons and links that ask for it; a link opened in a new tab stays a link. */
export function openPopups(server: string): void {
  document.addEventListener('click', (event) => {
    const { target, ctrlKey, metaKey, shiftKey } = event;
    const opener = target instanceof Element ? target.closest<HTMLElement>(OPENER) : null;
    if (opener === null || ctrlKey || metaKey || shiftKey) return;
    const form = formAddress(addressOf(opener), server);
    if (form === undefined) return;
    event.preventDefault();
    const dialog = dialogs.get(opener) ?? makeDialog(opener, form);
    dialogs.set(opener, dialog);
    dialog.showModal();
  });
}
