import { isBlank } from '#contract/rules/text.ts';
import { type ServiceName, SERVICES, STEP_NAMES, type StepName, STEPS } from '#contract/steps/steps.ts';
import { isOrAre } from '#contract/texts/counts.ts';
import type { SettingsValues } from './settings-values.ts';

const missing = (step: StepName): string =>
  `${SERVICES[STEPS[step].service].name} is not configured on this server. Until it is, the step ‘${step}’ of each sign-up fails and can be retried later.`;

const isAskedFor = (step: StepName, values: SettingsValues): boolean =>
  STEPS[step].settings.length > 0 &&
  STEPS[step].settings.every((name) => (name === 'send_notifications_slack' ? values[name] : !isBlank(values[name])));

const sendsMail = (values: SettingsValues): boolean => isAskedFor('email', values);

/** What a partly set up mail to the attendee lacks, as a sentence; nothing if it is complete or not begun. */
export function mailGaps({ email_from: from, email_subject: subject, email_template: template }: SettingsValues): string[] {
  const parts = Object.entries({ sender: from, subject, template });
  const missing = parts.filter(([, text]) => isBlank(text)).map(([name]) => name);
  if (missing.length === 0 || missing.length === parts.length) return [];
  return [`Not sent yet: ${missing.join(' and ')} ${isOrAre(missing.length)} missing.`];
}

/** Whether a form promises a download although no mail would deliver it. */
export const hasDownloadWithoutMail = (values: SettingsValues): boolean => values.donwloadable_content && !sendsMail(values);

/** Whether the mail that would bring the download has no link in it. */
export const hasDownloadWithoutLink = (values: SettingsValues): boolean =>
  values.donwloadable_content && sendsMail(values) && !/https?:\/\//i.test(values.email_template);

/** A warning for each step whose service this server lacks, by the section that shows it; none while the services are not known. */
export function serviceWarnings(
  values: SettingsValues,
  configured: ReadonlySet<ServiceName> | undefined,
): { readonly notifications: readonly string[]; readonly mail: readonly string[] } {
  const failing = STEP_NAMES.filter((step) => isAskedFor(step, values) && configured?.has(STEPS[step].service) === false);
  return {
    notifications: failing.filter((step) => step !== 'email').map(missing),
    mail: failing.filter((step) => step === 'email').map(missing),
  };
}
