import { Alert, Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '#admin/paths.ts';
import { IconAlertTriangle } from '#admin/ui/layout/icons.tsx';
import { BACKUP_FAILED, BACKUP_IS_TRIED_AGAIN } from '#contract/texts/server-state.ts';

/** That no backup was made in the night, and why. */
export function BackupFailure({ failure }: { failure: string }) {
  return (
    <Alert color="red" icon={<IconAlertTriangle />} title={BACKUP_FAILED} mb="md">
      {failure}. {BACKUP_IS_TRIED_AGAIN}{' '}
      <Anchor component={Link} to={paths.connections} inherit underline="always">
        Connections
      </Anchor>
    </Alert>
  );
}
