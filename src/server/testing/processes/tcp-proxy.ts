import { once } from 'node:events';
import net from 'node:net';

/**
 * How a connection is treated: `hang` drops all bytes, and even its end, like a network that loses packets; `cut` breaks it in the middle of the next answer,
 * `lose` before it; `delay` forwards everything later, in both directions.
 */
export type Treatment = { kind: 'pass' } | { kind: 'hang' } | { kind: 'cut' } | { kind: 'lose' } | { kind: 'delay'; ms: number };

export type TcpProxy = Awaited<ReturnType<typeof startTcpProxy>>;

interface Link {
  readonly client: net.Socket;
  readonly server: net.Socket;
  treatment: Treatment;
}

function breakLink({ client, server }: Link): void {
  client.destroy();
  server.destroy();
}

function later({ treatment }: Link, action: () => void): void {
  if (treatment.kind === 'delay') setTimeout(action, treatment.ms);
  else action();
}

function answer(link: Link, bytes: Buffer): void {
  const { kind } = link.treatment;
  if (kind === 'lose') breakLink(link);
  else if (kind === 'cut') link.client.write(bytes.subarray(0, bytes.length / 2), () => breakLink(link));
  else later(link, () => void link.client.write(bytes));
}

const ask = (link: Link, bytes: Buffer): void => later(link, () => void link.server.write(bytes));

function passOn(link: Link, { onOver }: { onOver: () => void }): void {
  const { client, server } = link;
  client.on('data', (bytes: Buffer) => {
    if (link.treatment.kind !== 'hang') ask(link, bytes);
  });
  server.on('data', (bytes: Buffer) => {
    if (link.treatment.kind !== 'hang') answer(link, bytes);
  });
  for (const socket of [client, server]) {
    socket.on('error', () => undefined); // The close that follows ends the other side too.
    socket.on('close', () => {
      if (link.treatment.kind !== 'hang') later(link, () => breakLink(link));
      if (client.destroyed && server.destroyed) onOver();
    });
  }
}

/** Starts a TCP proxy on loopback between a server and its database, to simulate network faults. */
export async function startTcpProxy(databaseUrl: string) {
  const url = new URL(databaseUrl);
  const target = { host: url.hostname, port: Number(url.port), noDelay: true };
  const links = new Set<Link>();
  let forNew: Treatment = { kind: 'pass' };
  let made = 0;
  const proxy = net.createServer({ noDelay: true }, (client) => {
    const link: Link = { client, server: net.connect(target), treatment: forNew };
    made += 1;
    links.add(link);
    passOn(link, { onOver: () => links.delete(link) });
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = proxy.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port');
  url.hostname = '127.0.0.1';
  url.port = String(address.port);
  return {
    url: url.href,
    /** Treats the open connections. Dropped bytes stay lost, so a connection that has hung never recovers. */
    treatOpen: (treatment: Treatment) => {
      for (const link of links) {
        if (link.treatment.kind !== 'hang') link.treatment = treatment;
      }
    },
    treatNew: (treatment: Treatment) => {
      forNew = treatment;
    },
    connections: () => made,
    close: async () => {
      for (const link of links) breakLink(link);
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}
