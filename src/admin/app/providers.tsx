import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { theme } from '#admin/theme/theme.ts';
import { cssVariablesResolver } from '#admin/theme/tokens.ts';
import { DatesProvider } from '#admin/ui/format/dates-context.tsx';
import classes from './providers.module.css';

interface ProvidersProps {
  queryClient: QueryClient;
  timeZone: string;
  styleNonce: string;
  children: ReactNode;
}

/** Theme, query cache, date formats and toasts. The colour scheme follows the system. */
export function Providers({ queryClient, timeZone, styleNonce, children }: ProvidersProps) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto" getStyleNonce={() => styleNonce}>
      <QueryClientProvider client={queryClient}>
        <DatesProvider timeZone={timeZone}>{children}</DatesProvider>
      </QueryClientProvider>
      <Notifications position="bottom-right" classNames={{ root: classes.toasts }} containerWidth={360} limit={4} />
    </MantineProvider>
  );
}
