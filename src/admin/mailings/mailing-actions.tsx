import type { ButtonProps } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { queryClient } from '#admin/api/query-client.ts';
import { paths } from '#admin/paths.ts';
import type { ReadForm } from '#admin/reads/form-queries.ts';
import { queryKeys } from '#admin/reads/query-keys.ts';
import { call } from '#admin/session/call.ts';
import { type Action, action, useActions } from '#admin/ui/actions/use-actions.tsx';
import { type Icon, IconArrowBackUp, IconMail, IconSend, IconX } from '#admin/ui/layout/icons.tsx';
import { ToolButtons } from '#admin/ui/layout/tool-button.tsx';
import { showError } from '#admin/ui/states/show-alert.tsx';
import { type Mailing, mailingCallsOf } from '#contract/mailings/mailing-calls.ts';

const callsOf = (name: Change | 'sendMailing') => [mailingCallsOf.series[name], mailingCallsOf.marketing[name]];

export const MAILINGS_ACTIONS: readonly Action<ReadForm | undefined>[] = [
  action('new', 'New mailing', IconMail, callsOf('sendMailing'), {
    when: (form) => form !== undefined,
    to: (form) => (form === undefined ? '' : paths[form.kind].newMailing(form, {})),
  }),
];

type Change = 'undoMailing' | 'stopMailing' | 'resumeMailing';

export interface OnMailing {
  readonly form: ReadForm;
  readonly mailing: Mailing;
}

function useChange({ form, mailing }: OnMailing) {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (name: Change) => call(mailingCallsOf[form.kind][name], { params: { id: form.id, mailingId: mailing.id } }),
    onSuccess: async ({ audience, purpose, subject, template }, name) =>
      name === 'undoMailing'
        ? navigate(paths[form.kind].newMailing(form, audience, purpose), { replace: true, state: { subject, template } })
        : queryClient.invalidateQueries({ queryKey: queryKeys.mailings(form) }),
    onError: async (error) => {
      showError('The mailing was not changed.', error);
      await queryClient.invalidateQueries({ queryKey: queryKeys.mailings(form) });
    },
  });
}

const change = (name: Change, label: string, icon: Icon, state: Mailing['state']): Action<OnMailing & ReturnType<typeof useChange>> =>
  action(name, label, icon, callsOf(name), {
    when: ({ mailing }) => mailing.kind === 'mailing' && mailing.state === state,
    isBusy: ({ isPending }) => isPending,
    run: ({ mutate }) => mutate(name),
  });

const MAILING_ACTIONS = [
  change('undoMailing', 'Undo', IconArrowBackUp, 'scheduled'),
  change('stopMailing', 'Stop', IconX, 'running'),
  change('resumeMailing', 'Send the rest', IconSend, 'stopped'),
];

export function MailingButtons({ form, mailing, ...look }: OnMailing & ButtonProps) {
  const { tools } = useActions(MAILING_ACTIONS, { form, mailing, ...useChange({ form, mailing }) });
  const variant = mailing.state === 'stopped' ? 'filled' : 'default';
  return <ToolButtons tools={tools} look={() => ({ variant, leftSection: undefined, ...look })} />;
}
