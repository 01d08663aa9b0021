import { trimmedOrNull } from '#contract/rules/text.ts';

/** Columns and counts with a different name in the API: in bodies of calls, and in the current values of a conflict. */
export const WIRE_NAMES = {
  forms: { has_downloadable_content: 'donwloadable_content', repeat_policy: 'duplicate_policy' },
  places: { unreachable: 'passed_over' },
  fields: { is_required: 'required', position: 'order', is_brunch: 'brunch_event' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;

export interface EventPath {
  readonly seriesId: string;
  readonly eventId: string;
}

export interface RegistrationKey {
  readonly eventId: string;
  readonly submissionId: string;
}

export interface RegistrationPath extends RegistrationKey {
  readonly seriesId: string;
}

/** The parameters of a path under `/event_series/:id`, with the id of the series under its name in the code. */
export const seriesPath = <Params extends { readonly id: string }>({ id: seriesId, ...params }: Params) => ({ seriesId, ...params });

export const onWire = (row: object, names: Readonly<Record<string, string>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).map(([column, value]) => [names[column] ?? column, value]));

type Sent<Value> = Value extends Date ? string : Value;

/** A moment as in answers, from the JSON of the database. */
export const momentFrom = (json: string | null): string | null => (json === null ? null : new Date(json).toISOString());

/** A row as in answers, with its moments as text. */
export const momentsAsText = <Row extends object>(row: Row) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has the names of the row
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value])) as {
    [Name in keyof Row]: Sent<Row[Name]>;
  };

/** The sent values, under the names of their columns; blank texts are null. */
export function fromWire(sent: object, names: Readonly<Record<string, string>>): Record<string, unknown> {
  const columns = new Map(Object.entries(names).map(([column, name]) => [name, column]));
  const valueOf = (value: unknown) => (typeof value === 'string' ? trimmedOrNull(value) : value);
  return Object.fromEntries(Object.entries(sent).map(([name, value]) => [columns.get(name) ?? name, valueOf(value)]));
}
