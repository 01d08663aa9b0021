import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { contentDisposition } from '#server/csv-file.ts';

/** Answers with a CSV file, streamed. */
export const sendCsv = (reply: FastifyReply, file: { readonly name: string; readonly content: Readable }): FastifyReply =>
  reply.type('text/csv; charset=utf-8').header('content-disposition', contentDisposition(file.name)).send(file.content);
