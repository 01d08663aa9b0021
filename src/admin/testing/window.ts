/** Imported first by tests in Node that load the session, which needs the window of its page. */
Object.assign(globalThis, { window: Object.assign(new EventTarget(), { location: new URL('http://localhost/') }) });
