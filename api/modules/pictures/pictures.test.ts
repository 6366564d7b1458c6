import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Listing } from '#api/generated/prisma/client.ts';
import { createListing, createResort, globalId, signedInUser } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { keysOf } from './files.ts';
import { sweepPictures } from './area.ts';

interface Person {
  cookie: string;
  id: string;
}

let server: TestServer;
let resortId: string;
let owner: Person;
let other: Person;
let admin: Person;
let listing: Listing;
/** A small JPEG. */
let small: Buffer;

const person = async (given = {}): Promise<Person> => {
  const { cookie, user } = await signedInUser(server, given);
  return { cookie, id: user.id };
};

beforeAll(async () => {
  server = await startTestServer({ rateLimits: true });
  resortId = (await createResort(server)).id;
  other = await person();
  admin = await person({ role: 'admin' });
  small = await jpeg(600, 400);
});

afterAll(() => server.close());

beforeEach(async () => {
  // A new account has not spent its uploads.
  owner = await person();
  listing = await createListing(server, { resortId, ownerId: owner.id });
});

afterEach(async () => {
  vi.restoreAllMocks();
  await server.prisma.picture.deleteMany();
  await sweepNextDay();
});

const jpeg = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#d08030' } })
    .jpeg()
    .toBuffer();

interface Shown {
  databaseId: string;
  alt: string;
  position: number;
  width: number;
  height: number;
  placeholder: string;
  url: string;
  sources: { contentType: string; width: number; url: string }[];
}

interface Result {
  __typename: string;
  message?: string;
  fieldErrors?: { field: string; message: string }[];
  listing?: { status: string; version: number; pictures: Shown[] } | null;
  resort?: { pictures: Shown[] } | null;
}

const shown = `pictures {
  databaseId alt position width height placeholder url sources { contentType width url }
}`;

const answerOf = (name: string): string => `{
  __typename
  ... on ${name}Payload { listing { status version ${shown} } resort { ${shown} } }
  ... on Error { message }
  ... on InvalidInputError { fieldErrors { field message } }
  ... on ConflictError { fieldErrors { field message } }
}`;

const literal = (input: object): string =>
  `{ ${Object.entries(input)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join(', ')} }`;

async function add(
  content: Buffer = small,
  input: object = {},
  cookie: string | undefined = owner.cookie,
): Promise<Result> {
  const given = { alt: 'The kitchen', ...('resortId' in input ? {} : own()), ...input };
  const answer = await server.graphqlFile<{ addPicture: Result }>(
    `mutation ($file: Upload!) { addPicture(input: ${literal(given)}, file: $file) ${answerOf('AddPicture')} }`,
    new File([new Uint8Array(content)], 'IMG_1.jpg', { type: 'image/jpeg' }),
    { cookie },
  );
  expect(answer.errors).toEqual([]);
  return answer.data!.addPicture;
}

async function change(
  name: 'orderPictures' | 'describePicture' | 'deletePicture',
  input: object,
  cookie: string | undefined = owner.cookie,
): Promise<Result> {
  const type = name.slice(0, 1).toUpperCase() + name.slice(1);
  const { data, errors } = await server.graphqlText<Record<string, Result>>(
    `mutation { ${name}(input: ${literal(input)}) ${answerOf(type)} }`,
    {},
    { cookie },
  );
  expect(errors).toEqual([]);
  return data![name]!;
}

const own = () => ({ listingId: listing.id });

/** Adds pictures that have these descriptions, without drawing them; returns their ids. */
async function fill(alts: string[], subject: object = own()): Promise<string[]> {
  const rows = await server.prisma.picture.createManyAndReturn({
    data: alts.map((alt, index) => ({
      ...subject,
      alt,
      position: index + 1,
      width: 400,
      height: 400,
      placeholder: 'data:image/webp;base64,',
    })),
  });
  return rows.map(({ id }) => id);
}

const altsOf = async (where: object = own()): Promise<string[]> => {
  const rows = await server.prisma.picture.findMany({ where, orderBy: { position: 'asc' } });
  expect(rows.map(({ position }) => position)).toEqual(rows.map((_, index) => index + 1));
  return rows.map(({ alt }) => alt);
};

const storedListing = () =>
  server.prisma.listing.findUniqueOrThrow({
    where: { id: listing.id },
    include: { events: { orderBy: { number: 'asc' } } },
  });

