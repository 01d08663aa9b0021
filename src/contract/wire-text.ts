import { z } from 'zod';
import { EMAIL_MAX_LENGTH, isEmail } from './rules/email.ts';
import { hasLineBreak, isBlank, isStorable } from './rules/text.ts';
import { NOT_STORABLE, ONE_LINE_ONLY, tooLong } from './texts/sign-up.ts';

/** Longest title, label, tag or other text of one line that staff write. */
export const TITLE_MAX_LENGTH = 200;
/** Longest mail template. */
export const TEMPLATE_MAX_LENGTH = 50_000;

/** The first thing that is wrong with a text is told, and not what follows from it. */
const first = (error: string) => ({ error, abort: true });

/** Text of any number of lines, at most `max` characters, that the database can store (hardening 1.5). */
export const text = (max: number) =>
  z
    .string()
    .max(max, first(tooLong(max)))
    .refine(isStorable, first(NOT_STORABLE));

/** Text of one line: it can stand in a mail header, a file name or a cell. */
export const line = (max = TITLE_MAX_LENGTH) => text(max).refine((value) => !hasLineBreak(value.trim()), first(ONE_LINE_ONLY));

/** Text of one line that must not be blank; `message` says so at the field. */
export const requiredLine = (message: string, max = TITLE_MAX_LENGTH) =>
  z.string(message).pipe(line(max).refine((value) => !isBlank(value), message));

/** A setting that may be empty: null, blank or one line. */
export const optionalLine = (max = TITLE_MAX_LENGTH) => line(max).nullable();

/** An address that may be empty; when set it must be one address and nothing else (hardening 2, mail headers). */
export const optionalEmail = (message: string) =>
  line(EMAIL_MAX_LENGTH)
    .refine((value) => isBlank(value) || isEmail(value.trim()), message)
    .nullable();

/** An identifier of ours: a UUID (decisions, "The API"), in the one way of writing it that is compared. */
export const id = z.uuid().toLowerCase();

/** A moment as ISO 8601 in UTC. */
export const moment = z.iso.datetime();
