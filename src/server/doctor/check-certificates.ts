import { once } from 'node:events';
import net from 'node:net';
import tls from 'node:tls';
import type { Finding } from '#contract/server-state.ts';
import { DAY_MS } from '#contract/time.ts';
import { within } from '#server/db/outage.ts';
import { bad, good, reasonOf, warning } from './finding.ts';

/** A server whose certificate is looked at. */
export interface CertifiedHost {
  readonly name: string;
  readonly address: string;
}

const AREA = 'Certificates';
const SOON_DAYS = 14;
const TIMEOUT_MS = 6_000;

/** The day on which a server's certificate ends, and why it is not trusted. */
async function readCertificate(address: string): Promise<{ endsAt: Date; problem: string | undefined }> {
  const { protocol, hostname, port } = new URL(address);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const name = net.isIP(host) === 0 && { servername: host };
  // Without validation, so that the day on which a certificate expired can be shown.
  const socket = tls.connect({ host, port: Number(port) || (protocol === 'smtps:' ? 465 : 443), rejectUnauthorized: false, ...name });
  try {
    await within(TIMEOUT_MS, `no answer within ${TIMEOUT_MS / 1_000} seconds`, once(socket, 'secureConnect'));
    const wrongName = tls.checkServerIdentity(host, socket.getPeerCertificate());
    const problem = socket.authorized ? wrongName?.message : String(socket.authorizationError);
    return { endsAt: new Date(socket.getPeerCertificate().valid_to), problem };
  } finally {
    socket.destroy();
  }
}

export async function checkCertificate({ name, address }: CertifiedHost): Promise<Finding> {
  try {
    const found = await readCertificate(address);
    const days = Math.floor((found.endsAt.getTime() - Date.now()) / DAY_MS);
    if (days < 0) return bad(AREA, `The certificate of ${name} expired on ${found.endsAt.toISOString().slice(0, 10)}`, 'Renew it.');
    if (found.problem !== undefined)
      return bad(
        AREA,
        `The certificate of ${name} is not trusted: ${found.problem}`,
        'Have one issued for this name, or set NODE_EXTRA_CA_CERTS.',
      );
    const text = `The certificate of ${name} is valid for ${days} ${days === 1 ? 'day' : 'days'}`;
    return days < SOON_DAYS ? warning(AREA, text, 'Renew it, and find out why that did not happen automatically.') : good(AREA, text);
  } catch (error) {
    const text = `The certificate of ${name} could not be read from here: ${reasonOf(error)}`;
    return warning(AREA, text, 'Check that this machine can reach it.');
  }
}
