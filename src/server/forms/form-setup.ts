import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { FormRef } from '#contract/forms/form-ref.ts';
import { trimmedOrNull } from '#contract/rules/text.ts';
import type { Db } from '#server/db/connection.ts';
import { notFound } from '#server/errors.ts';
import { FORM_NAMES, isForm } from './stored-form.ts';

interface MailSettings {
  readonly email_from?: string | null | undefined;
  readonly email_subject?: string | null | undefined;
  readonly email_template?: string | null | undefined;
}

export interface SetupValues {
  readonly dismissed_at?: Date | null;
  readonly form_seen_at?: Date;
  readonly mail_tested_at?: Date;
  readonly tested_mail?: string;
  readonly slack_tested_at?: Date;
  readonly tested_channel?: string;
}

/** Tells a mail from any other without holding its text a second time. */
export function digestOfMail({ email_from: from, email_subject: subject, email_template: template }: MailSettings): string {
  const parts = [from, subject, template].map((text) => trimmedOrNull(text ?? null));
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/** Keeps what the setup list of a series or form cannot read elsewhere; false when there is no such series or form. */
export async function keepInSetup(db: Db, form: FormRef, values: SetupValues): Promise<boolean> {
  const columns = Object.keys(values).map((name) => sql.ref(name));
  const { numAffectedRows } = await sql`
    insert into form_setups (form_id, ${sql.join(columns)})
    select id, ${sql.join(Object.values(values))} from forms where ${isForm(form)} for key share
    on conflict (form_id) do update set ${sql.join(columns.map((column) => sql`${column} = excluded.${column}`))}`.execute(db);
  return numAffectedRows === 1n;
}

/** Hides the setup list of a series or form for all staff, or brings it back. @throws AppError `not_found` */
export async function dismissSetup(db: Db, form: FormRef, isDismissed: boolean): Promise<{ dismissed_at: string | null }> {
  const at = isDismissed ? new Date() : null;
  if (!(await keepInSetup(db, form, { dismissed_at: at }))) throw notFound(FORM_NAMES[form.kind]);
  return { dismissed_at: at?.toISOString() ?? null };
}
