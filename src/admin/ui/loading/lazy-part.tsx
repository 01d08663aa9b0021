import { Component, type ComponentType, type LazyExoticComponent, lazy, type ReactNode, Suspense, useEffect } from 'react';
import { ErrorState } from '../feedback/error-state.tsx';
import { showFailure } from '../feedback/show-alert.tsx';
import { loadScript, ScriptError } from './load-script.ts';
import { hasUnsavedEdits, useReloadOnce } from './reload-once.ts';

/** Why a script may not load, and what to do. */
export const staleScriptMessage = (): string =>
  `Turnout was probably updated since this page was opened.${hasUnsavedEdits() ? ' Save what you have typed, then reload the page.' : ' Reload the page.'}`;

/** A component with its own script, loaded when it is first rendered, inside a `LazyPart` or `LazyDialog`. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await loadScript(load) }));
}

interface BoundaryProps {
  failure: (error: ScriptError) => ReactNode;
  children: ReactNode;
}

/** Catches a script that failed to load; other errors go on to the page's error boundary. */
class ScriptBoundary extends Component<BoundaryProps, { error: unknown }> {
  override state = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error }: { error: unknown } = this.state;
    if (error === undefined) return this.props.children;
    if (error instanceof ScriptError) return this.props.failure(error);
    // oxlint-disable-next-line typescript/only-throw-error -- rethrown unchanged
    throw error;
  }
}

interface LazyPartProps {
  waiting: ReactNode;
  children: ReactNode;
}

/** A part of a page with its own script, loaded with the page; when the script fails to load, a message with a Reload button is shown. */
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
  return <ErrorState message={error.message} text={staleScriptMessage()} action="Reload" onRetry={() => window.location.reload()} />;
}

interface LazyDialogProps {
  opened: boolean;
  onClose: () => void;
  waiting?: ReactNode;
  children: ReactNode;
}

/** A dialog with its own script, loaded when it is mounted; when the script fails to load, an alert with a Reload button is shown. */
export function LazyDialog({ opened, onClose, waiting = null, children }: LazyDialogProps) {
  return (
    <ScriptBoundary failure={(error) => <DialogFailure error={error} opened={opened} onClose={onClose} />}>
      <Suspense fallback={waiting}>{children}</Suspense>
    </ScriptBoundary>
  );
}

function DialogFailure({ error, opened, onClose }: Omit<LazyDialogProps, 'children' | 'waiting'> & { error: ScriptError }) {
  const mustShowAlert = !useReloadOnce(error) && opened;
  useEffect(() => {
    if (!mustShowAlert) return;
    showFailure({ title: error.message, text: staleScriptMessage(), action: { label: 'Reload', onClick: () => window.location.reload() } });
    onClose();
  }, [mustShowAlert, error, onClose]);
  return null;
}
