import { MantineProvider } from '@mantine/core';
import { notificationsStore } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { queryClient } from '#admin/api/query-client.ts';
import { cssVariablesResolver, theme } from '#admin/theme/theme.ts';

export const Providers = ({ styleNonce, children }: { styleNonce: string; children: ReactNode }) => (
  <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto" getStyleNonce={() => styleNonce}>
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    <LaterToasts />
  </MantineProvider>
);

/**
 * The toasts. Their script is loaded with the first message, key or press, so that later messages can be shown even without a connection or after an upgrade.
 * Until then messages stay in their store.
 */
function LaterToasts() {
  const [Toasts, setToasts] = useState<ComponentType>();
  useEffect(() => {
    if (Toasts !== undefined) return undefined;
    const stop = new AbortController();
    const load = async () => {
      try {
        const loaded = await import('./toasts.tsx');
        setToasts(() => loaded.Toasts);
      } catch {
        // The next press, or the return of the connection, tries again.
      }
    };
    for (const act of ['pointerdown', 'keydown', 'online']) window.addEventListener(act, () => void load(), { signal: stop.signal });
    const unsubscribe = notificationsStore.subscribe(() => void load());
    return () => {
      stop.abort();
      unsubscribe();
    };
  }, [Toasts]);
  return Toasts && <Toasts />;
}
