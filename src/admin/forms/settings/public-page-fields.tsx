import { Box } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { CoverField } from '#admin/pictures/cover-field.tsx';
import { useDates } from '#admin/ui/format/dates-context.tsx';
import { DescriptionField } from '#admin/ui/inputs/description-field.tsx';
import { SwitchField } from '#admin/ui/inputs/edit-fields.tsx';
import type { FormRef } from '#contract/forms/form-ref.ts';
import { LookFields } from './look-fields.tsx';
import { fillFor, type PreviewPerson } from './mail-preview.tsx';
import { PagePreview } from './page-preview.tsx';
import classes from './public-page.module.css';
import { shownSettings } from './settings-values.ts';
import { SpeakersField } from './speakers-field.tsx';
import type { useSettingsForm } from './use-settings-form.ts';

interface PublicPageFieldsProps {
  formRef: FormRef;
  form: ReturnType<typeof useSettingsForm>;
  person: PreviewPerson;
}

/** What visitors read beside the form and how it looks, with a preview of both. */
export function PublicPageFields({ formRef, form: { field, errors, values }, person }: PublicPageFieldsProps) {
  const { timeZone } = useDates();
  const { title, email_from: from, email_subject: subject, email_template: template } = values;
  const { self_service: hasOwnPages, check_in_codes: hasCode } = values;
  const mail = { form: formRef, kind: undefined, mail: { title, from, subject, template }, hasOwnPages, hasCode, timeZone };
  return (
    <PublicPage
      preview={<PagePreview formRef={formRef} unsaved={shownSettings(values)} mailIn={(theme) => fillFor(person, { ...mail, theme })} />}
    >
      <DescriptionField label="Description" field={field('description')} />
      <CoverField field={field('cover')} altError={errors['cover.alt']} />
      {formRef.kind === 'series' && <SpeakersField field={field('speakers')} errors={errors} />}
      <LookFields field={field('theme')} errors={errors} />
      <SwitchField label="Show in search engines" description="Off: people with the link still see the page." field={field('in_search')} />
    </PublicPage>
  );
}

/** The part of the settings, with its fields. */
export function PublicPage({ children, preview }: { children: ReactNode; preview: ReactNode }) {
  const titleId = useId();
  return (
    <Box component="section" id="public-page" my={24} aria-labelledby={titleId}>
      <Box mb={8} data-row="baseline wrap">
        <h2 id={titleId} data-text="title">
          Public page
        </h2>
        <p data-text="small-quiet">Shown beside the form. Embedded forms only share its look.</p>
      </Box>
      <div className={classes.columns}>
        <div className={classes.fields}>{children}</div>
        <div className={classes.preview}>{preview}</div>
      </div>
    </Box>
  );
}
