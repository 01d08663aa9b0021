import { Box, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '#admin/api/api-error.ts';
import { queryKeys } from '#admin/reads/query-keys.ts';
import { call } from '#admin/session/call.ts';
import { CodeDialog } from '#admin/ui/dialogs/code-dialog.tsx';
import { RelativeTime, useNow } from '#admin/ui/format/dates.tsx';
import { Choice, optionsOf } from '#admin/ui/inputs/choice.tsx';
import type { FormRef } from '#contract/forms/form-ref.ts';
import { type FormHost, type FormHosts, setupCallsOf } from '#contract/forms/setup.ts';
import { topicOf } from '#contract/live.ts';
import { type EmbeddedForm, type EmbedTheme, iframeCode, popupCode, scriptCode } from '#contract/rules/embed-code.ts';
import { VISIT_REPORTS_OFF, SEEN_ON } from '#contract/texts/setup.ts';

type EmbedKind = 'frame' | 'script' | 'popup';

const EMBED_ABOUT = {
  frame: 'Paste this where you want the form. It fills the width available.',
  script: 'Paste this where you want the form. It is always as tall as the form, and passes on UTM parameters.',
  popup: 'Paste this where you want the link. It opens the form over your page and passes on UTM parameters.',
} as const;

const CODE_OF: Readonly<Record<EmbedKind, (form: EmbeddedForm) => string>> = { frame: iframeCode, script: scriptCode, popup: popupCode };

const KINDS = optionsOf<EmbedKind>({ script: 'Script', frame: 'Frame', popup: 'Popup' });
const THEMES = optionsOf<EmbedTheme>({ light: 'Light', dark: 'Dark', either: 'Match device' });

export function EmbedDialog({ form }: { form: FormRef & { title: string; path: string } }) {
  const [kind, setKind] = useState<EmbedKind>('script');
  const [theme, setTheme] = useState<EmbedTheme>('light');
  return (
    <CodeDialog
      title={`Embed ‘${form.title}’`}
      choice={<Choice isInLine label="As a" data={KINDS} value={kind} onChange={setKind} />}
      about={EMBED_ABOUT[kind]}
      code={CODE_OF[kind]({ ...form, theme, server: window.location.origin })}
      below={<SeenOnSites form={form} />}
    >
      <Choice isInLine label="Page background" data={THEMES} value={theme} onChange={setTheme} />
    </CodeDialog>
  );
}

/** A site where the form has not been seen for this long may have removed it. */
const RECENT_MS = 30 * 86_400_000;

function SeenOnSites({ form }: { form: FormRef }) {
  const { data, error } = useQuery({
    queryKey: queryKeys.formHosts(form),
    meta: { follows: [topicOf(form)] },
    queryFn: ({ signal }) => call(setupCallsOf[form.kind].hosts, { params: { id: form.id }, signal }),
  });
  return (
    <Box component="section" mt={16} fz="sm" aria-label={SEEN_ON}>
      <Text component="h3" mb="xs" data-text="label">
        {SEEN_ON}
      </Text>
      {data === undefined && error === null ? <Skeleton height={20} width={240} /> : null}
      {data === undefined && error !== null ? <p data-text="second">{messageOf(error)}</p> : null}
      {data === undefined ? null : <Sites {...data} />}
    </Box>
  );
}

function Sites({ is_on: isOn, hosts }: FormHosts) {
  const now = useNow().getTime();
  const isOld = ({ last_seen_at: at }: FormHost) => now - Date.parse(at) > RECENT_MS;
  if (hosts.length === 0) return <p data-text="second">{isOn ? 'Not seen on another site yet' : VISIT_REPORTS_OFF}</p>;
  return (
    <ul>
      {hosts.map((site) => (
        <Box component="li" key={site.host} py={4} data-row="stretch between wide" data-text={isOld(site) ? 'second' : undefined}>
          <bdi data-breaks>{site.host}</bdi>
          <Box component="span" flex="none" data-text="second">
            <RelativeTime at={site.last_seen_at} />
          </Box>
        </Box>
      ))}
    </ul>
  );
}
