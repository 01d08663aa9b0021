import { useMutation, useQueryClient } from '@tanstack/react-query';
import { namesOf } from '#admin/attendees/dialogs/deletion-texts.ts';
import { call } from '#admin/session/call.ts';
import { type Action, action } from '#admin/ui/actions/use-actions.tsx';
import { callState, ConfirmDialog } from '#admin/ui/dialogs/dialog.tsx';
import { useCloseDialog } from '#admin/ui/dialogs/use-dialog.tsx';
import { showSuccess } from '#admin/ui/feedback/show-alert.tsx';
import { IconTrash } from '#admin/ui/layout/icons.tsx';
import { usePersonParam } from '#admin/ui/person/use-person-param.ts';
import { type Person, personCalls } from '#contract/attendees/person.ts';
import { counted } from '#contract/texts/counts.ts';

const allOf = ({ signups_count: count }: Person): string => (count === 1 ? 'sign-up' : `all ${counted(count, 'sign-up')}`);

/** Asks once, and names the series and forms of the sign-ups. */
function DeletePersonDialog({ person }: { person: Person }) {
  const { person_id: personId, signups_count: count, signups } = person;
  const queryClient = useQueryClient();
  const close = useCloseDialog();
  const panel = usePersonParam();
  const name = namesOf(signups.slice(0, 1).map(({ submission }) => submission));
  const titles = [...new Set(signups.map(({ title }) => title))];
  const deletion = useMutation({
    mutationFn: () => call(personCalls.deletePerson, { params: { personId }, body: { signups_count: count } }),
    onSuccess: async ({ deleted }) => {
      close();
      panel.close();
      showSuccess({ title: `${counted(deleted, 'sign-up')} of ${name} ${deleted === 1 ? 'was' : 'were'} deleted` });
      await queryClient.invalidateQueries();
    },
    // The count is another by now.
    onError: () => queryClient.invalidateQueries(),
  });
  return (
    <ConfirmDialog
      {...callState(deletion)}
      title={`Delete ${allOf(person)} of ${name}?`}
      losses={
        <span>
          <strong>{count === 1 ? 'It is lost with all its answers' : 'They are lost with all their answers'}</strong>, in{' '}
          <bdi>{titles.join(', ')}</bdi>.
        </span>
      }
      go={`Delete ${counted(count, 'sign-up')}`}
      onGo={() => deletion.mutate()}
    />
  );
}

export const PERSON_ACTIONS: readonly Action<{ readonly person: Person }>[] = [
  action('delete', ({ person }) => `Delete ${allOf(person)}…`, IconTrash, [personCalls.deletePerson], {
    tone: 'danger',
    dialog: ({ person }) => <DeletePersonDialog person={person} />,
  }),
];
