import { formAddress } from './form-address.ts';
import { follow } from './form-frame.ts';
import { isHeard, listen } from './messages.ts';
import { mountWhenNear, wishOf } from './mount.ts';
import { announcePopups, openPopups } from './popup.ts';

// The script by which other pages embed our forms (docs/embedding.md). It sets no cookie, stores nothing, and asks no other
// host for anything.

const mounted = new WeakSet<Element>();

/** Takes in hand what the page holds by now: places for forms, and bare frames of ours. */
function look(server: string): void {
  for (const place of document.querySelectorAll<HTMLElement>('[data-turnout-form]')) {
    const form = formAddress(place.dataset.turnoutForm ?? null, server);
    if (form === undefined || mounted.has(place)) continue;
    mounted.add(place);
    mountWhenNear(place, wishOf(place, form));
  }
  for (const frame of document.querySelectorAll('iframe')) {
    if (!isHeard(frame) && formAddress(frame.getAttribute('src'), server) !== undefined) follow(frame, { target: frame });
  }
  announcePopups();
}

function start(server: string): void {
  // A page with several forms may well hold this script several times.
  const mark = Symbol.for(`turnout ${server}`);
  if (mark in window) return;
  Object.assign(window, { [mark]: true });
  listen(server);
  openPopups(server);
  look(server);
  // Pages change after they are loaded.
  new MutationObserver(() => look(server)).observe(document, {
    subtree: true,
    childList: true,
    attributeFilter: ['src', 'data-turnout-form', 'data-turnout-popup'],
  });
}

// A module has no current script.
const script = document.currentScript ?? document.querySelector('script[src$="/embed.js"]');
if (script instanceof HTMLScriptElement) start(new URL(script.src).origin);
