import { Button } from '@mantine/core';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { call } from '#admin/api/call.ts';
import { paths } from '#admin/paths.ts';
import { queryKeys } from '#admin/reads/query-keys.ts';
import { editedRowSchema } from '#admin/records/row-edits.ts';
import { useNewRecord } from '#admin/records/use-record.ts';
import { CancelButton, Dialog, DialogFoot, Failure } from '#admin/ui/dialogs/dialog.tsx';
import { TextField } from '#admin/ui/inputs/edit-fields.tsx';
import { api } from '#contract/api.ts';
import { isBlank } from '#contract/rules/text.ts';
import { TITLE_REQUIRED } from '#contract/texts/staff.ts';
import type { Addable } from './use-adding.ts';

interface AddableThing {
  draft: string;
  heading: string;
  description: string;
  /** Adds it, and returns the address of its page. */
  add: (sent: { body: { title: string }; idempotencyKey: string }) => Promise<string>;
  cardsKey: QueryKey;
}

const ON_THE_FORM = 'Shown on the form and in its link';

const THINGS: Readonly<Record<Addable, AddableThing>> = {
  series: {
    draft: 'new-series',
    heading: 'New event series',
    description: ON_THE_FORM,
    add: async (sent) => paths.series.page(await call(api.addEventSeries, sent)),
    cardsKey: queryKeys.seriesCards,
  },
  form: {
    draft: 'new-form',
    heading: 'New form',
    description: ON_THE_FORM,
    add: async (sent) => paths.marketing.page(await call(api.addForm, sent)),
    cardsKey: queryKeys.formCards,
  },
  feedback: {
    draft: 'new-feedback-list',
    heading: 'New feedback list',
    description: 'The website or page that the feedback is about',
    add: async (sent) => paths.feedback((await call(api.addFeedbackList, sent)).id),
    cardsKey: queryKeys.feedbackCards,
  },
};

const draftSchema = editedRowSchema(z.object({ title: z.string() }));

/** Asks for a title, adds something that is known by it and leads to its page; a failure loses nothing that was typed. */
export function AddDialog({ what }: { what: Addable }) {
  const { draft, heading, description, add, cardsKey } = THINGS[what];
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { setForm, submit, field, failure, isSaving } = useNewRecord<{ title: string }, string>({
    name: draft,
    draft: draftSchema,
    initial: { title: '' },
    problemsOf: ({ title }) => (isBlank(title) ? { title: TITLE_REQUIRED } : {}),
    send: async (body, idempotencyKey) => {
      const address = await add({ body, idempotencyKey });
      await queryClient.invalidateQueries({ queryKey: cardsKey });
      return address;
    },
    onAdded: (address) => void navigate(address),
  });
  return (
    <Dialog title={heading} isPending={isSaving}>
      <form ref={setForm} onSubmit={submit} noValidate>
        <TextField label="Title" description={description} data-autofocus required field={field('title')} />
        <Failure>{failure}</Failure>
        <DialogFoot>
          <CancelButton />
          <Button type="submit" loading={isSaving}>
            Create
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
