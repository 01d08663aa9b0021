import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

const SECRET_BYTES = 32;

/** A random secret that is made at the first call and kept in a file of the folder, readable for its owner only. */
export function keptSecret(dataDir: string, name: string): string {
  const file = path.join(dataDir, name);
  fs.mkdirSync(dataDir, { recursive: true });
  if (!fs.existsSync(file)) {
    // Written aside and linked, so that of two processes both read the secret of the first, and never half of one.
    const draft = `${file}.${process.pid}`;
    fs.writeFileSync(draft, randomBytes(SECRET_BYTES).toString('base64url'), { mode: 0o600 });
    try {
      fs.linkSync(draft, file);
    } catch (error) {
      if (!fs.existsSync(file)) throw error;
    } finally {
      fs.rmSync(draft);
    }
  }
  return fs.readFileSync(file, 'utf8');
}
