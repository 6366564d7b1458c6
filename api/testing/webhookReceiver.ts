import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';

// Receives webhooks, in a process of its own that tests can kill. Arguments: the port, and a file to
// which it appends each message as a line before it answers. It refuses one message in three and
// never answers one in twenty. Prints a line when it is ready.
const [port = '0', file = ''] = process.argv.slice(2);
let count = 0;

createServer((request, response) => {
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.on('end', () => {
    count += 1;
    const hangs = count % 20 === 0;
    const accepted = !hangs && count % 3 !== 0;
    const body = Buffer.concat(pieces).toString('utf8');
    appendFileSync(file, `${JSON.stringify({ accepted, headers: request.headers, body })}\n`);
    if (!hangs) {
      response.writeHead(accepted ? 204 : 503).end();
    }
  });
}).listen(Number(port), '127.0.0.1', () => process.stdout.write('listening\n'));
