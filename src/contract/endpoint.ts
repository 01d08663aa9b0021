import { z } from 'zod';
import type { FormRef } from './forms/form-ref.ts';
import { serviceName } from './steps/steps.ts';
import { id } from './wire-text.ts';

/** Who may call: staff with a token, anyone, anyone (with more for staff), or a phone with a door link. */
type Access = 'staff' | 'public' | 'staff-or-public' | 'door';

/** What members of staff may do, each including the previous right: read, change, and decide for everyone. */
export type Right = 'view' | 'edit' | 'admin';
type Shape = z.ZodObject;

/** The kind of answer a call gives instead of JSON. */
export type FileKind = 'export' | 'calendar';

/** One call of the API. `path` is under `/api`; `response` is the schema of the answer's `data`, or the kind of a file. */
export interface Endpoint<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType | FileKind = z.ZodType | FileKind,
> {
  readonly method: 'GET' | 'POST';
  readonly path: `/${string}`;
  readonly summary: string;
  readonly access: Access;
  /** The right that a member of staff needs; null for calls that are not for staff. */
  readonly needs: Right | null;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly response: Response;
  /** Whether it accepts an `Idempotency-Key`. */
  readonly isAdd?: boolean;
  /** Whether it accepts `If-Match`. */
  readonly isEdit?: boolean;
  /** Whether it accepts `Batch`, the id of the upload that the call belongs to. */
  readonly isBatched?: boolean;
  /** Whether it stores nothing although it is a POST. */
  readonly changesNothing?: boolean;
  /** Whether its body is a picture instead of JSON. */
  readonly takesPicture?: boolean;
  /** Whether it waits for a mail server, which may take nearly a minute. */
  readonly sendsMail?: boolean;
  /** How its calls count towards the limits of public calls; by default as loads. */
  readonly limit?: 'submit' | 'view';
  /** The kind of form that it signs up to. */
  readonly form?: FormRef['kind'];
}

type Kind = Pick<
  Endpoint,
  'method' | 'access' | 'needs' | 'isAdd' | 'isEdit' | 'isBatched' | 'changesNothing' | 'takesPicture' | 'sendsMail' | 'limit' | 'form'
>;

export const staffRead: Kind = { method: 'GET', access: 'staff', needs: 'view' };
export const sharedRead: Kind = { method: 'GET', access: 'staff-or-public', needs: 'view' };
export const staffWrite: Kind = { method: 'POST', access: 'staff', needs: 'edit' };
/** A read whose query has an address or many ids, which must not be in a URL, or a message that is not stored. */
export const staffAsk: Kind = { ...staffWrite, needs: 'view', changesNothing: true };
export const staffAdd: Kind = { ...staffWrite, isAdd: true };
export const staffAddInBatch: Kind = { ...staffAdd, isBatched: true };
export const staffEdit: Kind = { ...staffWrite, isEdit: true };
export const staffEditInBatch: Kind = { ...staffEdit, isBatched: true };
export const publicRead: Kind = { method: 'GET', access: 'public', needs: null };
const publicAdd: Kind = { method: 'POST', access: 'public', needs: null, isAdd: true };
export const publicView: Kind = { ...publicAdd, limit: 'view' };
export const doorRead: Kind = { method: 'GET', access: 'door', needs: null };
export const doorWrite: Kind = { method: 'POST', access: 'door', needs: null };
export const publicSubmit: Kind = { ...publicAdd, limit: 'submit' };

/** Whether staff use it to change something; such calls accept `Tab` (`live.ts`). */
export const isStaffWrite = ({ method, access, changesNothing }: Kind): boolean =>
  method === 'POST' && access === 'staff' && changesNothing !== true;

export const nothing = z.object({});

const parameters = z.object({
  id,
  eventId: id,
  fieldId: id,
  importId: id,
  mailingId: id,
  personId: id,
  submissionId: id,
  stepId: id,
  linkId: id,
  service: serviceName,
});
type Parameters = typeof parameters.shape;
type ParametersIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParametersIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** Declares a call. Without a `body` any body is accepted, since older clients send `{}` or nothing. */
export function endpoint<
  Path extends `/${string}`,
  Response extends z.ZodType | FileKind,
  Query extends Shape = typeof nothing,
  Body extends z.ZodType = z.ZodUnknown,
>(kind: Kind, path: Path, declared: { query?: Query; body?: Body; response: Response; summary: string }) {
  const params = parameters.pick(Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name]) => [name, true])));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types of the path's parameters and of the defaults
  return { ...kind, path, params, query: nothing, body: z.unknown(), ...declared } as unknown as Endpoint<
    z.ZodObject<Pick<Parameters, ParametersIn<Path> & keyof Parameters>>,
    Query,
    Body,
    Response
  >;
}
