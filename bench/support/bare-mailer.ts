import { parentPort } from 'node:worker_threads';
import { createTransport } from 'nodemailer';

// The baseline of mailings: sends mails over four connections, and says how many a second.
const { SMTP_URL: url, MAILS } = process.env;
const transport = createTransport({ url, pool: true, maxConnections: 4, maxMessages: Infinity });
const mail = { from: 'team@example.com', to: 'ada@example.org', subject: 'Parking', text: 'Hello Ada', html: '<p>Hello Ada</p>' };
const startedAt = performance.now();
await Promise.all(Array.from({ length: Number(MAILS) }, async () => transport.sendMail(mail)));
parentPort?.postMessage((Number(MAILS) / (performance.now() - startedAt)) * 1_000);
transport.close();
