// @vitest-environment node
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { leadsToPage, render, type RenderRequest } from './entryServer.tsx';
import { adminPages } from './adminRoutes.ts';
import { pages } from './routes.tsx';

const origin = 'https://weeks.example';

describe('routes', () => {
  it('each lead to a module with a component and a loader', async () => {
    for (const { path, load } of [...pages, ...adminPages]) {
      const page = (await load()).page;
      expect([path, typeof page.Component, typeof page.load]).toEqual([
        path,
        'function',
        'function',
      ]);
    }
  });

  it('each have a path of their own', () => {
    const paths = [...pages, ...adminPages].map(({ path }) => path);
    expect(paths).toEqual([...new Set(paths)]);
  });
});

describe('leadsToPage', () => {
  it.each([
    '/',
    '/search?q=x',
    '/Search',
    '/%73earch',
    '/search/',
    '/resort/x',
    '/admin/users',
    '/?',
    '/#',
  ])('%s is a page', (url) => expect(leadsToPage(url, origin)).toBe(true));

  it.each([
    '//',
    '///',
    '//[',
    '//@',
    '//a:b',
    '//search',
    '/\\',
    '/\\\\',
    '/\\evil.example',
    '*',
    '',
    '/..//',
    '/.//',
    '/..//search',
    '/x/..//',
    '/..\\/',
    '/no',
    '/no/such',
    '/searching',
    '/search/x',
    '/resort/x/y',
    '/admin/no',
    '/%2F',
    '/%5C',
    '/%',
    '/%E0%A4%A',
    'search',
  ])('%j is not a page', (url) => expect(leadsToPage(url, origin)).toBe(false));

  it('matches only pages of this site, and never throws', () => {
    const part = fc.oneof(
      fc.constantFrom('/', '//', '\\', '.', '..', '%', '%2f', '[', ']', '@', ':', '?', '#', '\t'),
      fc.constantFrom('search', 'resort', 'admin', 'http:', 'evil.example', '%E0%A4%A', '%00'),
      fc.string({ maxLength: 3, unit: 'binary' }),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        for (const url of [parts.join(''), `/${parts.join('')}`]) {
          if (!leadsToPage(url, origin)) continue;
          const address = new URL(url, origin);
          expect(address.origin).toBe(origin);
          expect(address.pathname).not.toMatch(/^\/\//);
        }
      }),
      { numRuns: 3_000 },
    );
  });
});

const renderWith = async (execute: RenderRequest['execute'], url = '/contact') => {
  const reports: unknown[] = [];
  const result = await render({
    url,
    origin,
    assets: { chunks: {}, fonts: [], stylesheets: [], rules: [] },
    execute,
    report: (error) => reports.push(error),
  });
  const html = result.kind === 'page' ? result.html : '';
  return { status: result.kind === 'page' && result.status, html, reports };
};

describe('A page that is the same on every site', () => {
  const site = {
    title: 'Tideweek',
    contactEmail: '',
    contactPhone: '',
    supportHours: '',
    socialLinks: [],
    copyrightYear: 2031,
    serviceFeeBps: 800,
    takesPayments: true,
  };
  it.each(['/auth', '/contact', '/help', '/safety', '/owner-resources', '/travel-tips'])(
    'praises the site only where it holds sample data: %s',
    async (url) => {
      for (const holdsSampleData of [false, true]) {
        const data = { viewer: null, site: { ...site, holdsSampleData } };
        const { status, html } = await renderWith(() => Promise.resolve({ data }), url);
        expect(status).toBe(200);
        const praise = /largest|most trusted|\d reviews|BBB/.exec(html)?.[0];
        expect(praise).toBe(url === '/auth' && holdsSampleData ? 'largest' : undefined);
      }
    },
  );
});

describe('A page that cannot be loaded', () => {
  it('responds 503 and reports the error that was thrown', async () => {
    const thrown = new Error('no such column');
    const { status, reports } = await renderWith(() => Promise.reject(thrown));
    expect(status).toBe(503);
    expect(reports).toContain(thrown);
  });

  it('responds 503 and reports a response without data', async () => {
    const errors = [{ message: 'The database is away', extensions: { code: 'UNAVAILABLE' } }];
    const { status, reports } = await renderWith(() => Promise.resolve({ data: null, errors }));
    expect(status).toBe(503);
    expect(String(reports[0])).toContain('The database is away');
  });

  it('responds 400 and reports nothing if its input is refused', async () => {
    const errors = [{ message: 'No NUL, please', extensions: { code: 'BAD_USER_INPUT' } }];
    const { status, reports } = await renderWith(() => Promise.resolve({ data: null, errors }));
    expect({ status, reports }).toEqual({ status: 400, reports: [] });
  });

  it('responds 500 and reports a module that fails to load', async () => {
    const fault = new Error('no such module');
    const load = vi.spyOn(
      pages.find(({ path }) => path === '/forums')!,
      'load',
    );
    load.mockRejectedValue(fault);
    try {
      const { status, reports } = await renderWith(
        () => Promise.resolve({ data: null }),
        // The code of a page is loaded once.
        '/forums',
      );
      expect({ status, reports }).toEqual({ status: 500, reports: [fault] });
    } finally {
      load.mockRestore();
    }
  });

  it('renders pages at the same time, each with what its own visitor gets', async () => {
    const renderFor = async (visitor: number) => {
      const result = await renderWith(async () => {
        await new Promise((resolve) => setImmediate(resolve));
        return { data: { site: { title: `Site of ${visitor}`, socialLinks: [] } } };
      });
      return result.html?.match(/Site of \d/g);
    };
    const visitors = [1, 2, 3];
    const found = await Promise.all(visitors.map(renderFor));
    expect(found.map((each) => [...new Set(each)])).toEqual([
      ['Site of 1'],
      ['Site of 2'],
      ['Site of 3'],
    ]);
  });
});
