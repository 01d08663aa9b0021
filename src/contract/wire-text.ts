import { z } from 'zod';
import { addressesIn, cleanAddress, EMAIL_MAX_LENGTH, emailKey, isEmail } from './rules/email.ts';
import { asLines, asOneLine, hasControls, hasLineBreak, isBlank, isStorable } from './rules/text.ts';
import { NOT_STORABLE, ONE_LINE_ONLY, tooLong } from './texts/words/form.ts';

export const TITLE_MAX_LENGTH = 200;
export const TEMPLATE_MAX_LENGTH = 50_000;
export const DESCRIPTION_MAX_LENGTH = 5_000;

/** Only the first error of a text is reported. */
const stopAt = (error: string) => ({ error, abort: true });

/** A cleaned text of at most `max` characters that the database can store. */
const storable = (max: number, clean: (text: string) => string) =>
  z
    .string()
    .overwrite(clean)
    .max(max, stopAt(tooLong(max)))
    .refine(isStorable, stopAt(NOT_STORABLE));

/** Text with any number of lines. */
export const text = (max: number) => storable(max, asLines);

/** Where the next page of a list begins; one in the order of names has a name in it. */
export const cursor = text(2_000).optional();

/** The query of a list that is read in pages, each of at most this many. */
export const pageQuery = (max: number) => z.object({ limit: z.coerce.number().int().min(1).max(max).default(max), cursor });

/** Text of one line, for mail headers, file names and cells. */
export const line = (max = TITLE_MAX_LENGTH) =>
  storable(max, asOneLine)
    .refine((value) => !hasControls(value.trim()), stopAt(NOT_STORABLE))
    .refine((value) => !hasLineBreak(value.trim()), stopAt(ONE_LINE_ONLY));

/** Text of one line that must not be blank; `message` is its error. */
export const requiredLine = (message: string, max = TITLE_MAX_LENGTH) =>
  z.string(message).pipe(line(max).refine((value) => !isBlank(value), message));

/** An optional setting: null, blank or one line. */
export const optionalLine = (max = TITLE_MAX_LENGTH) => line(max).nullable();

/** An optional email address: one address and nothing else, since it goes into mail headers. */
export const optionalEmail = (message: string) =>
  z
    .string()
    .overwrite(cleanAddress)
    .pipe(line(EMAIL_MAX_LENGTH).refine((value) => isBlank(value) || isEmail(value), message))
    .nullable();

const ADDRESSES_MAX = 5;

/** Distinct addresses separated by commas. */
export const optionalEmails = (message: string) =>
  z
    .string()
    .max(TEMPLATE_MAX_LENGTH, stopAt(tooLong(TEMPLATE_MAX_LENGTH)))
    .overwrite((typed) => [...new Map(addressesIn(typed).map((address) => [emailKey(address), address])).values()].join(', '))
    .pipe(
      line(ADDRESSES_MAX * (EMAIL_MAX_LENGTH + 2))
        .refine((value) => addressesIn(value).every(isEmail), message)
        .refine((value) => addressesIn(value).length <= ADDRESSES_MAX, `Please enter at most ${ADDRESSES_MAX} addresses`),
    )
    .nullable();

/** What a series, form or event is about, in Markdown. */
export const descriptionText = text(DESCRIPTION_MAX_LENGTH).nullable();

/** One of our UUIDs, in lower case for comparison. */
export const id = z.uuid().toLowerCase();

export const moment = z.iso.datetime();