async function storedKeys(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of server.deps.storage.list('pictures/')) {
    keys.push(key);
  }
  return keys.sort();
}

/** Sweeps as if every file were two days old. */
async function sweepNextDay(): Promise<void> {
  const { storage } = server.deps;
  const aged = {
    ...storage,
    async *list(prefix: string) {
      for await (const object of storage.list(prefix)) {
        yield { ...object, modifiedAt: new Date(Date.now() - 2 * 86_400_000) };
      }
    },
  };
  await sweepPictures({ ...server.deps, storage: aged });
}

const open = async (url: string, cookie?: string) => {
  const answer = await fetch(server.url + url, { headers: cookie ? { cookie } : {} });
  return {
    status: answer.status,
    headers: answer.headers,
    bytes: Buffer.from(await answer.arrayBuffer()),
  };
};

const refusalOf = ({ __typename, fieldErrors, message }: Result): unknown[] => [
  __typename,
  ...(fieldErrors?.map((each) => `${each.field}: ${each.message}`) ?? [message]),
];

describe('an added picture', () => {
  it('of 12 MB from a phone is drawn upright in four widths, small, without metadata', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    const original = await sharp({
      create: { width: 4032, height: 3024, channels: 3, background: '#808080', noise },
    })
      .withMetadata({ orientation: 6 })
      .withExifMerge({
        IFD0: { Make: 'Camera of a member' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '12/1 33/1 20/1' },
      })
      .jpeg({ quality: 96 })
      .toBuffer();
    expect(original.length).toBeGreaterThan(12_000_000);
    expect((await sharp(original).metadata()).exif?.includes('Camera of a member')).toBe(true);

    const { listing: after } = await add(original, { alt: '  The sea from the balcony ' });
    const [picture] = after?.pictures ?? [];
    expect(picture).toMatchObject({
      alt: 'The sea from the balcony',
      position: 1,
      width: 1200,
      height: 1600,
    });
    expect(picture?.placeholder).toMatch(/^data:image\/webp;base64,[\w+/=]+$/);
    expect(picture?.placeholder.length).toBeLessThanOrEqual(300);
    expect(picture?.sources.map(({ contentType, width }) => `${contentType} ${width}`)).toEqual([
      'image/avif 400',
      'image/avif 800',
      'image/avif 1200',
      'image/jpeg 400',
      'image/jpeg 800',
      'image/jpeg 1200',
    ]);
    for (const { contentType, width, url } of picture?.sources ?? []) {
      const { status, headers, bytes } = await open(url, owner.cookie);
      expect([status, headers.get('content-type')]).toEqual([200, contentType]);
      expect(bytes.length).toBeLessThan(300_000);
      const { exif, icc, xmp, iptc, orientation, ...facts } = await sharp(bytes).metadata();
      expect([facts.width, facts.height]).toEqual([width, Math.round((width * 4) / 3)]);
      expect({ exif, icc, xmp, iptc, orientation }).toEqual({});
      expect(bytes.includes('Camera of a member')).toBe(false);
    }
  });

  it('has a width of 1,600 pixels at most, and its own if that is less', async () => {
    const wide = await add(await jpeg(3000, 2000));
    expect(wide.listing?.pictures[0]).toMatchObject({ width: 1600, height: 1067 });
    const { listing: after } = await add(await jpeg(1000, 700));
    const widths = after?.pictures.map(({ sources }) => sources.map(({ width }) => width));
    expect(widths).toEqual([
      [400, 800, 1200, 1600, 400, 800, 1200, 1600],
      [400, 800, 1000, 400, 800, 1000],
    ]);
    expect(await storedKeys()).toHaveLength(14);
  });

  it('is converted to sRGB, and shown on white where it is transparent', async () => {
    const inP3 = await sharp({
      create: { width: 600, height: 400, channels: 3, background: '#ff0000' },
    })
      .withIccProfile('p3')
      .jpeg({ quality: 100 })
      .toBuffer();
    const clear = { r: 0, g: 0, b: 0, alpha: 0 };
    const transparent = await sharp({
      create: { width: 600, height: 400, channels: 4, background: clear },
    })
      .png()
      .toBuffer();
    await add(inP3);
    const { listing: after } = await add(transparent);
    const colours = [];
    for (const { url } of after?.pictures ?? []) {
      const { bytes } = await open(url, owner.cookie);
      const { data } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
      colours.push([...data.subarray(0, 3)].map((value) => Math.round(value / 32) * 32));
    }
    expect(colours).toEqual([
      [256, 0, 0],
      [256, 256, 256],
    ]);
  });

  it.each(['png', 'webp'] as const)('may be a %s', async (format) => {
    const content = await sharp(small).toFormat(format).toBuffer();
    expect((await add(content)).__typename).toBe('AddPicturePayload');
  });
});

