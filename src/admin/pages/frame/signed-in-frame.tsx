import { useHotkeys } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { getSettings } from '#admin/api/settings.ts';
import { paths } from '#admin/paths.ts';
import { forgetRecentPages } from '#admin/recent-pages.ts';
import { saveDrafts } from '#admin/records/drafts.ts';
import { signOut, useSession } from '#admin/session/session.ts';
import { type PlainDialogState, unlessBehind, useDialog } from '#admin/ui/dialogs/use-dialog.tsx';
import { OfflineNote } from '#admin/ui/feedback/offline-note.tsx';
import { lazyPart, LazyPart } from '#admin/ui/loading/lazy-part.tsx';
import { hasUnsavedEdits } from '#admin/ui/loading/reload-once.ts';
import { usePersonParam } from '#admin/ui/person/use-person-param.ts';
import { AccountMenu } from '../account/account-menu.tsx';
import { useLiveReads } from '../live/use-live-reads.ts';
import { FindField } from '../search/find-field.tsx';
import { rememberReturnPath, takeReturnPath } from './return-path.ts';
import { TopBar } from './top-bar.tsx';

const ShortcutsDialog = lazyPart(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog);

/** The list of shortcuts, which `?` opens unless a field has the focus. Some keyboards need Shift for `?`, some do not. */
function Shortcuts({ dialog: { open, show } }: { dialog: PlainDialogState }) {
  useHotkeys([
    ['?', unlessBehind(open)],
    ['shift+?', unlessBehind(open)],
  ]);
  return show(<ShortcutsDialog />);
}

const LeaveQuestion = lazyPart(async () => (await import('#admin/ui/dialogs/dialog.tsx')).LeaveQuestion);

/** The frame of every signed-in screen: the top bar, and the redirect when the session ends. */
export function SignedInFrame() {
  const snapshot = useSession();
  const shortcuts = useDialog();
  const question = useDialog();
  const handleSignOut = () => {
    question.close();
    void signOut();
  };
  useLeaveWhenSignedOut();
  useLiveReads(snapshot.status === 'signed-in' ? snapshot.user.email : undefined);
  return (
    <>
      <TopBar organisation={getSettings().organisation}>
        {snapshot.status === 'signed-in' ? (
          <>
            <FindField onShowShortcuts={shortcuts.open} />
            <AccountMenu
              user={snapshot.user}
              onShowShortcuts={shortcuts.open}
              onSignOut={() => (hasUnsavedEdits() ? question.open() : handleSignOut())}
            />
            <Shortcuts dialog={shortcuts} />
            {question.show(<LeaveQuestion onLeave={handleSignOut} />)}
          </>
        ) : null}
      </TopBar>
      <OfflineNote />
      <Outlet />
      {snapshot.status === 'signed-in' ? <PersonPart /> : null}
    </>
  );
}

/** After a session that expired or ended in another tab, the next sign-in returns to this page and its drafts; after Sign Out it does not. */
function useLeaveWhenSignedOut(): void {
  const snapshot = useSession();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { pathname, search, hash } = useLocation();
  const isOut = snapshot.status === 'signed-out';
  const reason = isOut ? snapshot.notice?.reason : undefined;

  useEffect(() => {
    if (!isOut) return;
    if (reason === 'ended' || reason === 'elsewhere') {
      rememberReturnPath(`${pathname}${search}${hash}`);
      saveDrafts();
    } else {
      takeReturnPath();
    }
    if (reason !== 'ended') forgetRecentPages();
    // The next person must not see what this one has read.
    queryClient.clear();
    void navigate(paths.signIn, { replace: true });
  }, [isOut, reason, pathname, search, hash, navigate, queryClient]);
}

const PersonPanel = lazyPart(async () => (await import('../person/person-panel.tsx')).PersonPanel);

/** The panel of the person that the address of a screen names, if it does. */
function PersonPart() {
  const { personId } = usePersonParam();
  if (personId === undefined) return null;
  return (
    <LazyPart waiting={null}>
      <PersonPanel key={personId} personId={personId} />
    </LazyPart>
  );
}
