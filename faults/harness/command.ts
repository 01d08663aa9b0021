import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const SCRIPTS = path.join(import.meta.dirname, '../../scripts');

export interface CommandEnd {
  readonly code: number | null;
  /** Its output, on both streams. */
  readonly said: string;
}

/** Runs a command of operators, such as `backup.ts`, with only these settings. */
export async function runCommand(script: string, settings: Readonly<Record<string, string>>, ...args: string[]): Promise<CommandEnd> {
  const env = { PATH: process.env.PATH, ...settings };
  const child = spawn(process.execPath, [path.join(SCRIPTS, script), ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  await once(child, 'close');
  return { code: child.exitCode, said };
}
