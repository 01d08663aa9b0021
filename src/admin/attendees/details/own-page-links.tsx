import { useMutation, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '#admin/reads/query-keys.ts';
import { call } from '#admin/session/call.ts';
import { useActions } from '#admin/ui/actions/use-actions.tsx';
import { copyWhenKnown } from '#admin/ui/dialogs/copy-button.tsx';
import { showError, showFailure, showSuccess } from '#admin/ui/feedback/show-alert.tsx';
import { ToolButtons } from '#admin/ui/layout/tool-button.tsx';
import type { Submission } from '#contract/attendees/submission.ts';
import type { EventScope } from '#contract/forms/form-ref.ts';
import { registrationCalls } from '#contract/registrations/registration-calls.ts';
import * as texts from '#contract/texts/own-page-links.ts';
import { LINK_ACTIONS } from '../attendee-actions.tsx';

interface OwnPageLinksProps {
  scope: EventScope;
  submission: Submission;
}

function useLinks({ scope, submission }: OwnPageLinksProps) {
  const queryClient = useQueryClient();
  const params = { ...scope, submissionId: submission.id };
  const make = async (body: { revoke: boolean; send: boolean }) => (await call(registrationCalls.makeLink, { params, body })).url;
  const copying = useMutation({
    mutationFn: async (revoke: boolean) => {
      const made = make({ revoke, send: false });
      try {
        await copyWhenKnown(made.then((url) => url ?? ''));
      } catch (error) {
        // The browser refused, unless there is no link.
        return { url: await made, error };
      }
      return { url: await made, error: undefined };
    },
    onSuccess: ({ url, error }, revoke) => {
      if (error === undefined) showSuccess({ title: revoke ? texts.NEW_LINK_COPIED : texts.LINK_COPIED });
      else showFailure({ title: texts.LINK_NOT_COPIED, text: url ?? '' });
    },
    onError: (error) => showError('No link was created.', error),
  });
  const sending = useMutation({
    mutationFn: () => make({ revoke: false, send: true }),
    onSuccess: () => {
      showSuccess({ title: `A link is being sent to ${submission.email}.` });
      return queryClient.invalidateQueries({ queryKey: queryKeys.history(scope, submission.id) });
    },
    onError: (error) => showError('The link was not sent.', error),
  });
  return { copying, sending };
}

export function OwnPageLinks({ scope, submission }: OwnPageLinksProps) {
  const { copying, sending } = useLinks({ scope, submission });
  const isPending = copying.isPending || sending.isPending;
  const { tools, dialogs } = useActions(LINK_ACTIONS, { submission, isPending, copy: copying.mutate, send: sending.mutate });
  return (
    <>
      <ToolButtons tools={tools} />
      {dialogs}
    </>
  );
}
