import { Component, type ReactNode, Suspense, useEffect } from 'react';
import { ErrorState } from './error-state.tsx';
import { ScriptError } from './load-script.ts';
import { holdsUnsaved } from './reload-once.ts';
import { showFailure } from './show-alert.tsx';
import { useReloadOnce } from './use-reload-once.ts';

/** What it means that a script does not come, and what to do. */
export const staleScriptWords = (): string =>
  `Turnout was probably updated since this page was opened.${holdsUnsaved() ? ' Save what you have typed, then reload the page.' : ' Reload the page.'}`;

interface BoundaryProps {
  failure: (error: ScriptError) => ReactNode;
  children: ReactNode;
}

/** Keeps a script that did not come from taking the page with it. Any other error goes on to the page's own boundary. */
class ScriptBoundary extends Component<BoundaryProps, { error: unknown }> {
  override state = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error }: { error: unknown } = this.state;
    if (error === undefined) return this.props.children;
    if (error instanceof ScriptError) return this.props.failure(error);
    // oxlint-disable-next-line typescript/only-throw-error -- whatever was thrown goes on as it was
    throw error;
  }
}

interface LazyPartProps {
  /** Stands in its place meanwhile. */
  waiting: ReactNode;
  children: ReactNode;
}

/** A part of a page whose script is loaded with it; when it does not come, words and a Reload button stand in its place. */
export function LazyPart({ waiting, children }: LazyPartProps) {
  return (
    <ScriptBoundary failure={(error) => <PartFailure error={error} waiting={waiting} />}>
      <Suspense fallback={waiting}>{children}</Suspense>
    </ScriptBoundary>
  );
}

function PartFailure({ error, waiting }: { error: ScriptError; waiting: ReactNode }) {
  const isReloading = useReloadOnce(error);
  if (isReloading) return waiting;
  return <ErrorState message={error.message} text={staleScriptWords()} action="Reload" onRetry={() => window.location.reload()} />;
}

interface LazyDialogProps {
  opened: boolean;
  onClose: () => void;
  /** Stands in its place meanwhile; nothing, if not given. */
  waiting?: ReactNode;
  children: ReactNode;
}

/** A dialog whose script is loaded when it is first opened; when it does not come, an alert with a Reload button says so. */
export function LazyDialog({ opened, onClose, waiting = null, children }: LazyDialogProps) {
  return (
    <ScriptBoundary failure={(error) => <DialogFailure error={error} opened={opened} onClose={onClose} />}>
      <Suspense fallback={waiting}>{children}</Suspense>
    </ScriptBoundary>
  );
}

function DialogFailure({ error, opened, onClose }: Omit<LazyDialogProps, 'children' | 'waiting'> & { error: ScriptError }) {
  const mustTell = !useReloadOnce(error) && opened;
  useEffect(() => {
    if (!mustTell) return;
    showFailure({ title: error.message, text: staleScriptWords(), action: { label: 'Reload', onClick: () => window.location.reload() } });
    onClose();
  }, [mustTell, error, onClose]);
  return null;
}
