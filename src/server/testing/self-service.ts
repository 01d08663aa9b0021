import { createToken } from '#server/registrations/links.ts';
import type { TestServer } from './server.ts';

type Posted = Readonly<Record<string, string | readonly string[]>>;

/** Actions of the visitor in tests of self-service pages, on a server with these pages. */
export function selfService({ db, url }: Pick<TestServer, 'db' | 'url'>) {
  const get = (path: string, init: RequestInit = {}): Promise<Response> => fetch(url + path, { redirect: 'manual', ...init });
  const pageOf = async (path: string): Promise<string> => (await get(path)).text();
  const post = (path: string, values: Posted = {}, headers: Record<string, string> = {}): Promise<Response> => {
    const body = new URLSearchParams(Object.entries(values).flatMap(([name, value]) => [value].flat().map((each) => [name, each])));
    return get(path, { method: 'POST', body, headers });
  };
  return {
    get,
    pageOf,
    post,
    linkOf: async ({ id }: { readonly id: string }): Promise<string> => `/registration/${await createToken(db, id)}`,
    /** Posts the form that chooses events, as it was read just before. */
    choose: async (path: string, values: Posted): Promise<Response> => {
      const form = await pageOf(`${path}/events`);
      return post(`${path}/events`, { _held: [...form.matchAll(/name="_held" value="([^"]+)"/g)].map(([, id = '']) => id), ...values });
    },
    /** The statuses of a sign-up's registrations, oldest event first. */
    statusesOf: async ({ id }: { readonly id: string }): Promise<string[]> => {
      const rows = db.selectFrom('registrations').select('status').where('submission_id', '=', id).orderBy('event_id');
      return (await rows.execute()).map(({ status }) => status);
    },
  };
}

/** The visible text of a page. */
export const textOf = (page: string): string =>
  page
    .replace(/^.*<main[^>]*>/s, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', '’')
    .replaceAll('\u2060', '')
    .replaceAll('\u00a0', ' ')
    .replaceAll(/\s+/g, ' ');

/** A start within the 30 days that `self_service_hours` can close to changes. */
export const inTenDays = (): string => new Date(Date.now() + 10 * 86_400_000).toISOString();
