// @vitest-environment node
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { pictureSizes } from '#web/resorts/pictureSizes.ts';
import { renderDocument } from './document.ts';

it('preloads the main picture in the sizes among which the browser chooses, and no other picture', () => {
  const markup = renderToString(
    <main>
      <img {...pictureSizes('/media/resorts/0a/960.webp', '50vw')} fetchPriority="high" alt="" />
      <img src="/pictures/soon.svg" alt="" />
    </main>,
  );
  const { html } = renderDocument({
    url: '/',
    markup,
    meta: { title: 'Tideweek' },
    payloads: [],
    origin: 'https://weeks.example',
    assets: { chunks: {}, fonts: [], stylesheets: [], rules: [] },
    routeModules: [],
    componentStyles: '',
  });
  const [head = '', body = ''] = html.split('<body>');
  expect(head.match(/<link rel="preload"[^>]*>/g)).toEqual([
    '<link rel="preload" as="image" imageSrcSet="/media/resorts/0a/480.webp 480w, /media/resorts/0a/960.webp 960w, /media/resorts/0a/1440.webp 1440w" imageSizes="50vw" fetchPriority="high"/>',
  ]);
  expect(body).toContain('<div id="root" data-url="/"><main>');
});
