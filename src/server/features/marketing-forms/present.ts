import type { FormCard, FormSettings, MarketingForm, PublicForm } from '#contract/marketing-form.ts';
import { disclaimerText, type PublicField } from '#contract/rules/active-fields.ts';
import { presentPublicField } from '#server/field-rule.ts';
import { presentSettings } from '#server/notification-settings.ts';
import type { FormCardRow, MarketingFormRow } from './queries.ts';

/** A card of the dashboard (decision 20). */
export const presentFormCard = (row: FormCardRow): FormCard => ({ id: row.id, title: row.title, signups_count: row.submissions });

/** The settings of a form, for staff. */
export const presentFormSettings = (row: MarketingFormRow): FormSettings => ({
  ...presentSettings(row),
  donwloadable_content: row.has_downloadable_content,
});

interface FormParts {
  readonly row: MarketingFormRow;
  readonly formFields: MarketingForm['formFields'];
  readonly refusedTries: readonly { readonly day: string; readonly tries: number }[];
  readonly signUps: number;
}

/** One form for staff (decision 15). */
export const presentForm = ({ row, formFields, refusedTries, signUps }: FormParts): MarketingForm => ({
  ...presentFormSettings(row),
  disclaimerText: disclaimerText(formFields),
  formFields,
  refused_tries: refusedTries.map(({ day, tries }) => ({ date: day, tries })),
  signups_count: signUps,
});

interface VisibleForm {
  readonly id: string;
  readonly title: string;
  readonly fields: readonly PublicField[];
  readonly hasDownloadableContent: boolean;
}

/** What the public form needs, and nothing else; each field by its name, so that nothing new can leak (decision 15). */
export const presentPublicForm = (form: VisibleForm): PublicForm => ({
  id: form.id,
  title: form.title,
  disclaimerText: disclaimerText(form.fields),
  formFields: form.fields.map(presentPublicField),
  donwloadable_content: form.hasDownloadableContent,
});
