import { useRouteError } from 'react-router';
import { messageOf } from '#admin/api/api-error.ts';
import { ErrorState } from '#admin/ui/error-state.tsx';
import { Page } from '#admin/ui/page.tsx';
import { PageHeader } from '#admin/ui/page-header.tsx';

/** A screen that broke, or whose script did not load, say after an update of the server: loading the page anew helps. */
export function RouteFailure() {
  const error = useRouteError();
  return (
    <Page>
      <PageHeader title="Events Hub" />
      <ErrorState message={messageOf(error)} text="Loading the page again usually helps." onRetry={() => window.location.reload()} />
    </Page>
  );
}