const bomb = () =>
  sharp({
    create: { width: 10_000, height: 6_100, channels: 3, background: '#000' },
    limitInputPixels: false,
  })
    .png({ compressionLevel: 9 })
    .toBuffer();

describe('refused is', () => {
  it.each<[string, () => Buffer | Promise<Buffer>, string]>([
    [
      'an SVG with a script',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      'The picture must be a JPEG, PNG or WebP file',
    ],
    [
      'a page',
      () => Buffer.from('<!doctype html><script>alert(1)</script>'),
      'The picture must be a JPEG, PNG or WebP file',
    ],
    [
      'an archive',
      () => Buffer.from('PK\u0003\u0004 and more of it'),
      'The picture must be a JPEG, PNG or WebP file',
    ],
    ['nothing', () => Buffer.alloc(0), 'The picture must be a JPEG, PNG or WebP file'],
    [
      'an AVIF',
      () => sharp(small).avif().toBuffer(),
      'The picture must be a JPEG, PNG or WebP file',
    ],
    [
      'a HEIC of a phone',
      () => Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic', 'latin1'),
      'HEIC pictures cannot be read. Save the picture as JPEG and upload that',
    ],
    [
      'a script that begins like a JPEG',
      () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('<script>')]),
      'The picture is damaged and cannot be read',
    ],
    [
      'half a JPEG',
      async () => {
        const whole = await sharp(small).blur(1).jpeg({ quality: 100 }).toBuffer();
        return whole.subarray(0, whole.length / 2);
      },
      'The picture is damaged and cannot be read',
    ],
    ['a bomb', bomb, 'The picture has too many pixels: 60 million at most'],
    [
      'one byte more than 15 MB',
      () => Buffer.concat([small, Buffer.alloc(15 * 1024 * 1024 + 1 - small.length)]),
      'A picture may have at most 15 MB',
    ],
    ['a small picture', () => jpeg(599, 400), 'The picture must have at least 600 by 400 pixels'],
    ['a stripe', () => jpeg(1700, 420), 'One side of the picture may be at most 4 times the other'],
  ])('%s', async (_what, make, message) => {
    expect(refusalOf(await add(await make()))).toEqual(['InvalidInputError', `file: ${message}`]);
    expect([await altsOf(), await storedKeys()]).toEqual([[], []]);
    expect((await storedListing()).contractVerificationStatus).toBe('verified');
  });

  it.each([
    ['no description', { alt: ' ' }, 'alt: Describe what the picture shows'],
    [
      'a long description',
      { alt: 'x'.repeat(201) },
      'alt: The description may have at most 200 characters',
    ],
    [
      'a description with a contact detail',
      { alt: 'The pool, www.example.com' },
      'alt: Take out "www.example.com". Contact details stay private until a booking is confirmed',
    ],
    [
      'a description with a line break',
      { alt: 'a\nb' },
      'alt: The description has a character that is not allowed',
    ],
    [
      'neither a listing nor a resort',
      { listingId: null },
      'listingId: Name a listing or a resort',
    ],
    [
      'a key of three characters',
      { idempotencyKey: 'abc' },
      'idempotencyKey: The idempotency key must have 8 to 100 visible characters',
    ],
  ])('%s', async (_what, input, message) => {
    expect(refusalOf(await add(small, input))).toEqual(['InvalidInputError', message]);
  });

  it('a listing and a resort at once', async () => {
    const both = { listingId: listing.id, resortId };
    expect(refusalOf(await add(small, both, admin.cookie))).toEqual([
      'InvalidInputError',
      'listingId: Name a listing or a resort',
    ]);
  });

  it('the 13th picture, also of concurrent ones, and nothing of it is kept', async () => {
    await fill(Array.from({ length: 10 }, (_, index) => `No ${index + 1}`));
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((alt) => add(small, { alt })));
    const most = 'file: There are 12 pictures already, which is the most';
    expect(answers.map(refusalOf).sort()).toEqual([
      ['AddPicturePayload', undefined],
      ['AddPicturePayload', undefined],
      ['InvalidInputError', most],
      ['InvalidInputError', most],
    ]);
    expect(await altsOf()).toHaveLength(12);
    const keys = (await server.prisma.picture.findMany({ where: { width: 600 } })).flatMap(keysOf);
    expect(await storedKeys()).toEqual(keys.sort());
  });
});

