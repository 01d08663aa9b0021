import { Alert, Anchor, Button, Stack, Tabs } from '@mantine/core';
import { useHotkeys, useWindowEvent } from '@mantine/hooks';
import { type ReactNode, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link, type Location, useLocation, useNavigate } from 'react-router';
import { z } from 'zod';
import { queryClient } from '#admin/api/query-client.ts';
import { tried } from '#admin/browser-storage.ts';
import { TemplateEditor, unknownPlaceholders } from '#admin/forms/settings/template-editor.tsx';
import { paths } from '#admin/paths.ts';
import { useHasMail } from '#admin/reads/connection-queries.ts';
import type { ReadForm } from '#admin/reads/form-queries.ts';
import { queryKeys } from '#admin/reads/query-keys.ts';
import { removeDraft, saveDrafts } from '#admin/records/drafts.ts';
import { type BindField, useNewRecord } from '#admin/records/use-record.ts';
import { ConfirmDialog, UnsavedChanges } from '#admin/ui/dialogs/dialog.tsx';
import { useDialog } from '#admin/ui/dialogs/use-dialog.tsx';
import { TextField } from '#admin/ui/inputs/edit-fields.tsx';
import { BottomBar } from '#admin/ui/layout/bottom-bar.tsx';
import { IconAlertTriangle, IconMail } from '#admin/ui/layout/icons.tsx';
import { WarningNotes } from '#admin/ui/layout/settings-section.tsx';
import { useNarrow } from '#admin/ui/layout/use-phone.ts';
import { useAddressParam } from '#admin/ui/use-address-param.ts';
import { type Audience, audienceSchema, type Purpose, purposeSchema } from '#contract/attendees/audience.ts';
import type { Mailing } from '#contract/mailings/mailing-calls.ts';
import { type PlaceholderName, placeholdersOfMailing } from '#contract/rules/mail/mail-placeholders.ts';
import { isBlank } from '#contract/rules/text.ts';
import * as texts from '#contract/texts/mailings.ts';
import { NO_SUBJECT, NO_TEXT } from '#contract/texts/settings.ts';
import { TITLE_MAX_LENGTH } from '#contract/wire-text.ts';
import tabs from '#admin/ui/layout/page-tabs.module.css';
import { AudienceCount, AudienceFields, useAudienceCount, useAudienceInWords } from './audience-fields.tsx';
import classes from './mailing-editor.module.css';
import { MailingPreview, SendDialog } from './mailing-preview.tsx';

const TWO_COLUMNS_EM = 56.2;

type Part = 'write' | 'preview';

const valuesSchema = z.object({ subject: z.string(), template: z.string() });
type Values = z.infer<typeof valuesSchema>;
const DRAFT = 'mailing';

/** If someone has changed the address: nobody from a series, everyone from a marketing form. */
const readAudience = (json = '{}'): Audience => tried(() => audienceSchema.parse(JSON.parse(json))) ?? {};

/** The audience without events that were deleted, perhaps while the mailing was being written: nobody could remove them. */
const withoutDeleted = (form: ReadForm, audience: Audience): Audience =>
  form.kind === 'marketing' || !Array.isArray(audience.events)
    ? audience
    : { ...audience, events: audience.events.filter((id) => form.events.some((event) => event.id === id)) };

function useAudience(form: ReadForm) {
  const [audience, setAudience] = useAddressParam('audience');
  const [asked, setPurpose] = useAddressParam('purpose');
  const purpose = form.kind === 'marketing' ? 'marketing' : purposeSchema.catch('service').parse(asked);
  return {
    audience: useMemo(() => withoutDeleted(form, readAudience(audience)), [form, audience]),
    purpose,
    setAudience: (next: Audience) => setAudience(JSON.stringify(next)),
    setPurpose: (next: Purpose) => setPurpose(next),
  };
}

const problemsOf = ({ subject, template }: Values) => ({
  ...(isBlank(subject) && { subject: NO_SUBJECT }),
  ...(isBlank(template) && { template: NO_TEXT }),
});

