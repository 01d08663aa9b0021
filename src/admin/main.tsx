import './theme/mantine.css';
import './app/base.css';
import './theme/layout.css';
import './theme/text.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { getSettings } from './api/settings.ts';
import { Providers } from './app/providers.tsx';
import { createQueryClient } from './app/query-client.ts';
import { createRoutes } from './app/routes.tsx';

/** The nonce for style elements; also stored where react-remove-scroll, which makes its own, looks for it. */
function takeStyleNonce(): string {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
  Object.assign(globalThis, { __webpack_nonce__: nonce });
  return nonce;
}

/**
 * Browsers that translate a page replace its text nodes. React then throws when it removes one, or inserts something before it
 * (https://github.com/facebook/react/issues/11538), and the screen is lost.
 */
function allowTranslation(): void {
  // oxlint-disable-next-line typescript/unbound-method -- they are called with their node
  const { removeChild, insertBefore } = Node.prototype;
  Object.assign(Node.prototype, {
    removeChild(this: Node, child: Node): Node {
      return child.parentNode === this ? removeChild.call(this, child) : child;
    },
    insertBefore(this: Node, node: Node, before: Node | null): Node {
      return insertBefore.call(this, node, before?.parentNode === this ? before : null);
    },
  });
}

const container = document.getElementById('app');
if (container === null) throw new Error('The page has no place for the app.');

allowTranslation();
const queryClient = createQueryClient();
// Every navigation starts at the top; the browser would restore the scroll position.
window.history.scrollRestoration = 'manual';

createRoot(container).render(
  <StrictMode>
    <Providers queryClient={queryClient} timeZone={getSettings().timeZone} styleNonce={takeStyleNonce()}>
      <RouterProvider router={createBrowserRouter(createRoutes(queryClient))} />
    </Providers>
  </StrictMode>,
);
