import { Button, Group, Popover, Skeleton, Stack, TextInput } from '@mantine/core';
import { CopyButton } from '#admin/ui/dialogs/copy-button.tsx';
import { IconLink } from '#admin/ui/layout/icons.tsx';
import { LazyPart, lazyPart } from '#admin/ui/loading/lazy-part.tsx';
import { VIA_NAME } from '#contract/rules/payload-keys.ts';
import { slugOf } from '#contract/rules/slug.ts';

const QrCodePart = lazyPart(async () => (await import('./qr-code-part.tsx')).QrCodePart);

export interface SharedForm {
  title: string;
  path: string;
}

export function ShareForm({ form }: { form: SharedForm }) {
  const link = window.location.origin + form.path;
  return (
    <Stack gap="md">
      <h2 data-text="title">Share the form</h2>
      <Group gap="sm" wrap="nowrap">
        <TextInput
          styles={{ input: { color: 'var(--t-text-2)', textOverflow: 'ellipsis', background: 'var(--t-sunken)' } }}
          flex={1}
          miw={0}
          aria-label="Link to the form"
          readOnly
          dir="ltr"
          value={link}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <CopyButton what="link" text={link} variant="default" />
      </Group>
      <LazyPart waiting={<Skeleton h={132} w={132} />}>
        <QrCodePart address={`${link}?${VIA_NAME}=qr`} fileName={`${decodeURIComponent(slugOf(form.title))}-qr-code`} />
      </LazyPart>
    </Stack>
  );
}

export const ShareButton = ({ form }: { form: SharedForm }) => (
  <Popover position="bottom-end" width="min(400px, calc(100vw - 32px))" trapFocus returnFocus withRoles={false}>
    <Popover.Target>
      <Button variant="default" aria-haspopup="dialog" leftSection={<IconLink />}>
        Share
      </Button>
    </Popover.Target>
    <Popover.Dropdown p="md" role="dialog" aria-label="Share the form">
      <ShareForm form={form} />
    </Popover.Dropdown>
  </Popover>
);
