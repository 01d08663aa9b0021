import { activeFields, type PublicEvent, type PublicField } from '#contract/rules/public-fields.ts';
import { LABELS } from '#contract/texts/words/form.ts';

/** The event to import into, with the custom fields of its series. */
export interface ImportTarget {
  readonly event: Pick<PublicEvent, 'id' | 'event_title' | 'brunch_event'>;
  readonly fields: readonly PublicField[];
}

/** What a column can be imported as: a detail of the person or an answer. */
export interface ColumnTarget {
  readonly key: string;
  readonly label: string;
  /** Set for custom fields only. */
  readonly field?: PublicField;
}

/** The details of the person, in the order of the export. */
export const PERSON_TARGETS: readonly ColumnTarget[] = [
  ...(['first_name', 'last_name', 'email', 'job_title', 'organisation'] as const).map((key) => ({ key, label: LABELS[key] })),
  { key: 'message', label: 'Message' },
  { key: 'marketing', label: 'Marketing' },
];

/** One column with the whole name, which is split, and columns that say who must not be added like the others. */
const FURTHER_TARGETS: readonly ColumnTarget[] = [
  { key: '_infix', label: 'Before the last name, as in ‘van der’' },
  { key: '_name', label: 'Full name, to be split' },
  { key: '_registration', label: 'Registration status' },
  { key: '_coming', label: 'Coming, yes or no' },
  { key: '_unconfirmed', label: 'Not confirmed, yes or no' },
  { key: '_waiting', label: 'On the waiting list, yes or no' },
  { key: '_cancelled', label: 'Cancelled, yes or no' },
  { key: '_unsubscribed', label: 'Unsubscribed, yes or no' },
];

/** Everything a column can be imported as: the person's details, the event's custom fields, and what is not sent unchanged. */
export const targetsOf = ({ event, fields }: ImportTarget): ColumnTarget[] => [
  ...PERSON_TARGETS,
  ...activeFields(fields, [event], [event.id]).map((field) => ({ key: field.name, label: field.label, field })),
  ...FURTHER_TARGETS,
];

/** Columns that say who must not be added like the others. A file may have several: one for each list, or a flag and a time. */
export const isOfState = ({ key }: ColumnTarget): boolean => key.startsWith('_') && key !== '_infix' && key !== '_name';

const isNamePart = (key: string): boolean => key === 'first_name' || key === 'last_name';

/** The targets of columns whose cells are sent: for a whole name, both its parts. */
export function sentTargets(columns: readonly { readonly target: ColumnTarget | undefined }[]): ColumnTarget[] {
  const chosen = [...new Set(columns.flatMap(({ target }) => target ?? []))];
  const isSplit = chosen.some(({ key }) => key === '_name');
  const names = isSplit ? PERSON_TARGETS.filter(({ key }) => isNamePart(key)) : [];
  return [...names, ...chosen.filter(({ key }) => !key.startsWith('_') && !(isSplit && isNamePart(key)))];
}

export const missingLabels = (columns: readonly { readonly target: ColumnTarget | undefined }[]): string[] =>
  PERSON_TARGETS.filter(
    ({ key }) => ['last_name', 'email'].includes(key) && !sentTargets(columns).some((target) => target.key === key),
  ).map(({ label }) => label);

/** Headers match regardless of case, spaces, hyphens and underscores. */
const normalizeHeader = (header: string): string => header.toLowerCase().replaceAll(/[\s_-]/g, '');

/** Strictest first, so that a custom field with the key `e-mail` is not taken for the address. */
const MATCHERS: readonly ((target: ColumnTarget, header: string) => boolean)[] = [
  (target, header) => target.key === header,
  (target, header) => target.field !== undefined && target.label.trim() === header,
  // Our own keys are excluded, since a word such as Registration may refer to anything.
  (target, header) => !target.key.startsWith('_') && normalizeHeader(target.key) === normalizeHeader(header),
  (target, header) => target.field !== undefined && normalizeHeader(target.label) === normalizeHeader(header),
];

/** The target that a header names; undefined if there is none. */
export const namedTarget = (header: string, targets: readonly ColumnTarget[]): ColumnTarget | undefined =>
  normalizeHeader(header) === '' ? undefined : MATCHERS.flatMap((matches) => targets.filter((each) => matches(each, header)))[0];
