import { Box, Button } from '@mantine/core';
import type { QueryKey } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { messageOf } from '#admin/api/api-error.ts';
import { queryClient } from '#admin/api/query-client.ts';
import { getSettings } from '#admin/api/settings.ts';
import { paths } from '#admin/paths.ts';
import { configuredIn, connectionsQuery, useHasMail } from '#admin/reads/connection-queries.ts';
import { editSettings } from '#admin/reads/form-queries.ts';
import { queryKeys } from '#admin/reads/query-keys.ts';
import { useNewRecord } from '#admin/records/use-record.ts';
import { call } from '#admin/session/call.ts';
import { useSelf } from '#admin/session/session.ts';
import { Dialog, DialogFoot, Failure } from '#admin/ui/dialogs/dialog.tsx';
import { moveLostFocus } from '#admin/ui/focus.ts';
import { CheckboxField, TextField } from '#admin/ui/inputs/edit-fields.tsx';
import { showFailure, showSuccess } from '#admin/ui/states/show-alert.tsx';
import { demoCalls } from '#contract/demo.ts';
import { feedbackCalls } from '#contract/feedback.ts';
import type { SeriesSettings } from '#contract/forms/event-series.ts';
import { formCalls } from '#contract/forms/form-calls.ts';
import { isBlank } from '#contract/rules/text.ts';
import { TITLE_REQUIRED } from '#contract/texts/staff.ts';
import { starterMail } from '#contract/texts/words/mails.ts';
import type { Addable } from './use-adding.ts';

interface AddableThing {
  draft: string;
  heading: string;
  description: string;
  /** Adds it, and returns the address of its page; a series with a sender also has a confirmation email. */
  add: (sent: { body: { title: string }; idempotencyKey: string }, open: (path: string) => void, sender?: string) => Promise<string>;
  cardsKey: QueryKey;
}

const ON_THE_FORM = 'Shown on the form and in its link';

/** Sets up the confirmation email of a new series; the series stays if that fails. */
async function setUpMail({ id, title, version }: SeriesSettings, sender: string, open: (path: string) => void): Promise<void> {
  const { subject, template } = starterMail('series', getSettings().organisation.name);
  const body = { email_from: sender, email_subject: subject, email_template: template };
  try {
    await editSettings({ kind: 'series', id }, { body, ifMatch: version });
  } catch (error) {
    const action = { label: 'Set it up', onClick: () => open(paths.series.edit({ id, title }, 'mail')) };
    showFailure({ title: 'The series sends no confirmation email yet.', text: messageOf(error), action });
  }
}

const THINGS: Readonly<Record<Addable, AddableThing>> = {
  series: {
    draft: 'new-series',
    heading: 'New event series',
    description: ON_THE_FORM,
    add: async (sent, open, sender) => {
      const series = await call(formCalls.addEventSeries, sent);
      if (sender !== undefined) await setUpMail(series, sender, open);
      return paths.series.page(series);
    },
    cardsKey: queryKeys.seriesCards,
  },
  form: {
    draft: 'new-form',
    heading: 'New form',
    description: ON_THE_FORM,
    add: async (sent) => paths.marketing.page(await call(formCalls.addForm, sent)),
    cardsKey: queryKeys.formCards,
  },
  feedback: {
    draft: 'new-feedback-list',
    heading: 'New feedback list',
    description: 'The website, page or events that the feedback is about',
    add: async (sent) => paths.feedback((await call(feedbackCalls.addFeedbackList, sent)).id),
    cardsKey: queryKeys.feedbackCards,
  },
};

const newThingSchema = z.object({ title: z.string(), confirms: z.boolean() });

/** Asks for a title, adds something with that title and opens its page; a failure keeps what was typed. */
export function AddDialog({ what }: { what: Addable }) {
  const { draft, heading, description, add, cardsKey } = THINGS[what];
  const navigate = useNavigate();
  const self = useSelf();
  const canSend = useHasMail();
  const sender = what === 'series' && canSend ? self : undefined;
  const { setForm, submit, field, failure, ...saving } = useNewRecord<z.infer<typeof newThingSchema>, string>({
    name: draft,
    schema: newThingSchema,
    initial: { title: '', confirms: true },
    problemsOf: ({ title }) => (isBlank(title) ? { title: TITLE_REQUIRED } : {}),
    send: async ({ title, confirms }, idempotencyKey) => {
      // It may be added before it is known whether the server sends mail.
      const services = sender === undefined ? undefined : configuredIn(await queryClient.query(connectionsQuery()));
      const from = confirms && services?.has('mail') === true ? sender : undefined;
      const address = await add({ body: { title }, idempotencyKey }, (path) => void navigate(path), from);
      await queryClient.invalidateQueries({ queryKey: cardsKey });
      return address;
    },
    onAdded: (address) => void navigate(address),
  });
  const isBusy = saving.isSaving || saving.isSaved;
  return (
    <Dialog title={heading} isPending={isBusy}>
      <form ref={setForm} onSubmit={submit} noValidate>
        <TextField label="Title" description={description} data-autofocus required field={field('title')} />
        {sender === undefined ? null : (
          <Box mt={16}>
            <CheckboxField label="Send a confirmation email" description={`From ${sender}`} field={field('confirms')} />
          </Box>
        )}
        <Failure>{failure}</Failure>
        <DialogFoot>
          <Button type="submit" loading={isBusy}>
            Create
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

export async function loadSampleData(): Promise<void> {
  await call(demoCalls.loadSampleData, {});
  await queryClient.invalidateQueries();
  await moveLostFocus(document.querySelector('h1'));
  showSuccess({ title: 'Sample data was added', text: 'Four series and two forms with 2,000 sign-ups. Delete them whenever you like.' });
}