describe('who may change pictures', () => {
  it('of a listing: its owner, and nobody else', async () => {
    const [pictureId = ''] = await fill(['One']);
    const input = { pictureId };
    for (const { cookie } of [other, admin]) {
      const results = [
        await add(small, {}, cookie),
        await change('orderPictures', { ...own(), pictureIds: [pictureId] }, cookie),
        await change('describePicture', { ...input, alt: 'Mine' }, cookie),
        await change('deletePicture', input, cookie),
      ];
      expect(results.map(refusalOf)).toEqual(
        results.map(() => ['ForbiddenError', 'Only its owner can change a listing']),
      );
    }
    expect([await altsOf(), await storedKeys()]).toEqual([['One'], []]);
  });

  it('of a resort: administrators, each change with an audit entry', async () => {
    const [first = ''] = await fill(['Lobby'], { resortId });
    const refused = [
      await add(small, { resortId }, owner.cookie),
      await change('orderPictures', { resortId, pictureIds: [first] }),
      await change('describePicture', { pictureId: first, alt: 'Mine' }),
      await change('deletePicture', { pictureId: first }),
    ];
    expect(refused.map(({ __typename }) => __typename)).toEqual(
      refused.map(() => 'ForbiddenError'),
    );
    const added = await add(small, { resortId, alt: 'Pool' }, admin.cookie);
    expect(added.resort?.pictures.map(({ alt }) => alt)).toEqual(['Lobby', 'Pool']);
    const second = added.resort?.pictures[1]?.databaseId ?? '';
    await change('orderPictures', { resortId, pictureIds: [second, first] }, admin.cookie);
    await change('describePicture', { pictureId: second, alt: 'The pool' }, admin.cookie);
    await change('deletePicture', { pictureId: first }, admin.cookie);
    expect(await altsOf({ resortId })).toEqual(['The pool']);
    const entries = await server.prisma.auditEntry.findMany({
      where: { action: 'resort.update', subjectId: resortId },
      orderBy: { id: 'asc' },
    });
    expect(entries.map(({ actorId, after }) => [actorId, after])).toEqual(
      [['Lobby', 'Pool'], ['Pool', 'Lobby'], ['The pool', 'Lobby'], ['The pool']].map(
        (pictures) => [admin.id, { pictures }],
      ),
    );
  });

  it('is not told about what does not exist', async () => {
    const missing = randomUUID();
    expect((await add(small, { listingId: missing })).__typename).toBe('NotFoundError');
    expect((await add(small, { resortId: missing }, admin.cookie)).__typename).toBe(
      'NotFoundError',
    );
    expect((await change('deletePicture', { pictureId: missing })).__typename).toBe(
      'NotFoundError',
    );
    expect((await change('deletePicture', { pictureId: 'x' })).__typename).toBe('NotFoundError');
  });
});

