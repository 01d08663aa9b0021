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

const container = document.getElementById('app');
if (container === null) throw new Error('The page has no place for the app.');

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
