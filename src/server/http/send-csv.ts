import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { contentDisposition } from '#server/csv-file.ts';

/** Answers with a CSV file, streamed, under the headers of the download profile (decisions 21, 42). */
export const sendCsv = (
  reply: FastifyReply,
  file: { readonly name: string; readonly content: Readable },
  downloadHeaders: Readonly<Record<string, string>>,
): FastifyReply =>
  reply
    .headers(downloadHeaders)
    .type('text/csv; charset=utf-8')
    .header('content-disposition', contentDisposition(file.name))
    .send(file.content);