describe('pictures in order', () => {
  it('are moved, described and deleted, and have no gaps', async () => {
    const [a = '', b = '', c = ''] = await fill(['a', 'b', 'c']);
    const ordered = await change('orderPictures', {
      ...own(),
      pictureIds: [c, globalId('Picture', a), b],
    });
    expect(ordered.listing?.pictures.map(({ alt }) => alt)).toEqual(['c', 'a', 'b']);
    await change('describePicture', { pictureId: globalId('Picture', a), alt: 'A' });
    const deleted = await change('deletePicture', { pictureId: c });
    expect(deleted.listing?.pictures.map(({ alt }) => alt)).toEqual(['A', 'b']);
    expect(await altsOf()).toEqual(['A', 'b']);
  });

  it.each([
    ['lack one', (ids: string[]) => ids.slice(1)],
    ['have one twice', (ids: string[]) => [ids[0], ids[0]]],
    ['have one of another listing', (ids: string[]) => [ids[0], randomUUID()]],
  ])('stay as they are if the new ones %s', async (_what, given) => {
    const pictureIds = given(await fill(['a', 'b']));
    expect(refusalOf(await change('orderPictures', { ...own(), pictureIds }))).toEqual([
      'ConflictError',
      'pictureIds: The pictures have changed. Load them again',
    ]);
    expect(await altsOf()).toEqual(['a', 'b']);
  });

  it('are complete after concurrent changes', async () => {
    const ids = await fill(['a', 'b', 'c', 'd']);
    const [a, b, c, d] = ids;
    await Promise.all([
      change('orderPictures', { ...own(), pictureIds: [d, c, b, a] }),
      change('deletePicture', { pictureId: b }),
      change('describePicture', { pictureId: c, alt: 'C' }),
      add(small, { alt: 'e' }),
      change('orderPictures', { ...own(), pictureIds: [b, a, d, c] }),
    ]);
    expect((await altsOf()).sort()).toEqual(['C', 'a', 'd', 'e']);
  });

  it('are added once for each idempotency key', async () => {
    const key = { idempotencyKey: randomUUID() };
    await Promise.all([add(small, key), add(small, key)]);
    const again = await add(small, { ...key, alt: 'Again' });
    expect(again.listing?.pictures.map(({ alt }) => alt)).toEqual(['The kitchen']);
    expect(await storedKeys()).toHaveLength(4);
    const elsewhere = await createListing(server, { resortId, ownerId: owner.id });
    expect(refusalOf(await add(small, { ...key, listingId: elsewhere.id }))).toEqual([
      'ConflictError',
      'idempotencyKey: This key was used for another picture',
    ]);
  });

  it('are limited in number and kind by the database, too', async () => {
    const row = { alt: 'x', width: 1, height: 1, placeholder: 'data:image/webp;', ...own() };
    const create = (data: object) =>
      server.prisma.picture.create({ data: { ...row, position: 1, ...data } });
    for (const broken of [
      { position: 13 },
      { position: 0 },
      { resortId },
      { listingId: null },
      { alt: ' ' },
      { width: 1601 },
      { placeholder: 'https://evil.example/' },
      { drawing: '../x' },
    ]) {
      await expect(create(broken)).rejects.toThrow('pictures_');
    }
    await create({});
    await expect(create({})).rejects.toThrow('Unique constraint failed');
  });
});

describe('a new picture of a verified listing', () => {
  it('sends it back to review, with one mail, until the team has seen it', async () => {
    const { listing: after } = await add();
    expect(after?.status).toBe('IN_REVIEW');
    await add(small, { alt: 'The bathroom' });
    const row = await storedListing();
    expect(row).toMatchObject({
      contractVerificationStatus: 'pending',
      ownershipVerified: false,
      onOffer: false,
    });
    expect(row.events.map(({ kind }) => kind)).toEqual(['edited', 'review_requested', 'edited']);
    const mails = await server.prisma.outgoingMail.findMany({
      where: { template: 'listingInReview', html: { contains: listing.id } },
    });
    expect(mails).toHaveLength(1);
  });

  it.each(['pending', 'rejected', 'more_information', 'expired'] as const)(
    'but not of one that is %s',
    async (contractVerificationStatus) => {
      await server.prisma.listing.update({
        where: { id: listing.id },
        data: { contractVerificationStatus },
      });
      await add();
      const row = await storedListing();
      expect(row.contractVerificationStatus).toBe(contractVerificationStatus);
      expect(row.events.map(({ kind }) => kind)).toEqual(['edited']);
    },
  );

  it('differs from other changes, which leave it verified', async () => {
    const [a = '', b = ''] = await fill(['a', 'b']);
    await change('orderPictures', { ...own(), pictureIds: [b, a] });
    await change('describePicture', { pictureId: a, alt: 'A' });
    await change('deletePicture', { pictureId: b });
    const row = await storedListing();
    expect(row).toMatchObject({ contractVerificationStatus: 'verified', onOffer: true });
    expect(row.events.map(({ kind }) => kind)).toEqual(['edited']);
  });

  it('makes a decision about the pictures before it void', async () => {
    await server.prisma.listing.update({
      where: { id: listing.id },
      data: { contractVerificationStatus: 'pending' },
    });
    const { version } = await storedListing();
    await add();
    const { data } = await server.graphqlText<{ verifyListing: { __typename: string } }>(
      'mutation ($input: VerifyListingInput!) { verifyListing(input: $input) { __typename } }',
      { input: { listingId: listing.id, version, note: 'Deed seen.' } },
      { cookie: admin.cookie },
    );
    expect(data?.verifyListing.__typename).toBe('ConflictError');
  });
});

