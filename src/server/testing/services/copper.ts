import { Behaviours, type JsonAnswer, startHttpStandIn } from './stand-in.ts';

export interface StoredLead {
  id: number;
  name: string;
  company_name: string | null;
  title: string | null;
  email: { email: string; category: string } | null;
  tags: string[];
  details: string;
  date_created: number;
}

type Body = Record<string, unknown> & { emails?: string[]; page_number?: number; page_size?: number };

const emailOf = (lead: StoredLead): string => lead.email?.email.toLowerCase() ?? '';

/** A lead of the stand-in. */
export function newLead(id: number, values: Partial<StoredLead> = {}): StoredLead {
  return { id, name: 'Ada Lovelace', company_name: null, title: null, email: null, tags: [], details: '', date_created: id, ...values };
}

/** Starts a stand-in of Copper's developer API with these leads; it accepts the token `copper-test` of `crm@example.com`. */
export async function startCopper(leads: StoredLead[] = [], port = 0) {
  const behaviours = new Behaviours();
  /** When each request arrived, in milliseconds. */
  const times: number[] = [];
  /** Leads that only the search still finds, like those deleted a moment ago. */
  const gone: StoredLead[] = [];
  let isHidden = (_lead: StoredLead): boolean => false;
  const search = ({ emails, page_number: page = 1, page_size: size = 20 }: Body): JsonAnswer => {
    const found = [...gone, ...leads].filter((lead) => !isHidden(lead) && (emails === undefined || emails.includes(emailOf(lead))));
    const headers = { 'x-pw-total': String(found.length) };
    return { headers, body: found.slice((page - 1) * size, page * size) };
  };
  const upsert = (body: Body): JsonAnswer => {
    const { match, properties } = body as { match: { field_value: string }; properties: Partial<StoredLead> };
    const found = leads.filter((lead) => emailOf(lead) === match.field_value.toLowerCase());
    if (found.length > 1)
      return { status: 422, body: { success: false, message: `Multiple matches: ${found.map(({ id }) => id).join(', ')}` } };
    const lead = found[0] ?? newLead(10_000 + leads.length);
    if (found.length === 0) leads.push(lead);
    return { body: Object.assign(lead, properties) };
  };
  const one = (method: string, id: number, body: Body): JsonAnswer => {
    const lead = leads.find((each) => each.id === id);
    if (lead === undefined) return { status: 404, body: { message: 'Resource not found' } };
    return { body: method === 'PUT' ? Object.assign(lead, body) : lead };
  };
  const work = (method: string, path: string, body: Body): JsonAnswer => {
    if (path === '/account') return { body: { id: 1, name: 'Test account' } };
    if (path === '/leads/search') return search(body);
    if (path === '/leads/upsert') return upsert(body);
    return one(method, Number(path.split('/')[2]), body);
  };
  const server = await startHttpStandIn(
    behaviours,
    ({ method, path, headers, body }) => {
      times.push(performance.now());
      const isKnown = headers['x-pw-accesstoken'] === 'copper-test' && headers['x-pw-useremail'] === 'crm@example.com';
      if (!isKnown) return { status: 401, body: { message: 'Invalid API key or user' } };
      return work(method, path, body === '' ? {} : JSON.parse(body));
    },
    port,
  );
  return {
    ...server,
    leads,
    gone,
    times,
    behaviours,
    /** Hides leads from the search, as an index that lags behind does. */
    hideFromSearch: (rule: typeof isHidden) => {
      isHidden = rule;
    },
  };
}
