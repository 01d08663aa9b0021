/** One server-sent event; `data` is its unparsed text. */
export interface ServerEvent {
  readonly event: string;
  readonly data: string;
}

const fieldOf = (line: string): readonly [string, string] => {
  const colon = line.indexOf(':');
  return colon === -1 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')];
};

/** Parses one block of lines; undefined for a block without data, such as a keep-alive comment. */
function parseEvent(block: string): ServerEvent | undefined {
  const fields = block.split('\n').map(fieldOf);
  const data = fields.filter(([name]) => name === 'data').map(([, value]) => value);
  if (data.length === 0) return undefined;
  return { event: fields.findLast(([name]) => name === 'event')?.[1] ?? 'message', data: data.join('\n') };
}

/** Needed since the browser's EventSource cannot send a token. `onPart` is called for each part, even a comment. */
export async function* readServerEvents(body: ReadableStream<Uint8Array>, onPart?: () => void): AsyncGenerator<ServerEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      onPart?.();
      const blocks = (rest + decoder.decode(part.value, { stream: true })).replaceAll('\r\n', '\n').split('\n\n');
      rest = blocks.pop() ?? '';
      yield* blocks.map(parseEvent).filter((event) => event !== undefined);
    }
  } finally {
    // Also ends the request when the caller stops early.
    await reader.cancel().catch(() => undefined);
  }
}
