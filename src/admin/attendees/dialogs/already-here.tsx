import { Alert } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { sameAddressQuery } from '#admin/reads/submission-queries.ts';
import { useDates } from '#admin/ui/format/dates-context.tsx';
import { IconAlertTriangle } from '#admin/ui/layout/icons.tsx';
import { emailKey, isEmail } from '#contract/rules/email.ts';

const PAUSE_MS = 300;

/** Says who signed up for the event with this address already. */
export function AlreadyHere({ seriesId, eventId, email }: { seriesId: string; eventId: string; email: string }) {
  const dates = useDates();
  const [address] = useDebouncedValue(emailKey(email), PAUSE_MS);
  const scope = { kind: 'series', id: seriesId, eventId } as const;
  const [found, ...others] = useQuery({ ...sameAddressQuery(scope, address), enabled: isEmail(address) }).data ?? [];
  const isSame = address === emailKey(email);
  return (
    <div role="status">
      {found === undefined || !isSame ? null : (
        <Alert mt="sm" color="orange" icon={<IconAlertTriangle />}>
          This address is in the event already{others.length === 0 ? '' : ` ${others.length + 1} times`}:{' '}
          <bdi>
            {found.first_name} {found.last_name}
          </bdi>
          {found.organisation === '' ? null : (
            <>
              , <bdi>{found.organisation}</bdi>
            </>
          )}
          , signed up {dates.dayAndTime(found.submitted_at)}. You can add it all the same.
        </Alert>
      )}
    </div>
  );
}
