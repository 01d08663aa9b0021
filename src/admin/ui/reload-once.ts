const RELOADED = 'turnout:reloaded';

/** Names the build that runs in this page: its file has another name in every other build. */
const build = (): string => document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? '';

/** Whether the page holds something unsaved: asks those whom the browser would ask before the page is left. */
export const holdsUnsaved = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

/** Without a connection the browser would show a page of its own in place of ours. */
const isServerThere = async (): Promise<boolean> =>
  fetch(window.location.pathname, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Whether this build was loaded anew in this tab before. */
function wasReloaded(): boolean {
  try {
    return sessionStorage.getItem(RELOADED) === build();
  } catch {
    return false; // It cannot be noted either, which is asked too.
  }
}

/** Notes that this build is loaded anew; false where nothing can be kept, since then it would be loaded for ever. */
function noteReload(): boolean {
  try {
    sessionStorage.setItem(RELOADED, build());
    return true;
  } catch {
    return false;
  }
}

/**
 * Loads the page anew because a script of it is gone, once for each build in this tab, and never over unsaved edits.
 * @returns whether the page is about to go
 */
export async function reloadOnce(): Promise<boolean> {
  if (wasReloaded() || holdsUnsaved() || !(await isServerThere()) || !noteReload()) return false;
  window.location.reload();
  return true;
}
