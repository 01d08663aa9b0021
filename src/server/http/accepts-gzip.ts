import { negotiate } from '@fastify/accept-negotiator';

/** Whether an `Accept-Encoding` header takes gzip. */
export const acceptsGzip = (header: string | undefined): boolean => negotiate((header ?? '').toLowerCase(), ['gzip']) === 'gzip';
