import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { getSettings } from '#admin/api/settings.ts';
import { paths } from '#admin/paths.ts';
import { signIn, useSession } from '#admin/session/session.ts';
import { SignInCard } from './account/sign-in-card.tsx';
import { takeReturnPath } from './frame/return-path.ts';

/** `/` and all unknown addresses. */
export function SignInRoute() {
  const navigate = useNavigate();
  const snapshot = useSession();
  const isSignedIn = snapshot.status === 'signed-in';

  // The sign-in ends in a popup or in another tab.
  useEffect(() => {
    if (isSignedIn) void navigate(takeReturnPath() ?? paths.home, { replace: true });
  }, [isSignedIn, navigate]);

  return (
    <SignInCard
      organisation={getSettings().organisation.name}
      isPending={snapshot.status !== 'signed-out'}
      failure={snapshot.status === 'signed-out' ? snapshot.notice?.message : undefined}
      onSignIn={signIn}
    />
  );
}
