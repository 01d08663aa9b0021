import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { signIn } from '#admin/api/session.ts';
import { getSettings } from '#admin/api/settings.ts';
import { useSession } from '#admin/api/use-session.ts';
import { SignInCard } from '#admin/features/sign-in/sign-in-card.tsx';
import { paths } from '#admin/paths.ts';
import { takeReturn } from '../return-to.ts';

/** `/`, and every address that is nothing else. */
export function SignInRoute() {
  const navigate = useNavigate();
  const snapshot = useSession();
  const isSignedIn = snapshot.status === 'signed-in';

  // The sign-in ends in another window, or in another tab.
  useEffect(() => {
    if (isSignedIn) void navigate(takeReturn() ?? paths.home, { replace: true });
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
