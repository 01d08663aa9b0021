import { Alert, Box, Button, Group, Loader, Stack, Text } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { getSettings } from '#admin/api/settings.ts';
import { paths } from '#admin/paths.ts';
import { signIn, useSession } from '#admin/session/session.ts';
import { IconAlertCircle, IconLogin2 } from '#admin/ui/layout/icons.tsx';
import { Mark } from '#admin/ui/layout/mark.tsx';
import { takeReturnPath } from './frame/return-path.ts';
import classes from './sign-in.module.css';

/** `/` and all unknown addresses: the sign-in screen, a card in the shape of a ticket with one button. */
export function SignInRoute() {
  const navigate = useNavigate();
  const snapshot = useSession();
  const isSignedIn = snapshot.status === 'signed-in';
  const isPending = snapshot.status !== 'signed-out';
  const failure = isPending ? undefined : snapshot.notice?.message;

  // The sign-in ends in a popup or in another tab.
  useEffect(() => {
    if (isSignedIn) void navigate(takeReturnPath() ?? paths.home, { replace: true });
  }, [isSignedIn, navigate]);

  useDocumentTitle('Sign in - Turnout');
  return (
    <Stack component="main" gap={0} align="center" mih="100dvh" p="min(1.5rem, 4vw)">
      <Box w="100%" maw={400} my="auto" data-box="card">
        <Box pt="xl" pb={28} px="min(2rem, 6vw)">
          <Group gap={10} wrap="nowrap" fz="lg" data-text="strong">
            <Mark size={32} />
            Turnout
          </Group>
          <Stack component="h1" gap={0} mt={32} fz="1.5rem" lh="2rem" lts="-0.01em" data-breaks data-text="strong" tabIndex={-1}>
            <span dir="auto">{getSettings().organisation.name}</span> <span>Events Hub</span>
          </Stack>
          <Text mt="sm" data-text="note">
            Event series, sign-up forms and attendees.
          </Text>
        </Box>
        <div className={classes.tear} />
        <Box pt={28} pb="lg" px="min(2rem, 6vw)">
          {failure === undefined ? null : (
            <Alert mb="md" color="red" icon={<IconAlertCircle />}>
              {failure}
            </Alert>
          )}
          {/* Never disabled: during a sign-in it brings the popup to the front. */}
          <Button
            fullWidth
            h="auto"
            mih={44}
            styles={{ label: { whiteSpace: 'normal', lineHeight: 1.4 } }}
            leftSection={isPending ? <Loader size={18} color="white" /> : <IconLogin2 size={18} />}
            onClick={signIn}
          >
            Sign in with your work account
          </Button>
          <Text mt={12} data-text="hint" role="status">
            {isPending ? 'Continue in the window that opened.' : 'A window will open for you to choose an account.'}
          </Text>
        </Box>
      </Box>
      <Text maw="26rem" mt={24} ta="center" textWrap="balance" data-text="hint">
        Coming to a course? You don't need an account: use the link in your email.
      </Text>
    </Stack>
  );
}
