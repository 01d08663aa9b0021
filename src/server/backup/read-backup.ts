import fs from 'node:fs';
import zlib from 'node:zlib';
import type { z } from 'zod';
import { END_OF_ROWS } from './format.ts';

const NOT_WHOLE = 'is not a whole backup of Turnout';
const NEWLINE = '\n';

export class BackupReader {
  readonly #file: string;
  readonly #chunks: AsyncIterator<Buffer>;
  #buffer: Buffer = Buffer.alloc(0);

  constructor(file: string) {
    this.#file = file;
    const source = fs.createReadStream(file);
    const text = zlib.createGunzip();
    source.on('error', (error) => text.destroy(error)).pipe(text);
    this.#chunks = text.iterator();
  }

  #incomplete(cause?: unknown): Error {
    return new Error(`${this.#file} ${NOT_WHOLE}`, { cause });
  }

  async #readMore(): Promise<void> {
    const chunk = await this.#chunks.next().catch((cause: unknown) => {
      throw this.#incomplete(cause);
    });
    if (chunk.done === true) throw this.#incomplete();
    this.#buffer = Buffer.concat([this.#buffer, chunk.value]);
  }

  /** The next line, parsed as JSON. @throws Error when the file is incomplete or the line does not match */
  async line<T>(schema: z.ZodType<T>): Promise<T> {
    while (!this.#buffer.includes(NEWLINE)) await this.#readMore();
    const end = this.#buffer.indexOf(NEWLINE);
    const text = this.#buffer.toString('utf8', 0, end);
    this.#buffer = this.#buffer.subarray(end + 1);
    try {
      return schema.parse(JSON.parse(text));
    } catch (error) {
      throw this.#incomplete(error);
    }
  }

  async *rows(): AsyncGenerator<Buffer> {
    // The buffer always starts at the beginning of a line, so the end mark is at its start or after a newline.
    while (!this.#buffer.subarray(0, END_OF_ROWS.length).equals(Buffer.from(END_OF_ROWS))) {
      const end = this.#buffer.indexOf(NEWLINE + END_OF_ROWS);
      const length = 1 + (end >= 0 ? end : this.#buffer.lastIndexOf(NEWLINE));
      if (length > 0) yield this.#buffer.subarray(0, length);
      this.#buffer = this.#buffer.subarray(length);
      if (end < 0) await this.#readMore();
    }
    this.#buffer = this.#buffer.subarray(END_OF_ROWS.length);
  }
}
