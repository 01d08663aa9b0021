import fs from 'node:fs';
import zlib from 'node:zlib';
import { z } from 'zod';
import { jsonIn } from '#contract/rules/text.ts';
import { errorCode } from '#server/db/outage.ts';
import { type BackupHead, END_OF_ROWS, FORMAT, headSchema } from './format.ts';

const NEWLINE = '\n';
/** Far longer than any row that Turnout stores, far less than the memory of a small machine. */
const LINE_MAX_BYTES = 64 * 1_024 * 1_024;
const GZIP = Buffer.from([0x1f, 0x8b]);

/** The beginnings of files that may be mistaken for a backup, and what to do with each. */
const OTHER_FILES: readonly (readonly [begin: RegExp, advice: string])[] = [
  [/^(?:age-encryption\.org|-----BEGIN|Salted__|[\x84\x85\x8c])/, 'it is encrypted: decrypt it first'],
  [/^(?:PGDMP|--\r?\n-- PostgreSQL)/, 'it was made by pg_dump: load it with pg_restore or psql, and then start Turnout'],
  [/^\{"turnoutBackup"/, 'it has been decompressed: compress it again, with gzip'],
  [/^(?:PK|\x28\xb5\x2f\xfd|\xfd7zXZ|BZh|7z)/, 'it was compressed with a program other than gzip: decompress it first'],
];

const startSchema = z.object({ turnoutBackup: z.unknown().refine((format) => format !== undefined) });

/** @throws Error saying what the file is instead of a backup */
function checkBeginning(file: string): void {
  const descriptor = openFile(file);
  const begin = Buffer.alloc(64);
  const length = fs.readSync(descriptor, begin);
  fs.closeSync(descriptor);
  if (length === 0) throw new Error(`${file} is empty: it is not a Turnout backup. Nothing was changed`);
  if (begin.subarray(0, GZIP.length).equals(GZIP)) return;
  const advice = OTHER_FILES.find(([pattern]) => pattern.test(begin.toString('latin1', 0, length)))?.[1];
  throw new Error(`${file} is not a Turnout backup${advice === undefined ? '' : `: ${advice}`}. Nothing was changed`);
}

const PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'may not be read by this user',
  EISDIR: 'is a folder',
};

function openFile(file: string): number {
  try {
    if (fs.statSync(file).isDirectory()) throw Object.assign(new Error('A folder'), { code: 'EISDIR' });
    return fs.openSync(file, 'r');
  } catch (cause) {
    const code = errorCode(cause);
    throw new Error(`${file} ${PROBLEMS[code] ?? `cannot be read (${code})`}`, { cause });
  }
}

/** Reads a backup. Each method throws an Error for the operator when the file is cut, damaged or not a backup. */
export class BackupReader {
  readonly #file: string;
  readonly #chunks: AsyncIterator<Buffer>;
  #buffer: Buffer = Buffer.alloc(0);

  constructor(file: string) {
    this.#file = file;
    checkBeginning(file);
    const source = fs.createReadStream(file);
    const text = zlib.createGunzip();
    source.on('error', (error) => text.destroy(error)).pipe(text);
    this.#chunks = text.iterator();
  }

  #broken(cause?: unknown): Error {
    return new Error(`${this.#file} is cut off or damaged: it is not a complete Turnout backup. Nothing was changed`, { cause });
  }

  /** Reads on to the end of a line, or of the file, whose checksum gzip compares. @returns whether a line has ended */
  async #readLine(): Promise<boolean> {
    const pieces = [this.#buffer];
    let bytes = this.#buffer.length;
    let last: Buffer | undefined;
    while (last?.includes(NEWLINE) !== true) {
      const chunk = await this.#chunks.next().catch((cause: unknown) => {
        throw this.#broken(cause);
      });
      if (chunk.done === true) break;
      last = chunk.value;
      pieces.push(last);
      bytes += last.length;
      if (bytes > LINE_MAX_BYTES) throw this.#broken();
    }
    this.#buffer = Buffer.concat(pieces);
    return last?.includes(NEWLINE) === true;
  }

  async #needLine(): Promise<void> {
    if (!(await this.#readLine())) throw this.#broken();
  }

  async #text(): Promise<string> {
    if (!this.#buffer.includes(NEWLINE)) await this.#needLine();
    const end = this.#buffer.indexOf(NEWLINE);
    const text = this.#buffer.toString('utf8', 0, end);
    this.#buffer = this.#buffer.subarray(end + 1);
    return text;
  }

  /** The first line. @throws Error for a file of another program or another format */
  async head(): Promise<BackupHead> {
    const text = await this.#text();
    const start = startSchema.safeParse(jsonIn(text));
    if (!start.success) throw new Error(`${this.#file} is not a Turnout backup. Nothing was changed`);
    const head = headSchema.safeParse(jsonIn(text));
    if (head.success) return head.data;
    if (start.data.turnoutBackup === FORMAT) throw this.#broken(head.error);
    throw new Error(`${this.#file} was made by another version of Turnout: restore it with that one. Nothing was changed`);
  }

  async line<T>(schema: z.ZodType<T>): Promise<T> {
    const result = schema.safeParse(jsonIn(await this.#text()));
    if (!result.success) throw this.#broken(result.error);
    return result.data;
  }

  async *rows(): AsyncGenerator<Buffer> {
    // The buffer always starts at the beginning of a line, so the end mark is at its start or after a newline.
    while (!this.#buffer.subarray(0, END_OF_ROWS.length).equals(Buffer.from(END_OF_ROWS))) {
      const end = this.#buffer.indexOf(NEWLINE + END_OF_ROWS);
      const length = 1 + (end >= 0 ? end : this.#buffer.lastIndexOf(NEWLINE));
      if (length > 0) yield this.#buffer.subarray(0, length);
      this.#buffer = this.#buffer.subarray(length);
      if (end < 0) await this.#needLine();
    }
    this.#buffer = this.#buffer.subarray(END_OF_ROWS.length);
  }

  /** Reads what follows the last line: nothing but the checksum. */
  async end(): Promise<void> {
    if (this.#buffer.length > 0 || (await this.#readLine()) || this.#buffer.length > 0) throw this.#broken();
  }
}
