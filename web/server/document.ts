import { robotsOf, type PageMetaValues } from '../page/PageMeta.tsx';
import type { RelayPayload } from '../relay/environment.ts';
import { entryModule, stylesOf, type ClientAssets } from './assets.ts';
import { earlyFormsScript, releaseFormsScript } from './earlyForms.ts';

interface DocumentParts {
  /** Path and query of the page, for the browser to compare with its current URL. */
  url: string;
  markup: string;
  meta: PageMetaValues;
  payloads: readonly RelayPayload[];
  origin: string;
  assets: ClientAssets;
  routeModules: readonly string[];
  componentStyles: string;
}

export interface RenderedDocument {
  html: string;
  /** The inline scripts, which the content security policy allows by their hashes. */
  scripts: string[];
}

export function renderDocument(parts: DocumentParts): RenderedDocument {
  const { url, markup, payloads, assets, routeModules } = parts;
  const start = afterFirstPaint(assets, routeModules);
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${head(parts)}
</head>
<body>
<div id="root" data-url="${escapeText(url)}">${markup.replace(picturePreloads, '')}</div>
<script type="application/json" id="relay-data">${scriptJson(payloads)}</script>
<script type="module">${start}</script>
</body>
</html>
`;
  return { html, scripts: [formsScript, start] };
}

const formsScript = `{${earlyFormsScript}}`;

/**
 * A document without a page; the browser fetches data and renders it. Cheap, for times of high
 * load.
 */
export function renderShell({
  origin,
  assets,
}: Pick<DocumentParts, 'origin' | 'assets'>): RenderedDocument {
  return renderDocument({
    // Matches no URL, so nothing is hydrated.
    url: '',
    markup: '<noscript>Many people are here right now. Please reload in a moment.</noscript>',
    meta: { title: 'Tideweek' },
    payloads: [],
    origin,
    assets,
    routeModules: [],
    componentStyles: '',
  });
}

function head({ markup, meta, origin, assets, componentStyles }: DocumentParts): string {
  const canonical =
    meta.canonicalPath === undefined ? undefined : new URL(meta.canonicalPath, origin).href;
  const robots = robotsOf(meta);
  const lines = [
    `<title>${escapeText(meta.title)}</title>`,
    `<meta name="description" content="${escapeText(meta.description ?? '')}">`,
    canonical && `<link rel="canonical" href="${escapeText(canonical)}">`,
    ...(meta.preloadImages ?? []).map(
      ({ href, media }) =>
        `<link rel="preload" as="image" href="${escapeText(href)}" media="${escapeText(media)}" fetchpriority="high">`,
    ),
    ...mainPictures(markup),
    ...assets.fonts.map(
      (href) => `<link rel="preload" as="font" type="font/woff2" href="${href}" crossorigin>`,
    ),
    `<meta name="theme-color" content="#0E4B53">`,
    `<link rel="icon" href="${icon}">`,
    `<link rel="apple-touch-icon" href="/apple-touch-icon.png">`,
    `<link rel="manifest" href="/manifest.webmanifest">`,
    `<meta property="og:title" content="${escapeText(meta.title)}">`,
    meta.description &&
      `<meta property="og:description" content="${escapeText(meta.description)}">`,
    `<meta property="og:type" content="website">`,
    canonical && `<meta property="og:url" content="${escapeText(canonical)}">`,
    `<meta property="og:image" content="${escapeText(new URL(meta.imagePath ?? '/media/previews/site.jpg', origin).href)}">`,
    `<meta property="og:image:width" content="1200">`,
    `<meta property="og:image:height" content="630">`,
    `<meta name="twitter:card" content="summary_large_image">`,
    robots && `<meta name="robots" content="${robots}">`,
    componentStyles,
    `<style>${stylesOf(markup, assets.rules)}</style>`,
    `<script>${formsScript}</script>`,
  ];
  return lines.filter(Boolean).join('\n');
}

/**
 * The script that loads the client code. The page can be read, and its links and search used,
 * without it. It is requested only after the page and its main picture are painted, so that they do
 * not share the network with it. The timer is for pages that are not painted, such as those in the
 * background. The code waits for the stylesheets, since what it renders may need styles that are
 * not inlined. A URL with two leading slashes keeps the server's page: the router would read `//`
 * as the home page and `//x` as another site.
 */
function afterFirstPaint(
  { chunks, stylesheets }: ClientAssets,
  routeModules: readonly string[],
): string {
  const needed = new Set([...routeModules, entryModule].flatMap((module) => chunks[module] ?? []));
  return [
    `let started=location.pathname.startsWith('//')`,
    `const link=(rel,href)=>new Promise((done)=>document.head.append(Object.assign(document.createElement('link'),{rel,href,onload:done,onerror:done})))`,
    `const needed=${JSON.stringify([...needed])}`,
    // Evaluates each file in its own task; all files at once would block the page.
    `const run=async()=>{for(const href of needed){await import(href);await new Promise((done)=>setTimeout(done))}}`,
    `const start=()=>{if(started)return;started=true;for(const href of needed)link('modulepreload',href);Promise.all(${JSON.stringify(stylesheets)}.map((href)=>link('stylesheet',href))).then(run).catch(()=>{${releaseFormsScript}})}`,
    `const picture=document.querySelector('img[fetchpriority=high]')`,
    `const shown=picture?picture.decode().catch(()=>{}):Promise.resolve()`,
    `shown.then(()=>requestAnimationFrame(()=>requestAnimationFrame(()=>setTimeout(start))))`,
    `setTimeout(start,4000)`,
  ].join(';');
}

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 38 38'%3E%3Ccircle cx='19' cy='19' r='19' fill='%230E4B53'/%3E%3Ccircle cx='25.5' cy='13' r='4' fill='%23F2B441'/%3E%3Cpath d='M5 23c3.5-5.4 7-5.4 10.5 0s7 5.4 10.5 0 4.6-4.4 7-3' fill='none' stroke='%23fff' stroke-width='2.6' stroke-linecap='round'/%3E%3C/svg%3E";

/** React writes them before the markup, for each picture that does not load lazily. */
const picturePreloads = /^(?:<link rel="preload"[^>]*>)+/;

const mainPictures = (markup: string): readonly string[] =>
  picturePreloads.exec(markup)?.[0].match(/<link[^>]* fetchPriority="high"[^>]*>/g) ?? [];

/** JSON that can neither close its script element nor break a line of script. */
function scriptJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

function escapeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
