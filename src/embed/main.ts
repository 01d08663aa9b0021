import { formAddress } from './form-address.ts';
import { follow, isFollowed, startListening } from './form-frame.ts';
import { mountWhenNear, readEmbedOptions } from './mount.ts';
import { announcePopups, openPopups } from './popup.ts';

// The script with which other pages embed our forms (docs/embedding.md). It sets no cookie, stores nothing, and sends no request to other
// hosts.

const mounted = new WeakSet<Element>();

function scan(server: string): void {
  for (const container of document.querySelectorAll<HTMLElement>('[data-turnout-form]')) {
    const form = formAddress(container.dataset.turnoutForm ?? null, server);
    if (form === undefined || mounted.has(container)) continue;
    mounted.add(container);
    mountWhenNear(container, readEmbedOptions(container, form, 'script'));
  }
  for (const frame of document.querySelectorAll('iframe')) {
    if (!isFollowed(frame) && formAddress(frame.getAttribute('src'), server) !== undefined) follow(frame, { target: frame });
  }
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
  // Elements may be added later.
  new MutationObserver(() => scan(server)).observe(document, {
    subtree: true,
    childList: true,
    attributeFilter: ['src', 'data-turnout-form', 'data-turnout-popup'],
  });
}

// `document.currentScript` is null in modules.
const script = document.currentScript ?? document.querySelector('script[src$="/embed.js"]');
if (script instanceof HTMLScriptElement) start(new URL(script.src).origin);
