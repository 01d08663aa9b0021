import { Alert, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '#admin/api/api-error.ts';
import { sentMailQuery } from '#admin/reads/step-queries.ts';
import { Dialog, DialogFoot, Failure } from '#admin/ui/dialogs/dialog.tsx';
import { dates } from '#admin/ui/format/dates.tsx';
import { IconAlertTriangle, IconCircleCheck } from '#admin/ui/layout/icons.tsx';
import { ShownMail } from '#admin/ui/layout/shown-mail.tsx';
import type { SentMail } from '#contract/steps/side-effect-calls.ts';

export function SentMailDialog({ stepId }: { stepId: string }) {
  const { data, error, isPending } = useQuery(sentMailQuery(stepId));
  return (
    <Dialog isTall title={data?.subject ?? 'Email'}>
      {isPending ? <Skeleton h={320} radius="md" /> : null}
      {data === undefined ? <Failure>{error === null ? undefined : messageOf(error)}</Failure> : <Mail mail={data} />}
      <DialogFoot stay="Close" />
    </Dialog>
  );
}

function Mail({ mail }: { mail: SentMail }) {
  const { changed, to } = mail;
  const isSame = changed.length === 0;
  return (
    <>
      <p data-text="second">{`Sent on ${dates.span(mail.sent_at)}${changed.includes('email') ? '' : ` to ${to}`}.`}</p>
      <Alert my={12} color={isSame ? 'gray' : 'orange'} icon={isSame ? <IconCircleCheck /> : <IconAlertTriangle />}>
        {isSame ? 'As it was sent.' : "Filled in with today's details. Some details have changed since."}
      </Alert>
      <ShownMail title="Email" mail={mail} height="34rem" />
    </>
  );
}
