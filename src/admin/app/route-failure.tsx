import { useRouteError } from 'react-router';
import { messageOf } from '#admin/api/api-error.ts';
import { ErrorState } from '#admin/ui/error-state.tsx';
import { staleScriptWords } from '#admin/ui/lazy-part.tsx';
import { ScriptError } from '#admin/ui/load-script.ts';
import { LoadingNote } from '#admin/ui/loading-note.tsx';
import { Page } from '#admin/ui/page.tsx';
import { PageHeader } from '#admin/ui/page-header.tsx';
import { useReloadOnce } from '#admin/ui/use-reload-once.ts';

/** A screen that broke, or whose script did not come, say after an update of the server: then the page is loaded anew, once. */
export function RouteFailure() {
  const error = useRouteError();
  const isReloading = useReloadOnce(error);
  const isScript = error instanceof ScriptError;
  return (
    <Page>
      <PageHeader title="Events Hub" note={isReloading ? <LoadingNote /> : undefined} />
      {isReloading ? null : (
        <ErrorState
          message={isScript ? error.message : messageOf(error)}
          text={isScript ? staleScriptWords() : 'Loading the page again usually helps.'}
          action="Reload"
          onRetry={() => window.location.reload()}
        />
      )}
    </Page>
  );
}
