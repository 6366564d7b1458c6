import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createResort, signedInUser } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import type { ImportProgress } from './resortImport.ts';

let server: TestServer;
let cookie: string;

beforeAll(async () => {
  server = await startTestServer();
  ({ cookie } = await signedInUser(server, { role: 'admin' }));
});

afterAll(() => server.close());

beforeEach(() => server.pool.query('TRUNCATE resorts CASCADE'));

const header = 'name,location,destination,description,priceMin,priceMax,rating,amenities,seasons';

const read = (body: BodyInit) =>
  server.send('/api/admin/resorts/imports', {
    method: 'POST',
    cookie,
    headers: { 'content-type': 'text/csv' },
    body,
  });

async function start(csv: string): Promise<ImportProgress> {
  const answer = await read(csv);
  expect([answer.status, answer.text]).toEqual([201, expect.anything()]);
  return JSON.parse(answer.text) as ImportProgress;
}

async function step(id: string): Promise<ImportProgress> {
  const answer = await server.rest<ImportProgress>(
    'POST',
    `/api/admin/resorts/imports/${id}`,
    {},
    { cookie },
  );
  expect(answer.status).toBe(200);
  return answer.body;
}

async function finish(begun: ImportProgress): Promise<ImportProgress[]> {
  const steps: ImportProgress[] = [];
  let now = begun;
  while (now.done < now.total) {
    now = await step(begun.id);
    steps.push(now);
  }
  return steps;
}

/** 1,000 lines; 37 of them can't be imported, each for one of several reasons. */
function bigFile(): { csv: string; bad: number[] } {
  const bad: number[] = [];
  const reasons = [
    (n: number) => `,Town ${n},Maine,Fine,100,200,4.5,Pool,`,
    (n: number) => `Resort ${n},Town ${n},Maine,Fine,300,200,4.5,Pool,`,
    (n: number) => `Resort ${n},Town ${n},Maine,Fine,100,200,5.5,Pool,`,
    (n: number) => `Resort ${n},Town ${n},Maine,Fine,many,200,4.5,Pool,`,
    (n: number) => `Resort ${n},Town ${n},Maine,Fine,100,200,4.5,Pool,Red 60`,
  ];
  const lines = Array.from({ length: 1_000 }, (_, index) => {
    const n = index + 1;
    if (n % 27 === 0) {
      bad.push(n + 1);
      return reasons[(n / 27) % reasons.length]?.(n);
    }
    return `Resort ${n},"Town ${n}, Maine",Maine,"Fine, ""really""",100,200,4.5,"Pool, Spa",Red 1-8`;
  });
  return { csv: [header, ...lines].join('\r\n'), bad };
}

