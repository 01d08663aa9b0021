/** Imported first by tests in Node of what the session is loaded with: it keeps an eye on the window of its page. */
Object.assign(globalThis, { window: Object.assign(new EventTarget(), { location: new URL('http://localhost/') }) });
