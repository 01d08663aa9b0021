import { createHash } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

/** Held as long as this process lives; the system takes it back from a killed one. */
export interface InstanceLock {
  release: () => Promise<void>;
}

/** What another living process, which holds the folder, says of itself. */
export interface OtherHolder {
  heldBy: string;
}

const ANSWER_TIMEOUT_MS = 2_000;

/**
 * A name that only a living process can hold: a lock file would outlast kill -9, and a process id in it can be
 * somebody else's by then. Linux and Windows forget the name with the process; elsewhere it is a file whose owner is asked.
 */
function socketName(folder: string): string {
  const id = `turnout-${createHash('sha256').update(fs.realpathSync(folder)).digest('hex').slice(0, 32)}`;
  if (process.platform === 'linux') return `\0${id}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${id}`;
  return path.join(os.tmpdir(), `${id}.sock`);
}

async function listen(name: string, answer: string): Promise<net.Server | undefined> {
  const server = net.createServer((socket) => {
    socket.on('error', () => socket.destroy()); // Whoever asked went away.
    socket.end(answer);
  });
  return new Promise((resolve, reject) => {
    server.once('error', (error) => ('code' in error && error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error)));
    server.listen(name, () => resolve(server.unref()));
  });
}

/** @returns what the holder says of itself; undefined when there is none */
async function askHolder(name: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = net.connect(name);
    socket.setEncoding('utf8').setTimeout(ANSWER_TIMEOUT_MS, () => socket.destroy());
    socket.on('data', (text: string) => {
      answer += text;
    });
    socket.on('error', () => resolve(undefined));
    socket.on('close', () => resolve(answer === '' ? 'it does not answer' : answer));
  });
}

/**
 * Makes sure that one process at a time uses a folder, which is made when it is missing.
 * @param holder what another process that comes later is told of this one
 */
export async function lockFolder(folder: string, holder: string): Promise<InstanceLock | OtherHolder> {
  fs.mkdirSync(folder, { recursive: true });
  const name = socketName(folder);
  let server = await listen(name, holder);
  if (server === undefined) {
    const heldBy = await askHolder(name);
    if (heldBy !== undefined) return { heldBy };
    if (process.platform !== 'linux' && process.platform !== 'win32') fs.rmSync(name, { force: true });
    server = await listen(name, holder);
  }
  if (server === undefined) return { heldBy: 'it has just started' };
  const held = server;
  return { release: () => new Promise((resolve) => held.close(() => resolve())) };
}