describe('a file of a picture', () => {
  const urlOf = ({ listing: after }: Result) => after?.pictures[0]?.url ?? '';

  it('is cached for ever once everyone may see it, and before that is for its owner and the team', async () => {
    const url = urlOf(await add());
    expect(url).toMatch(/^\/media\/pictures\/[0-9a-f-]{36}\/600\.jpg$/);
    for (const [cookie, status] of [
      [undefined, 404],
      [other.cookie, 404],
      [owner.cookie, 200],
      [admin.cookie, 200],
    ] as const) {
      const answer = await open(url, cookie);
      expect(answer.status).toBe(status);
      expect(answer.headers.get('cache-control')).toContain('no-store');
    }
    const hidden = `{ node(id: ${JSON.stringify(globalId('Picture', url.split('/')[3]!))}) { id } }`;
    expect((await server.graphqlText<{ node: unknown }>(hidden)).data?.node).toBeNull();

    await server.prisma.listing.update({
      where: { id: listing.id },
      data: { contractVerificationStatus: 'verified' },
    });
    const { status, headers } = await open(url);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('content-type')).toBe('image/jpeg');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('stays public while the timeshare is for sale, also after its nights', async () => {
    const url = urlOf(await add());
    const { id } = listing;
    const over = { availableFrom: new Date('2020-01-04'), availableTo: new Date('2020-01-11') };
    const verified = { contractVerificationStatus: 'verified', ...over } as const;
    await server.prisma.listing.update({ where: { id }, data: verified });
    expect((await open(url)).status).toBe(404);
    const forSale = { isForSale: true, salePriceCents: 1_250_000 };
    await server.prisma.listing.update({ where: { id }, data: forSale });
    expect((await open(url)).status).toBe(200);
  });

  it('is not found under any other address', async () => {
    const url = urlOf(
      await add(small, { resortId }, admin.cookie).then(({ resort }) => ({
        __typename: '',
        listing: { status: '', version: 1, pictures: resort?.pictures ?? [] },
      })),
    );
    expect((await open(url)).status).toBe(200);
    for (const path of [
      url.replace('600.jpg', '601.jpg'),
      url.replace('600.jpg', '0600.jpg'),
      url.replace('600.jpg', '1600.jpg'),
      url.replace('600.jpg', '600.png'),
      url.replace('600.jpg', '600.toString'),
      '/media/pictures/1/600.jpg',
      `/media/pictures/${randomUUID()}/600.jpg`,
      '/media/pictures/..%2f..%2fcontracts/600.jpg',
    ]) {
      expect((await open(path)).status).toBe(404);
    }
  });

  it('is gone with its picture, its listing’s owner or its resort', async () => {
    const { id: goneId } = await createResort(server);
    const ofResort = await add(small, { resortId: goneId }, admin.cookie);
    const { listing: after } = await add();
    await add(small, { alt: 'Second' });
    const pictureId = after?.pictures[0]?.databaseId ?? '';
    expect(await storedKeys()).toHaveLength(12);
    await change('deletePicture', { pictureId });
    expect(await storedKeys()).toHaveLength(8);
    await server.prisma.resort.delete({ where: { id: goneId } });
    expect((await open(ofResort.resort?.pictures[0]?.url ?? '')).status).toBe(404);
    const { data } = await server.graphqlText<{ closeAccount: { __typename: string } }>(
      'mutation { closeAccount(input: { password: "correct horse battery", confirmation: "DELETE" }) { __typename } }',
      {},
      { cookie: owner.cookie },
    );
    expect(data?.closeAccount.__typename).toBe('CloseAccountPayload');
    expect(await altsOf()).toEqual([]);
    await sweepNextDay();
    expect(await storedKeys()).toEqual([]);
  });

  it('stays if it is young, or belongs to a picture', async () => {
    await add();
    const keys = await storedKeys();
    const { storage } = server.deps;
    const stray = `pictures/${randomUUID()}/400-jpg`;
    await storage.move(keys[0]!, stray);
    await sweepPictures(server.deps);
    expect(await storedKeys()).toHaveLength(4);
    await sweepNextDay();
    expect(await storedKeys()).toEqual(keys.slice(1));
  });
});

describe('a fault', () => {
  it('while the files are stored leaves no picture, and no file after the sweep', async () => {
    const { storage } = server.deps;
    const { write } = storage;
    let writes = 0;
    vi.spyOn(storage, 'write').mockImplementation((...given) => {
      writes += 1;
      return writes === 3 ? Promise.reject(new Error('the disk is full')) : write(...given);
    });
    const answer = await server.graphqlFile(
      `mutation ($file: Upload!) { addPicture(input: ${literal({ ...own(), alt: 'x' })}, file: $file) { __typename } }`,
      new File([new Uint8Array(small)], 'a.jpg'),
      { cookie: owner.cookie },
    );
    expect(answer.errors.map(({ extensions }) => extensions?.code)).toEqual([
      'INTERNAL_SERVER_ERROR',
    ]);
    expect(await altsOf()).toEqual([]);
    expect((await storedListing()).contractVerificationStatus).toBe('verified');
    await sweepNextDay();
    expect(await storedKeys()).toEqual([]);
  });

  it('while the row is stored changes nothing, and the sweep removes the files', async () => {
    await server.pool.query(
      `ALTER TABLE pictures ADD CONSTRAINT pictures_fault CHECK (alt <> 'fault')`,
    );
    const answer = await server.graphqlFile(
      `mutation ($file: Upload!) { addPicture(input: ${literal({ ...own(), alt: 'fault' })}, file: $file) { __typename } }`,
      new File([new Uint8Array(small)], 'a.jpg'),
      { cookie: owner.cookie },
    );
    await server.pool.query('ALTER TABLE pictures DROP CONSTRAINT pictures_fault');
    expect(answer.errors).toHaveLength(1);
    const row = await storedListing();
    expect([row.contractVerificationStatus, row.version, row.events]).toEqual([
      'verified',
      listing.version,
      [],
    ]);
    expect(await altsOf()).toEqual([]);
    await sweepNextDay();
    expect(await storedKeys()).toEqual([]);
  });
});

describe('what readers get', () => {
  const weeks = `query ($id: ID!) { resort(id: $id) {
    pictureCount
    pictures(first: 1) { alt }
    weeks(first: 1) { edges { node { pictureCount pictures { alt url sources { url } } } } }
  } }`;

  it('is the pictures of a resort and of its listings on offer, and follows changes at once', async () => {
    const { id } = await createResort(server);
    await server.prisma.listing.update({ where: { id: listing.id }, data: { resortId: id } });
    await fill(['Lobby', 'Pool'], { resortId: id });
    const [first = ''] = await fill(['Sofa', 'Bed']);
    const read = async () => (await server.graphqlText<{ resort: unknown }>(weeks, { id })).data;
    expect(await read()).toMatchObject({
      resort: {
        pictureCount: 2,
        pictures: [{ alt: 'Lobby' }],
        weeks: {
          edges: [{ node: { pictureCount: 2, pictures: [{ alt: 'Sofa' }, { alt: 'Bed' }] } }],
        },
      },
    });
    await change('describePicture', { pictureId: first, alt: 'The sofa' });
    expect(JSON.stringify(await read())).toContain('The sofa');
  });

  it('is a drawing for sample data, which has no other files', async () => {
    const [id = ''] = await fill(['Sofa']);
    await server.prisma.picture.update({ where: { id }, data: { drawing: 'interior-living' } });
    const { data } = await server.graphqlText(
      `query ($id: ID!) { node(id: $id) { ... on Picture { url sources { url } } } }`,
      { id: globalId('Picture', id) },
    );
    expect(data).toEqual({ node: { url: '/pictures/interior-living.svg', sources: [] } });
  });

  it.each([0, 13, -1])('is refused with first: %s', async (first) => {
    const { errors } = await server.graphqlText(
      `query ($id: ID!, $first: Int) { resort(id: $id) { pictures(first: $first) { alt } } }`,
      { id: resortId, first },
    );
    expect(errors.map(({ message }) => message)).toEqual(['first must be 1 to 12']);
  });
});
