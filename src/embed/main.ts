import { SERVER } from '#contract/texts/frame-messages.ts';
import { type EmbedOptions, formAddress } from './form-address.ts';
import { follow, isFollowed, startListening } from './form-frame.ts';
import { mountWhenNear, readEmbedOptions, restyle } from './mount.ts';
import { announcePopups, openPopups } from './popup.ts';

// The script with which other pages embed our forms (docs/embedding.md). It does not set cookies, store anything or contact other
// hosts.

/** What is shown in each element, by its attributes. */
const shown = new WeakMap<Element, EmbedOptions>();

function takeUpFrames(server: string): void {
  for (const frame of document.querySelectorAll('iframe')) {
    if (isFollowed(frame) || !formAddress(frame.src, server)) continue;
    // A page restored from a copy, as Turbo does, would show a copy of the open popup that nothing closes.
    if (frame.src.includes('_via=popup')) frame.closest('dialog')?.remove();
    else follow(frame, { target: frame });
  }
}

function scan(server: string): void {
  for (const container of document.querySelectorAll<HTMLElement>('[data-turnout-form]')) {
    const form = formAddress(container.dataset.turnoutForm, server);
    if (!form) continue;
    const options = readEmbedOptions(container, form, 'script');
    const before = shown.get(container);
    if (before && restyle(container, before, options)) continue;
    shown.set(container, options);
    mountWhenNear(container, options, before ? [] : [...container.children]);
  }
  takeUpFrames(server);
  announcePopups();
}

function start(server: string): void {
  // A page with several forms may include this script several times.
  const mark = Symbol.for(`turnout ${server}`);
  if (mark in window) return;
  Object.assign(window, { [mark]: true });
  startListening(server);
  openPopups(server);
  scan(server);
  // Elements may be added or changed later.
  new MutationObserver(() => scan(server)).observe(document, {
    subtree: true,
    childList: true,
    attributeFilter: ['src', 'data-turnout-form', 'data-turnout-popup', 'data-title', 'data-theme', 'data-forward'],
  });
}

// In a module, or copied into another file, it only knows the address that its server wrote into it.
const { src = '' } = (document.currentScript ?? {}) as Partial<HTMLScriptElement>;
start(new URL(/^https?:\/\/[^/]+\/embed\.js/.test(src) ? src : SERVER).origin);
