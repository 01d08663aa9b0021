import { SERVER } from '#contract/texts/frame-messages.ts';
import { type EmbedOptions, formAddress } from './form-address.ts';
import { follow, isFollowed, startListening } from './form-frame.ts';
import { mountWhenNear, readEmbedOptions, restyle } from './mount.ts';
import { announcePopups, openPopups } from './popup.ts';

// The script with which other pages embed our forms (docs/embedding.md). It does not set cookies, store anything or contact other
// hosts.

/** What is shown in each element, by its attributes. */
const shown = new WeakMap<Element, EmbedOptions>();

function scan(servers: readonly string[]): void {
  for (const container of document.querySelectorAll<HTMLElement>('[data-turnout-form]')) {
    const form = formAddress(container.dataset.turnoutForm ?? null, servers);
    if (form === undefined) continue;
    const options = readEmbedOptions(container, form, 'script');
    const before = shown.get(container);
    if (before && restyle(container, before, options)) continue;
    shown.set(container, options);
    mountWhenNear(container, options, before === undefined ? [...container.children] : []);
  }
  for (const frame of document.querySelectorAll('iframe')) {
    if (!isFollowed(frame) && formAddress(frame.getAttribute('src'), servers) !== undefined) follow(frame, { target: frame });
  }
  announcePopups();
}

function start(servers: readonly string[]): void {
  // A page with several forms may include this script several times.
  const mark = Symbol.for(`turnout ${servers[0]}`);
  if (mark in window) return;
  Object.assign(window, { [mark]: true });
  startListening(servers);
  openPopups(servers);
  scan(servers);
  // Elements may be added or changed later.
  new MutationObserver(() => scan(servers)).observe(document, {
    subtree: true,
    childList: true,
    attributeFilter: ['src', 'data-turnout-form', 'data-turnout-popup', 'data-title', 'data-theme', 'data-forward'],
  });
}

// As part of another file it only knows the address that its server wrote into it; the server may have others, as its tags say.
const scripts = document.querySelectorAll<HTMLScriptElement>('script[src*="/embed.js"]');
start([{ src: SERVER }, ...scripts].map(({ src }) => new URL(src).origin));
