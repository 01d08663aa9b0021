import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { z } from 'zod';

const IV_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

export interface Sealer<Value> {
  /** Encrypts and authenticates the value, in characters that a cookie may have. */
  seal: (value: Value) => string;
  /** Undefined for anything that was not sealed with this secret and purpose, or does not match the schema. */
  open: (sealed: string) => Value | undefined;
}

/** Makes a sealer from the session secret. Each `purpose` has its own key, so that a value sealed for one cookie is invalid in another. */
export function sealer<Value>(secret: string, purpose: string, schema: z.ZodType<Value>): Sealer<Value> {
  const key = new Uint8Array(hkdfSync('sha256', secret, 'turnout', purpose, 32));

  function decrypt(sealed: string): string {
    const bytes = Buffer.from(sealed, 'base64url');
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
  }

  return {
    seal(value) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES });
      const content = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), content]).toString('base64url');
    },
    open(sealed) {
      try {
        return schema.safeParse(JSON.parse(decrypt(sealed))).data;
      } catch {
        // A forged cookie counts as none.
        return undefined;
      }
    },
  };
}