export function MailingEditor({ form }: { form: ReadForm }) {
  const navigate = useNavigate();
  const location: Location<unknown> = useLocation();
  const { audience, purpose, setAudience, setPurpose } = useAudience(form);
  const asking = useDialog();
  const [part, setPart] = useState<Part>('write');
  const record = useNewRecord<Values, undefined>({
    name: DRAFT,
    schema: valuesSchema,
    initial: valuesSchema.catch({ subject: '', template: '' }).parse(location.state),
    problemsOf,
    send: async () => undefined,
    onAdded: asking.open,
  });
  const { values, field, submit } = record;
  const { events = [] } = audience;
  const found = useAudienceCount(form, audience, purpose);
  const { counts, people, isStale } = found;
  const hasMail = useHasMail();
  const isOff = !people || isStale || !hasMail;
  const handleSend = () => {
    // Problems are shown at their fields.
    flushSync(() => setPart('write'));
    submit();
  };
  // Phones and tablets reload tabs from the background, without asking.
  useWindowEvent('visibilitychange', () => (document.hidden ? saveDrafts() : removeDraft(DRAFT)));
  useHotkeys([['mod+Enter', () => (isOff ? undefined : handleSend())]], []);
  const text = { audience, purpose, ...values };
  const to = useAudienceInWords(form, audience);
  const handleSent = (mailing: Mailing) => {
    // Before leaving the page, which would ask.
    flushSync(record.discard);
    void queryClient.invalidateQueries({ queryKey: queryKeys.mailings(form) });
    void navigate(paths[form.kind].mailing(form, mailing.id), { replace: true });
  };
  return (
    <>
      {hasMail ? null : (
        <Alert mb={16} color="orange" icon={<IconAlertTriangle />}>
          {texts.NO_MAIL_SERVER}
        </Alert>
      )}
      <EditorParts
        part={part}
        onPart={setPart}
        write={
          <div data-stack>
            <Stack component="section" gap={20} px="var(--t-gutter)" py={20} data-box="card" aria-labelledby="who">
              <h2 id="who" data-text="title">
                Who gets it
              </h2>
              <AudienceFields form={form} audience={audience} purpose={purpose} onChange={setAudience} onPurpose={setPurpose} />
              <AudienceCount {...found} />
            </Stack>
            <EmailFields form={form} field={field} placeholders={placeholdersOfMailing(events === 'all' ? 0 : events.length)} />
          </div>
        }
        preview={<MailingPreview form={form} text={text} people={people ?? 0} />}
      />
      <BottomBar about="Stays in this tab until you send it" aboutOn="desktop">
        <DiscardButton record={record} />
        <Button leftSection={<IconMail />} disabled={isOff} onClick={handleSend}>
          {texts.sendTo(people)}
        </Button>
      </BottomBar>
      {asking.show(counts && <SendDialog form={form} text={text} to={to} counts={counts} onSent={handleSent} />)}
      <UnsavedChanges hasUnsaved={() => record.changes > 0} />
    </>
  );
}

function EditorParts({ part, onPart, write, preview }: { part: Part; onPart: (part: Part) => void; write: ReactNode; preview: ReactNode }) {
  const isNarrow = useNarrow(TWO_COLUMNS_EM);
  if (!isNarrow) {
    return (
      <div className={classes.columns}>
        {write}
        {preview}
      </div>
    );
  }
  return (
    <Tabs keepMounted={false} value={part} onChange={(value) => onPart(value === 'preview' ? value : 'write')}>
      <Tabs.List aria-label="Mailing" className={tabs.tabs} data-scrolls mt={-16} mb={20}>
        <Tabs.Tab className={tabs.tab} px={0} value="write">
          Write
        </Tabs.Tab>
        <Tabs.Tab className={tabs.tab} px={0} value="preview">
          Preview
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="write" keepMounted>
        {write}
      </Tabs.Panel>
      <Tabs.Panel value="preview">{preview}</Tabs.Panel>
    </Tabs>
  );
}

interface EmailFieldsProps {
  form: ReadForm;
  field: BindField<Values>;
  placeholders: readonly PlaceholderName[];
}

/** The others stay empty for people of a marketing form, as the preview says. */
const OF_MARKETING = ['FNAME', 'SERIES', 'FROM'] as const;

function EmailFields({ form, field, placeholders }: EmailFieldsProps) {
  const subject = field('subject');
  return (
    <Stack component="section" mt={16} gap={20} px="var(--t-gutter)" py={20} data-box="card" aria-labelledby="email">
      <h2 id="email" data-text="title">
        The email
      </h2>
      <TextField label="Subject" maxLength={TITLE_MAX_LENGTH} field={subject} />
      <WarningNotes texts={unknownPlaceholders(subject.value, placeholders).map((note) => `Subject: ${note}`)} />
      <TemplateEditor
        label="Text"
        field={field('template')}
        placeholders={placeholders}
        offered={form.kind === 'series' ? placeholders : OF_MARKETING}
      />
      {form.email_from === null ? (
        <Alert color="orange" icon={<IconAlertTriangle />}>
          {`Replies will be lost: this ${form.kind === 'series' ? 'series' : 'form'} has no sender.`}{' '}
          <Anchor component={Link} inherit underline="always" to={paths[form.kind].edit(form, 'mail')}>
            Settings
          </Anchor>
        </Alert>
      ) : null}
    </Stack>
  );
}

function DiscardButton({ record }: { record: { readonly changes: number; readonly discard: () => void } }) {
  const { open, show } = useDialog();
  return (
    <>
      <Button variant="default" disabled={record.changes === 0} onClick={open}>
        Discard
      </Button>
      {show(<ConfirmDialog closes title="Discard this email?" go="Discard" onGo={record.discard} />)}
    </>
  );
}
