import * as words from '#contract/texts/words/form.ts';
import { element } from './element.ts';
import { type EmbedOptions, formAddress } from './form-address.ts';
import { mount, readEmbedOptions, restyle } from './mount.ts';

const OPENER = '[data-turnout-popup]';
/** Visible on light and dark backgrounds. */
const EDGE = '1px solid #8889';

/** Each opener keeps its dialog, so that typed answers are still there when it is reopened. */
const dialogs = new WeakMap<HTMLElement, { readonly dialog: HTMLDialogElement; readonly options: EmbedOptions }>();

function makeDialog(opener: HTMLElement, options: EmbedOptions): HTMLDialogElement {
  const close = element(
    'button',
    {
      // Not the host's style, which may be anything.
      display: 'inline-block',
      font: '600 14px/20px system-ui, sans-serif',
      color: 'inherit',
      minHeight: '44px',
      padding: '0 16px',
      border: EDGE,
      borderRadius: '8px',
      background: 'Canvas',
      cursor: 'pointer',
    },
    words.CLOSE,
  );
  close.type = 'button';
  const container = element('div', { clear: 'both', padding: '0 20px 20px' });
  const dialog = element(
    'dialog',
    {
      // Not the page's styles for all dialogs.
      all: 'unset',
      position: 'fixed',
      inset: '0',
      height: 'fit-content',
      margin: 'auto',
      width: '44rem',
      maxWidth: 'calc(100% - 16px)',
      // Relative to the visible screen: on iPhones 100vh is taller.
      maxHeight: 'calc(100% - 16px)',
      border: EDGE,
      borderRadius: '16px',
      overflow: 'auto',
      // The page behind does not scroll past its end.
      overscrollBehavior: 'contain',
      background: 'Canvas',
      color: 'CanvasText',
    },
    // The Close button stays visible while the form scrolls.
    element('div', { position: 'sticky', top: '0', zIndex: '1', float: 'right', margin: '12px' }, close),
    container,
  );
  dialog.addEventListener('close', () => {
    dialog.style.display = 'none';
    // Safari does not focus what is clicked, and so cannot return to it.
    opener.focus();
  });
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog || target === close) dialog.close();
  });
  document.body.append(dialog);
  mount(container, options, { target: opener, onEscape: () => dialog.close() });
  return dialog;
}

/** The dialog of an opener; a new one if it names another form. */
function dialogOf(opener: HTMLElement, read: EmbedOptions): HTMLDialogElement {
  // The dialog has its own background, so it needs a definite colour scheme.
  const options = { ...read, theme: read.theme ?? (matchMedia('(prefers-color-scheme:dark)').matches ? 'dark' : 'light') };
  const known = dialogs.get(opener);
  // In a page whose body was replaced around the opener, the dialog was removed with the rest.
  const isSame = known?.dialog.isConnected === true && restyle(known.dialog, known.options, options);
  if (!isSame) known?.dialog.remove();
  const dialog = isSame ? known.dialog : makeDialog(opener, options);
  dialog.setAttribute('aria-label', options.title);
  dialog.style.colorScheme = options.theme;
  dialogs.set(opener, { dialog, options });
  return dialog;
}

/** A link may give the URL in `href` alone. */
const addressOf = (opener: HTMLElement): string | null =>
  opener.getAttribute(opener.dataset.turnoutPopup === '' ? 'href' : 'data-turnout-popup');

/** Announces to screen readers that the openers open a dialog. */
export function announcePopups(): void {
  for (const opener of document.querySelectorAll(OPENER)) opener.setAttribute('aria-haspopup', 'dialog');
}

/** Opens forms in a dialog from buttons and links; a link opened in a new tab stays a link. */
export function openPopups(server: string): void {
  const open = (event: MouseEvent): void => {
    const { target, ctrlKey, metaKey, shiftKey } = event;
    const opener = target instanceof Element ? target.closest<HTMLElement>(OPENER) : null;
    if (!opener || ctrlKey || metaKey || shiftKey) return;
    const form = formAddress(addressOf(opener), server);
    if (!form) return;
    event.preventDefault();
    const dialog = dialogOf(opener, readEmbedOptions(opener, form, 'popup'));
    dialog.style.display = 'block';
    dialog.showModal();
  };
  // First, since menus keep clicks to themselves.
  document.addEventListener('click', open, true);
}
