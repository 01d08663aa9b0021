import { ActionIcon } from '@mantine/core';
import { Link } from 'react-router';
import { IconUser } from '../layout/icons.tsx';
import { usePersonParam } from './use-person-param.ts';

/** Opens a person's panel, next to a name that leads to the sign-up. */
export function OpenPersonIcon({ name, submissionId }: { name: string; submissionId: string }) {
  const person = usePersonParam();
  return (
    <ActionIcon
      component={Link}
      {...person.linkTo(submissionId)}
      size="sm"
      ms={4}
      style={{ verticalAlign: 'middle' }}
      aria-label={`Open person ${name}`}
    >
      <IconUser size={16} />
    </ActionIcon>
  );
}
