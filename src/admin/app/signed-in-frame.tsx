import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { keepDrafts } from '#admin/api/drafts.ts';
import { getSettings } from '#admin/api/settings.ts';
import { useSession } from '#admin/api/use-session.ts';
import { FindField } from '#admin/features/search/find-field.tsx';
import { Shortcuts } from '#admin/features/shortcuts/shortcuts.tsx';
import { AccountMenu } from '#admin/features/sign-in/account-menu.tsx';
import { paths } from '#admin/paths.ts';
import { OfflineNote } from '#admin/ui/offline-note.tsx';
import { useLazyDialog } from '#admin/ui/use-lazy-dialog.ts';
import { rememberReturn, takeReturn } from './return-to.ts';
import { SignOutQuestion, signOutOrAsk } from './sign-out-question.tsx';
import { TopBar } from './top-bar.tsx';

/** The frame of every screen behind the sign-in: the top bar, and the way out when the session is over. */
export function SignedInFrame() {
  const snapshot = useSession();
  const shortcuts = useLazyDialog();
  const question = useLazyDialog();
  useLeaveWhenSignedOut();
  return (
    <>
      <TopBar organisation={getSettings().organisation}>
        {snapshot.status === 'signed-in' ? (
          <>
            <FindField />
            <AccountMenu user={snapshot.user} onShowShortcuts={shortcuts.open} onSignOut={() => signOutOrAsk(question)} />
            <Shortcuts dialog={shortcuts} />
            <SignOutQuestion question={question} />
          </>
        ) : null}
      </TopBar>
      <OfflineNote />
      <Outlet />
    </>
  );
}

/** A session that ended by itself leads back here after the next sign-in, with what was typed; Sign Out does not (decision 26). */
function useLeaveWhenSignedOut(): void {
  const snapshot = useSession();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { pathname, search, hash } = useLocation();
  const isOut = snapshot.status === 'signed-out';
  const hasEnded = isOut && snapshot.notice?.reason === 'ended';

  useEffect(() => {
    if (!isOut) return;
    if (hasEnded) {
      rememberReturn(`${pathname}${search}${hash}`);
      keepDrafts();
    } else {
      takeReturn();
    }
    // What one person has read is not shown to the next.
    queryClient.clear();
    void navigate(paths.signIn, { replace: true });
  }, [isOut, hasEnded, pathname, search, hash, navigate, queryClient]);
}
