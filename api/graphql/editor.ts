import type { GraphiQLOptions } from 'graphql-yoga';
import { hashSource } from '../platform/http/hashSource.ts';
import { exampleQueries } from './exampleQueries.ts';

function editorOptions(request: Request): GraphiQLOptions {
  const variables = new URL(request.url).searchParams.get('variables');
  const options = {
    title: 'Tideweek GraphQL',
    endpoint: '/graphql',
    defaultQuery: exampleQueries,
    // Headers hold tokens, which the editor would write to the browser's storage.
    shouldPersistHeaders: false,
    variables: variables === null ? undefined : inlineJson(variables),
  };
  return options;
}

function inlineJson(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text), null, 2).replaceAll('<', String.raw`\u003c`);
  } catch {
    return undefined;
  }
}

export const editorAddress = '/graphql/editor';

/**
 * It evaluates scripts, so its policy gives it an origin of its own, without cookies and storage;
 * the surrounding page makes its calls.
 */
export async function renderEditor(address: string): Promise<string> {
  // Loaded on demand, since the editor takes 30 MB of memory.
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const options = editorOptions(new Request(new URL(address, 'http://localhost')));
  return renderGraphiQL(options).replace(root, () => `<script>${inFrame}</script>${root}`);
}

export const editorPolicy = [
  'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox',
  "default-src 'none'",
  "script-src 'unsafe-inline' 'unsafe-eval' blob:",
  'worker-src blob:',
  "style-src 'unsafe-inline'",
  'img-src data:',
  'font-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

const root = '<div id="root"></div>';

/** Passes calls to the surrounding page: the frame has no storage and can't change the address. */
const inFrame = `
  {
    const memory = () => {
      const items = new Map();
      return {
        getItem: (key) => items.get(key) ?? null,
        setItem: (key, value) => void items.set(key, String(value)),
        removeItem: (key) => void items.delete(key),
        clear: () => items.clear(),
        key: (index) => [...items.keys()][index] ?? null,
        get length() { return items.size; },
      };
    };
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, { value: memory() });
    }
    // A module of an origin of its own can't be loaded from a blob; a classic script can.
    window.Worker = class extends Worker {
      constructor(address, options) { super(address, { ...options, type: 'classic' }); }
    };
    history.replaceState = history.pushState = (_state, _title, address) => {
      parent.postMessage({ search: new URL(address, location.href).search }, '*');
    };
    window.fetch = (_address, { body, headers, signal } = {}) =>
      new Promise((resolve, reject) => {
        const { port1: port, port2 } = new MessageChannel();
        let content;
        const stream = new ReadableStream({
          start: (controller) => void (content = controller),
          cancel: () => port.postMessage('stop'),
        });
        port.onmessage = ({ data: { head, chunk, isDone, problem } }) => {
          if (head) resolve(new Response(stream, head));
          if (chunk) content.enqueue(chunk);
          if (isDone) content.close();
          if (problem) {
            reject(new TypeError(problem));
            content.error(new TypeError(problem));
          }
        };
        signal?.addEventListener('abort', () => {
          port.postMessage('stop');
          reject(signal.reason);
        });
        const accept = new Headers(headers).get('accept');
        parent.postMessage({ body, accept }, '*', [port2]);
      });
  }
`;

const styles = `
  body { display: flex; flex-direction: column; height: 100vh; height: 100dvh; margin: 0; }
  iframe { flex: 1; min-height: 0; border: 0; }
  .token {
    display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: center; padding: 10px 16px;
    background: #08363c; color: #e6f2ef; font: 15px/1.4 system-ui, sans-serif;
  }
  .token label { display: flex; gap: 8px; align-items: center; font-weight: 600; }
  .token input {
    box-sizing: border-box; width: 26em; max-width: 62vw; height: 40px; padding: 0 12px;
    border: 1px solid #6f9a95; border-radius: 8px; background: #fff; color: #10292f;
    font: 14px/1.6 ui-monospace, monospace;
  }
  .token a { color: inherit; }
  .token :focus-visible { outline: 3px solid #f2b544; outline-offset: 2px; }
`;

/** Makes the calls of the editor, with the token and without cookies. */
const aroundFrame = `
  const field = document.getElementById('token');
  const frame = document.getElementById('editor');
  const answer = async ({ body, accept }, port, signal) => {
    const token = field.value.trim();
    const response = await fetch('/graphql', {
      method: 'POST',
      body,
      signal,
      credentials: 'omit',
      headers: {
        accept: accept || 'application/json',
        'content-type': 'application/json',
        ...(token && { authorization: 'Bearer ' + token }),
      },
    });
    const head = { status: response.status, headers: [...response.headers] };
    port.postMessage({ head });
    const reader = response.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      port.postMessage({ chunk: part.value });
    }
    port.postMessage({ isDone: true });
  };
  addEventListener('message', ({ source, data, ports: [port] }) => {
    if (source !== frame.contentWindow) return;
    if (typeof data.search === 'string') {
      history.replaceState(null, '', location.pathname + '?' + data.search.replace(/^[?]/, ''));
    }
    if (!port) return;
    const stop = new AbortController();
    port.onmessage = () => stop.abort();
    answer(data, port, stop.signal).catch(({ message }) => port.postMessage({ problem: message }));
  });
  frame.src = '${editorAddress}' + location.search;
`;

export const editorPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Tideweek GraphQL</title>
<style>${styles}</style>
</head>
<body>
<div class="token">
  <label>Token <input id="token" placeholder="tw_test_…" autocomplete="off" autocapitalize="off" spellcheck="false"></label>
  <span>Sent with the calls of this page, and kept nowhere. <a href="/organizations">Get a token</a> · <a href="/developers">Developer pages</a></span>
</div>
<iframe id="editor" title="GraphQL editor" allow="clipboard-write"></iframe>
<noscript>The editor needs JavaScript.</noscript>
<script>${aroundFrame}</script>
</body>
</html>
`;

export const editorPagePolicy = [
  "default-src 'none'",
  `script-src ${hashSource(aroundFrame)}`,
  `style-src ${hashSource(styles)}`,
  "frame-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