describe('an import', () => {
  it('reports 37 bad lines of 1,000, shows its progress, and imports nothing twice', async () => {
    const { csv, bad } = bigFile();
    expect(bad).toHaveLength(37);
    const begun = await start(csv);
    expect(begun).toMatchObject({ total: 963, done: 0, imported: 0 });
    expect(begun.problems.map(({ line }) => line)).toEqual(bad);
    expect(begun.problems.slice(0, 5).map(({ messages }) => messages)).toEqual([
      ['Highest price must not be below the lowest'],
      ['Rating must be 0 to 5 in steps of 0.1'],
      ['Lowest price must be a whole number'],
      ["Weeks are numbered 1 to 53, not '60'"],
      ['Name is required'],
    ]);
    expect(await server.prisma.resort.count()).toBe(0);

    const steps = await finish(begun);
    expect(steps).toHaveLength(4);
    expect(steps[0]).toMatchObject({ done: 250, imported: 250 });
    expect(steps.at(-1)).toMatchObject({ done: 963, imported: 963, known: 0 });
    expect(await server.prisma.resort.count()).toBe(963);
    expect(await server.prisma.resortSeason.count()).toBe(963);
    expect(await server.prisma.resort.findFirst({ where: { name: 'Resort 1' } })).toMatchObject({
      slug: 'resort-1',
      location: 'Town 1, Maine',
      description: 'Fine, "really"',
      amenities: ['Pool', 'Spa'],
      priceMin: 100,
      brand: 'Independent',
    });
    expect(await server.prisma.auditEntry.count({ where: { subjectId: begun.id } })).toBe(4);
    // Another step after the end changes nothing.
    expect(await step(begun.id)).toMatchObject({ done: 963, imported: 963 });

    const again = await finish(await start(csv));
    expect(again.at(-1)).toMatchObject({ imported: 0, known: 963 });
    expect(await server.prisma.resort.count()).toBe(963);
  });

  it('imports nothing twice when the same file is imported twice concurrently', async () => {
    const lines = Array.from({ length: 600 }, (_, n) => `R${n},L${n},D,Fine,1,2,3,,`);
    const csv = [header, ...lines].join('\n');
    const ends = await Promise.all([finish(await start(csv)), finish(await start(csv))]);
    const imported = ends.map((steps) => steps.at(-1)?.imported ?? 0);
    expect(imported.reduce((sum, count) => sum + count)).toBe(600);
    expect(await server.prisma.resort.count()).toBe(600);
  });

  it('continues where the first step ended when two are sent concurrently', async () => {
    const lines = Array.from({ length: 500 }, (_, n) => `R${n},L${n},D,Fine,1,2,3,,`);
    const { id } = await start([header, ...lines].join('\n'));
    const steps = await Promise.all([step(id), step(id)]);
    expect(steps.map(({ done }) => done).sort()).toEqual([250, 500]);
    expect(await server.prisma.resort.count()).toBe(500);
  });

  it('keeps the previous steps when one fails, and can be continued', async () => {
    const lines = Array.from({ length: 300 }, (_, n) => `R${n},L${n},D,Fine,1,2,3,,`);
    const { id } = await start([header, ...lines].join('\n'));
    await step(id);
    await server.pool.query(
      `ALTER TABLE resorts ADD CONSTRAINT fault CHECK (name <> 'R299') NOT VALID`,
    );
    const failed = await server.rest('POST', `/api/admin/resorts/imports/${id}`, {}, { cookie });
    expect(failed.status).toBe(500);
    expect(await server.prisma.resort.count()).toBe(250);
    await server.pool.query('ALTER TABLE resorts DROP CONSTRAINT fault');
    expect(await step(id)).toMatchObject({ done: 300, imported: 300 });
  });

  it('recognizes a resort by its slug or by name and location, and leaves it unchanged', async () => {
    await createResort(server, { slug: 'known', name: 'A', location: 'X' });
    await createResort(server, { slug: 'other', name: 'B', location: 'Y' });
    const begun = await start(
      'Slug;Name;Location;Destination;Description\nknown;New name;Z;D;Fine\n;B;Y;D;Fine\n;B;Z;D;Fine\nother-2;C;Z;D;Fine',
    );
    expect(await step(begun.id)).toMatchObject({ done: 4, imported: 2, known: 2 });
    const resorts = await server.prisma.resort.findMany({ orderBy: { slug: 'asc' } });
    expect(resorts.map(({ slug, name, location }) => [slug, name, location])).toEqual([
      ['b', 'B', 'Z'],
      ['known', 'A', 'X'],
      ['other', 'B', 'Y'],
      ['other-2', 'C', 'Z'],
    ]);
  });

  it('counts lines like an editor, including quoted and blank ones', async () => {
    const { problems, total } = await start(
      `${header}\n\n"Two\nlines",L,D,Fine,1,2,3,,\n,L,D,Fine,1,2,3,,\nR,L,D,Fine,1,2,3,,\nR,L,D,Fine,1,2,3,,\nS,L,D,Fine,1,2,3,,,more\n`,
    );
    expect(total).toBe(1);
    expect(problems).toEqual([
      { line: 3, name: 'Two\nlines', messages: ['Name has a character that is not allowed'] },
      { line: 5, name: '', messages: ['Name is required'] },
      { line: 7, name: 'R', messages: ['The same resort stands in line 6'] },
      { line: 8, name: 'S', messages: ['There are more values than columns'] },
    ]);
  });

  it('takes who confirms guest certificates, and how long before check-in', async () => {
    const lines = [
      'desk@harbour.example,21',
      ',',
      'desk,21',
      'desk@harbour.example,121',
      ',0',
      ',soon',
    ];
    const { id, problems } = await start(
      [
        'name,location,destination,description,certificateEmail,certificateLeadDays',
        ...lines.map((line, index) => `R${index},L,D,Fine,${line}`),
      ].join('\n'),
    );
    expect(problems.map(({ messages }) => messages)).toEqual([
      ['Certificate address must be an e-mail address'],
      ['Certificate lead days must be at most 120'],
      ['Certificate lead days must be at least 1'],
      ['Certificate lead days must be a whole number'],
    ]);
    await step(id);
    expect(await server.prisma.resort.findMany({ orderBy: { name: 'asc' } })).toMatchObject([
      { certificateEmail: 'desk@harbour.example', certificateLeadDays: 21 },
      { certificateEmail: '', certificateLeadDays: null },
    ]);
  });

  it('refuses text that nobody sees, characters that turn text, and contact details', async () => {
    const lines = [
      '\u200b,L,D,Fine',
      'R\u202e,L,D,Fine',
      'R,L,D,Fine\u2066',
      'R,L,D,Fine. jo@example.com',
    ];
    const { total, problems } = await start(
      ['name,location,destination,description', ...lines].join('\n'),
    );
    expect([total, problems.map(({ messages }) => messages)]).toEqual([
      0,
      [
        ['Name is required'],
        ['name has a character that is not allowed'],
        ['description has a character that is not allowed'],
        ['Take out "jo@example.com". Contact details stay private until a booking is confirmed'],
      ],
    ]);
  });

  it.each([
    [
      'rows of separators only',
      'name,location,destination,description\r\nA,B,C,D\r\n,,,\r\n,,,\r\n',
    ],
    ['blank columns', 'name,location,destination,description,,\r\nA,B,C,D,,\r\n'],
    ['unnamed columns', 'name,,location,,destination,description\nA,,B,,C,D\n'],
    [
      'a named separator',
      '\uFEFFsep=;\r\n\r\nname;location;destination;description\r\nA;B;C;D\r\n',
    ],
    ['an inch mark', 'name,location,destination,description\nA,B,C,A 55" screen\n'],
  ])('takes a file with %s', async (_, csv) => {
    expect(await start(csv)).toMatchObject({ total: 1, problems: [] });
  });

  it('loses one line to a quote that is not closed', async () => {
    expect(await start('name,location,destination,description\nA,B,C,"D\nE,F,G,H\n')).toMatchObject(
      {
        total: 1,
        problems: [
          { line: 2, name: '', messages: ['A quote stands where none may be, or is not closed'] },
        ],
      },
    );
  });

  it('has a template that can be imported as it is', async () => {
    const { text } = await server.send('/api/admin/resorts/template', { cookie });
    expect(await start(text)).toMatchObject({ total: 1, problems: [] });
  });

  it.each([
    ['', 'The first line must name the columns, name, location, destination, description'],
    ['name,location\nA,B', 'The first line must name the columns, destination, description'],
    [`${header},color\n`, "There is no column 'color'"],
    [`${header},Name\n`, `The file can't be read: the column "name" stands twice`],
    [`${header},\u200bname\n`, `The file can't be read: the column "name" stands twice`],
    [new Uint8Array([0xff, 0xfe, 0x41]), 'The file must be text in UTF-8'],
    [`${header}\n${'a,b,c,d\n'.repeat(20_001)}`, 'A file may have at most 20,000 lines'],
    ['x'.repeat(10 * 1024 * 1024 + 1), 'A file may have at most 10 MB'],
  ])('refuses an invalid file (%#)', async (body, message) => {
    const answer = await read(body);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(message);
  });

  it('is for administrators only, and answers 404 if there is none', async () => {
    const { id } = await start(`${header}\nA,B,C,D,1,2,3,,`);
    const other = await signedInUser(server);
    const path = `/api/admin/resorts/imports/${id}`;
    expect((await server.rest('POST', path, {}, other)).status).toBe(403);
    expect((await server.rest('POST', `${path}0`, {}, { cookie })).status).toBe(404);
    expect(await server.prisma.resort.count()).toBe(0);
  });

  it('works over GraphQL too', async () => {
    const started = await server.graphqlFile<{
      startResortImport: { resortImport: { databaseId: string; total: number } };
    }>(
      `mutation ($file: Upload!) { startResortImport(file: $file) { __typename
         ... on StartResortImportPayload { resortImport { databaseId total problems { line name messages } } } } }`,
      new File([`${header}\nA,B,C,D,1,2,3,,\n,B,C,D,1,2,3,,`], 'resorts.csv'),
      { cookie },
    );
    expect(started.data?.startResortImport).toMatchObject({
      resortImport: {
        total: 1,
        problems: [{ line: 3, name: '', messages: ['Name is required'] }],
      },
    });
    const id = started.data?.startResortImport.resortImport.databaseId;
    const answer = await server.graphqlText(
      `mutation ($id: ID!) { continueResortImport(importId: $id) {
         ... on ContinueResortImportPayload { resortImport { done imported known } } } }`,
      { id },
      { cookie },
    );
    expect(answer.data).toEqual({
      continueResortImport: { resortImport: { done: 1, imported: 1, known: 0 } },
    });
  });
});

