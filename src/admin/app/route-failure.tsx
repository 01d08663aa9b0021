import { useRouteError } from 'react-router';
import { messageOf } from '#admin/api/api-error.ts';
import { ErrorState } from '#admin/ui/feedback/page-state.tsx';
import { Page, PageHeader } from '#admin/ui/layout/page.tsx';
import { ScriptError, staleScriptMessage, useReloadOnce } from '#admin/ui/loading/lazy-part.tsx';

/** Shown for a screen that threw, or whose script no longer exists after an upgrade of the server: then the page reloads once. */
export function RouteFailure() {
  const error = useRouteError();
  const isReloading = useReloadOnce(error);
  const isScript = error instanceof ScriptError;
  return (
    <Page>
      <PageHeader title="Events Hub" isLoading={isReloading} />
      {isReloading ? null : (
        <ErrorState
          message={isScript ? error.message : messageOf(error)}
          text={isScript ? staleScriptMessage() : 'Loading the page again usually helps.'}
          action="Reload"
          onRetry={() => window.location.reload()}
        />
      )}
    </Page>
  );
}
