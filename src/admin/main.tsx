import './theme/mantine.css';
import './app/base.css';
import './theme/layout.css';
import './theme/text.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { randomUuid } from './api/random-uuid.ts';
import { getSettings } from './api/settings.ts';
import { Providers } from './app/providers.tsx';
import { createRoutes } from './app/routes.tsx';
import { setTimeZone } from './ui/format/dates.tsx';
import { leaveKeysToInputMethods } from './ui/input-methods.ts';

/** The nonce for style elements; also stored where react-remove-scroll, which makes its own, looks for it. */
function takeStyleNonce(): string {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
  Object.assign(globalThis, { __webpack_nonce__: nonce });
  return nonce;
}

/** Adds what the staff app uses and browsers lack on http, or Safari before 17.4, since many phones stay at iOS 16. */
function addMissing(): void {
  if (!('randomUUID' in crypto)) Object.assign(crypto, { randomUUID: randomUuid });
  if (!('groupBy' in Map)) {
    const groupBy = <Key, Item>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> => {
      const groups = new Map<Key, Item[]>();
      for (const item of items) {
        const key = keyOf(item);
        const group = groups.get(key) ?? [];
        groups.set(key, group);
        group.push(item);
      }
      return groups;
    };
    Object.assign(Map, { groupBy });
  }
  if (!('any' in AbortSignal)) {
    const any = (signals: readonly AbortSignal[]): AbortSignal => {
      const either = new AbortController();
      for (const signal of signals) {
        const end = () => either.abort(signal.reason);
        if (signal.aborted) end();
        signal.addEventListener('abort', end, { signal: either.signal });
      }
      return either.signal;
    };
    Object.assign(AbortSignal, { any });
  }
}

/** React continues to use text nodes that a translating browser has replaced (facebook/react issue 11538): here it uses their translation. */
function allowTranslation(): void {
  const translations = new WeakMap<Node, Node>();
  const note = (changes: readonly MutationRecord[]): void => {
    for (const { removedNodes, addedNodes, previousSibling } of changes) {
      const now = addedNodes[0] ?? previousSibling;
      for (const node of removedNodes) if (node instanceof Text && now?.nodeName === 'FONT') translations.set(node, now);
    }
  };
  const observer = new MutationObserver(note);
  observer.observe(document, { childList: true, subtree: true });
  const standing = (node: Node | null): Node | null => {
    note(observer.takeRecords());
    return node && !node.parentNode ? (translations.get(node) ?? node) : node;
  };
  // oxlint-disable-next-line typescript/unbound-method -- they are called with their node
  const { removeChild, insertBefore } = Node.prototype;
  Object.assign(Node.prototype, {
    removeChild(this: Node, child: Node): Node {
      const node = standing(child);
      if (node?.parentNode === this) removeChild.call(this, node);
      return child;
    },
    insertBefore(this: Node, node: Node, before: Node | null): Node {
      const next = standing(before);
      return insertBefore.call(this, node, next?.parentNode === this ? next : null);
    },
  });
  Object.defineProperty(Text.prototype, 'nodeValue', {
    get(this: Text) {
      return this.data;
    },
    set(this: Text, text: string) {
      const node = standing(this);
      if (node !== this) node?.parentNode?.replaceChild(this, node);
      this.data = text;
    },
  });
}

/** The browser would leave the app and show a file that is dropped in the wrong place. */
function refuseFilesElsewhere(): void {
  const refuse = (event: DragEvent): void => {
    if (event.defaultPrevented || event.dataTransfer?.types.includes('Files') !== true) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'none';
  };
  for (const type of ['dragover', 'drop'] as const) window.addEventListener(type, refuse);
}

/** Paper is white, also where the screen is dark. */
function printInLight(): void {
  const { dataset } = document.documentElement;
  let scheme: string | undefined;
  window.addEventListener('beforeprint', () => {
    // A second beforeprint may come before afterprint.
    scheme ??= dataset.mantineColorScheme;
    dataset.mantineColorScheme = 'light';
  });
  window.addEventListener('afterprint', () => {
    dataset.mantineColorScheme = scheme ?? dataset.mantineColorScheme;
    scheme = undefined;
  });
}

const container = document.getElementById('app');
if (container === null) throw new Error('The page has no element for the app.');

addMissing();
allowTranslation();
leaveKeysToInputMethods();
refuseFilesElsewhere();
printInLight();
setTimeZone(getSettings().timeZone);
// Every navigation starts at the top; the browser would restore the scroll position.
window.history.scrollRestoration = 'manual';

createRoot(container).render(
  <StrictMode>
    <Providers styleNonce={takeStyleNonce()}>
      <RouterProvider router={createBrowserRouter(createRoutes())} />
    </Providers>
  </StrictMode>,
);
