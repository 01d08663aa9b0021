import type { FormCard, FormSettings, MarketingForm, PublicForm } from '#contract/marketing-form.ts';
import { disclaimerText, type PublicField } from '#contract/rules/active-fields.ts';
import { presentPublicField } from '#server/forms/field-rule.ts';
import { presentSettings } from '#server/forms/notification-settings.ts';
import type { FormCardRow, MarketingFormRow } from './queries.ts';

export const presentFormCard = (row: FormCardRow): FormCard => ({ id: row.id, title: row.title, signups_count: row.submissions });

export const presentFormSettings = (row: MarketingFormRow): FormSettings => ({
  ...presentSettings(row),
  donwloadable_content: row.has_downloadable_content,
});

interface FormParts {
  readonly row: MarketingFormRow;
  readonly formFields: MarketingForm['formFields'];
  readonly blockedSubmissions: readonly { readonly day: string; readonly tries: number }[];
  readonly signUps: number;
}

export const presentForm = ({ row, formFields, blockedSubmissions, signUps }: FormParts): MarketingForm => ({
  ...presentFormSettings(row),
  disclaimerText: disclaimerText(formFields),
  formFields,
  refused_tries: blockedSubmissions.map(({ day, tries }) => ({ date: day, tries })),
  signups_count: signUps,
});

interface VisibleForm {
  readonly id: string;
  readonly title: string;
  readonly fields: readonly PublicField[];
  readonly hasDownloadableContent: boolean;
}

/** Lists each field, so that a new column cannot leak to visitors. */
export const presentPublicForm = (form: VisibleForm): PublicForm => ({
  id: form.id,
  title: form.title,
  disclaimerText: disclaimerText(form.fields),
  formFields: form.fields.map(presentPublicField),
  donwloadable_content: form.hasDownloadableContent,
});
