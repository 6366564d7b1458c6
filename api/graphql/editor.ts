import type { GraphiQLOptions } from 'graphql-yoga';
import { exampleQueries } from './exampleQueries.ts';

/** Options of the editor; the address may hold the `query` and `variables` to begin with. */
export function editorOptions(request: Request): GraphiQLOptions {
  const variables = new URL(request.url).searchParams.get('variables');
  const options = {
    title: 'Tideweek GraphQL',
    defaultQuery: exampleQueries,
    // Headers hold tokens, and the editor would put them into the browser's storage.
    shouldPersistHeaders: false,
    variables: variables === null ? undefined : inlineJson(variables),
  };
  return options;
}

/** JSON that can stand inside a script; undefined if the text is not JSON. */
function inlineJson(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text), null, 2).replaceAll('<', String.raw`\u003c`);
  } catch {
    return undefined;
  }
}

/** The page of the editor, with a field for a token that all its calls are made with. */
export async function renderEditor(options: GraphiQLOptions): Promise<string> {
  // The editor takes 30 MB of memory, so it is loaded at its first use.
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  return renderGraphiQL(options).replace(root, () => tokenField + root);
}

const root = '<div id="root"></div>';

const tokenField = `
<style>
  body { display: flex; flex-direction: column; height: 100vh; height: 100dvh; }
  #root { flex: 1; min-height: 0; }
  #root .graphiql-container { height: 100%; }
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
</style>
<div class="token">
  <label>Token <input id="token" placeholder="tw_test_…" autocomplete="off" autocapitalize="off" spellcheck="false"></label>
  <span>Sent with the calls of this page, and kept nowhere. <a href="/organizations">Get a token</a> · <a href="/developers">Developer pages</a></span>
</div>
<script>
  {
    const field = document.getElementById('token');
    const send = window.fetch;
    window.fetch = (address, init = {}) => {
      const token = field.value.trim();
      const headers = token ? { ...init.headers, authorization: 'Bearer ' + token } : init.headers;
      return send(address, { ...init, headers });
    };
  }
</script>
`;
