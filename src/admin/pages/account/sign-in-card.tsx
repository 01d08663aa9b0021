import { Alert, Button, Loader } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { IconAlertCircle, IconLogin2 } from '#admin/ui/layout/icons.tsx';
import { Mark } from '#admin/ui/layout/mark.tsx';
import classes from './sign-in-card.module.css';

interface SignInCardProps {
  organisation: string;
  isPending: boolean;
  failure: string | undefined;
  onSignIn: () => void;
}

/** The sign-in screen: a card in the shape of a ticket, with one button. */
export function SignInCard({ organisation, isPending, failure, onSignIn }: SignInCardProps) {
  useDocumentTitle('Sign in - Turnout');
  return (
    <main className={classes.screen}>
      <div className={classes.card}>
        <div className={classes.head}>
          <div className={classes.product}>
            <Mark size={32} />
            Turnout
          </div>
          <h1 className={classes.title} tabIndex={-1}>
            <span>Events Hub of</span> <span dir="auto">{organisation}</span>
          </h1>
          <p className={classes.text}>Series, sign-up forms and the people who come.</p>
        </div>
        <div className={classes.tear} />
        <div className={classes.stub}>
          {failure === undefined ? null : (
            <Alert className={classes.alert} color="red" icon={<IconAlertCircle />}>
              {failure}
            </Alert>
          )}
          {/* Never disabled: during a sign-in it brings the popup to the front. */}
          <Button
            fullWidth
            h={44}
            leftSection={isPending ? <Loader size={18} color="white" /> : <IconLogin2 size={18} stroke={1.75} />}
            onClick={onSignIn}
          >
            Sign in with your work account
          </Button>
          <p className={classes.hint} role="status">
            {isPending ? 'Go on in the window that opened.' : 'A window opens to choose the account.'}
          </p>
        </div>
      </div>
      <p className={classes.foot}>Booked on a course? Use the link in your invitation; no account is needed.</p>
    </main>
  );
}
