import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { contentDisposition } from '#server/csv-file.ts';
import type { HeaderProfiles } from './header-profiles.ts';

/** Answers with a CSV file, streamed (decisions 21, 42). */
export async function sendCsv(
  reply: FastifyReply,
  file: { readonly name: string; readonly content: Readable },
  profile: HeaderProfiles['download'],
): Promise<FastifyReply> {
  reply.helmet(profile);
  return reply.type('text/csv; charset=utf-8').header('content-disposition', contentDisposition(file.name)).send(file.content);
}