describe('the export', () => {
  const download = () => server.send('/api/admin/resorts/export', { cookie });

  it('contains all resorts, and importing it adds none', async () => {
    for (let n = 0; n < 3; n += 1) {
      await createResort(server, {
        name: `R, "${n}"`,
        rating: 4.25,
        latitude: -12.5,
        longitude: 100,
        amenities: ['Pool', 'Spa'],
        description: 'Line one.\nLine two.',
        timezone: 'UTC',
      });
    }
    const answer = await download();
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toContain('resorts.csv');
    expect(answer.text.split('\r\n')[0]).toMatch(/^slug,name,location,destination,description/);
    const begun = await start(answer.text);
    expect([begun.total, begun.problems]).toEqual([3, []]);
    expect(await step(begun.id)).toMatchObject({ imported: 0, known: 3 });
  });

  it('contains nothing that a spreadsheet reads as a formula, and can be imported', async () => {
    const evil = ['=HYPERLINK("http://x")', '+1', '-1', '@SUM(A1)'];
    for (const name of evil) {
      await createResort(server, { name, location: `@${name}` });
    }
    const { text } = await download();
    const cells = text.split(/\r\n|,/);
    expect(cells.filter((cell) => /^"?[=+@]/.test(cell))).toEqual([]);
    expect(text).toContain(`'-1`);
    await server.pool.query('TRUNCATE resorts CASCADE');
    const begun = await start(text);
    await step(begun.id);
    const names = await server.prisma.resort.findMany({ select: { name: true } });
    expect(names.map(({ name }) => name).sort()).toEqual([...evil].sort());
  });

  it('continues beyond one chunk', async () => {
    await server.pool.query(`
      INSERT INTO resorts (id, slug, name, brand, location, destination, description, image_url)
      SELECT gen_random_uuid(), 's' || n, 'N' || n, 'B', 'L', 'D', 'Fine', '/x' FROM generate_series(1, 1001) AS n`);
    const { text } = await download();
    expect(text.trimEnd().split('\r\n')).toHaveLength(1_002);
  });
});
