import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import type * as clientPackage from '#packages/client/src/index.ts';
import { graphql } from '#api/generated/operations/gql.ts';
import { startChild } from '#api/testing/childProcess.ts';
import { pdf } from '#api/testing/documents.ts';
import { createListing, createResort } from '#api/testing/factories.ts';
import { listingDetails } from '#api/testing/listings.ts';
import { packedClient, type PackedClient } from '#api/testing/packedClient.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { createEndpointRow, createOrganization, createTokenRow } from './testing/partner.ts';
import { startReceiver } from './testing/receiver.ts';
import { startDeliveries } from './webhooks/deliver.ts';

// packages/client as partners install it, against the real server.

let server: TestServer;
let packed: PackedClient;
let sdk: typeof clientPackage;
let organization: Awaited<ReturnType<typeof createOrganization>>;
let token: string;

beforeAll(async () => {
  [server, packed] = await Promise.all([startTestServer(), packedClient()]);
  sdk = (await import(join(packed.installed, 'dist/index.js'))) as typeof clientPackage;
});

beforeEach(async () => {
  organization = await createOrganization(server);
  ({ text: token } = await createTokenRow(server, organization));
});

afterAll(async () => {
  packed.remove();
  await server.close();
});

const clientWith = (options: Partial<clientPackage.ClientOptions> = {}) =>
  sdk.createClient({ url: server.url, token, ...options });

/** A fetch whose first answer gets lost on its way back. */
function losingFetch(): typeof fetch {
  let isLost = false;
  return async (...request) => {
    const response = await fetch(...request);
    if (isLost) return response;
    isLost = true;
    await response.text();
    throw new TypeError('fetch failed');
  };
}

const atOnce = async (): Promise<void> => undefined;

const weeks = graphql(`
  query WeeksForClient($first: Int!, $after: String) {
    listings(first: $first, after: $after) {
      edges {
        node {
          title
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

const create = graphql(`
  mutation CreateByClient($input: CreateListingInput!) {
    createListing(input: $input) {
      __typename
      ... on Error {
        message
      }
      ... on InvalidInputError {
        fieldErrors {
          field
          message
        }
      }
      ... on CreateListingPayload {
        listing {
          databaseId
        }
      }
    }
  }
`);

const upload = graphql(`
  mutation UploadByClient($file: Upload!) {
    uploadContract(file: $file) {
      __typename
      ... on Error {
        message
      }
      ... on UploadContractPayload {
        document {
          fileName
        }
      }
    }
  }
`);

const addPicture = graphql(`
  mutation AddPictureByClient($input: AddPictureInput!, $file: Upload!) {
    addPicture(input: $input, file: $file) {
      __typename
      ... on Error {
        message
      }
      ... on AddPicturePayload {
        listing {
          id
        }
      }
    }
  }
`);

describe('the package', () => {
  it('holds the built sources with their types, and nothing else', () => {
    const files = readdirSync(packed.installed, { recursive: true, encoding: 'utf8' }).sort();
    const modules = ['client', 'documents', 'errors', 'index', 'retries', 'webhooks'];
    expect(files).toEqual(
      [
        'README.md',
        'dist',
        ...modules.flatMap((name) => [`dist/${name}.d.ts`, `dist/${name}.js`]),
        'package.json',
      ].sort(),
    );
    const manifest = JSON.parse(
      readFileSync(join(packed.installed, 'package.json'), 'utf8'),
    ) as object;
    expect(manifest).not.toHaveProperty('dependencies');
  });

  it('has types for strict programs with Node alone, and runs its example', async () => {
    const resort = await createResort(server, { name: 'Aruba Ocean Club' });
    await createListing(server, { resortId: resort.id, title: 'A week by the harbour' });
    const [, section = ''] = readFileSync('docs/partners.md', 'utf8').split(
      '## The client for TypeScript\n',
    );
    const [, example = ''] = /```ts\n(.*?)```/s.exec(section) ?? [];
    expect(example).toContain('@tideweek/client');
    writeFileSync(
      join(packed.folder, 'example.ts'),
      example.replace('https://tideweek.example', server.url),
    );
    const options = `--strict --exactOptionalPropertyTypes --target ES2022 --lib ES2022 --types node
      --module NodeNext --ignoreConfig --outDir . example.ts`;
    writeFileSync(join(packed.folder, 'package.json'), '{ "type": "module" }');
    const compiled = startChild(
      [join(process.cwd(), 'node_modules/typescript-7/bin/tsc'), ...options.split(/\s+/)],
      { cwd: packed.folder, env: process.env },
    );
    expect(await compiled.ended, compiled.output()).toBe(0);
    const ran = startChild(['example.js'], {
      cwd: packed.folder,
      env: { PATH: process.env['PATH'], TIDEWEEK_TOKEN: token },
    });
    expect(await ran.ended, ran.output()).toBe(0);
    expect(ran.stdout()).toContain('A week by the harbour');
  });
});

describe('the client', () => {
  it('waits as long as the budget needs, and then gets its answer', async () => {
    const set = (points: number, secondsAgo: number) => server.prisma.$executeRaw`
      UPDATE api_budgets SET points = ${points}::float,
        refilled_at = clock_timestamp() - make_interval(secs => ${secondsAgo})
      WHERE organization_id = ${organization.id}::uuid`;
    await server.prisma.organization.update({
      where: { id: organization.id },
      data: { pointsPerMinute: 1_000 },
    });
    const delays: number[] = [];
    const client = clientWith({
      async wait(seconds) {
        delays.push(seconds);
        await set(-500, 120);
      },
    });
    await client.execute(weeks, { first: 1 });
    await set(-1_000, 0);
    expect(await client.execute(weeks, { first: 1 })).toHaveProperty('listings');
    expect(delays).toHaveLength(1);
    expect(delays[0]).toBeGreaterThanOrEqual(1);
    expect(delays[0]).toBeLessThanOrEqual(60);

    await set(-1_000, 0);
    const impatient = clientWith({ longestWait: 0 });
    await expect(impatient.execute(weeks, { first: 1 })).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      status: 429,
      retryAfter: expect.any(Number) as number,
    });
  });

  it('reads all pages of a list', async () => {
    await server.prisma.listing.deleteMany();
    const resort = await createResort(server);
    const titles = ['One', 'Two', 'Three', 'Four', 'Five'];
    for (const title of titles) await createListing(server, { resortId: resort.id, title });
    const read: string[] = [];
    const sizes: number[] = [];
    const client = clientWith();
    for await (const { title } of client.nodes(weeks, { first: 2 }, (data) => data.listings)) {
      read.push(title);
    }
    for await (const page of client.pages(weeks, { first: 2 }, (data) => data.listings)) {
      sizes.push(page.edges.length);
    }
    expect(read.sort()).toEqual(titles.sort());
    expect(sizes).toEqual([2, 2, 1]);
  });

  it('sends a mutation again whose answer was lost, by its key, and it is done once', async () => {
    const resort = await createResort(server);
    const client = clientWith({ fetch: losingFetch(), wait: atOnce });
    const input = { details: listingDetails(resort.id) };
    const { listing } = await client.run(
      create,
      { input },
      { idempotencyKey: sdk.newIdempotencyKey() },
    );
    const rows = await server.prisma.listing.findMany({
      where: { ownerId: organization.account.id },
    });
    expect(rows.map(({ id }) => id)).toEqual([listing.databaseId]);
  });

  it('does not send a mutation without a key again', async () => {
    const resort = await createResort(server);
    const client = clientWith({ fetch: losingFetch(), wait: atOnce });
    const input = { details: listingDetails(resort.id) };
    await expect(client.run(create, { input })).rejects.toMatchObject({ code: 'NO_ANSWER' });
    const where = { ownerId: organization.account.id };
    expect(await server.prisma.listing.count({ where })).toBe(1);
  });

  it('tells what the server refuses, by field, and nothing is stored', async () => {
    const resort = await createResort(server);
    const input = { details: listingDetails(resort.id, { title: ' ' }) };
    await expect(clientWith().run(create, { input })).rejects.toMatchObject({
      name: 'TideweekError',
      code: 'BAD_USER_INPUT',
      fieldErrors: [{ field: 'title', message: expect.any(String) as string }],
      requestId: expect.stringMatching(/./) as string,
    });
    const where = { ownerId: organization.account.id };
    expect(await server.prisma.listing.count({ where })).toBe(0);
  });

  it('says that a token does not work without showing it', async () => {
    const wrong = `${token.slice(0, -1)}${token.endsWith('a') ? 'b' : 'a'}`;
    const error: unknown = await clientWith({ token: wrong })
      .execute(weeks, { first: 1 })
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'UNAUTHENTICATED', status: 401 });
    expect(`${(error as Error).stack} ${JSON.stringify(error)}`).not.toContain(wrong);
  });

  it('uploads a document', async () => {
    const file = new File([new Uint8Array(pdf())], 'deed.pdf', { type: 'application/pdf' });
    const { document } = await clientWith().upload(upload, {}, file);
    expect(document.fileName).toBe('deed.pdf');
    const rows = await server.prisma.contractDocument.findMany({
      where: { ownerId: organization.account.id },
    });
    expect(rows).toHaveLength(1);
  });

  it('uploads a picture again whose answer was lost, by its key, and it is added once', async () => {
    const resort = await createResort(server);
    const listing = await createListing(server, {
      resortId: resort.id,
      ownerId: organization.account.id,
    });
    const client = clientWith({ fetch: losingFetch(), wait: atOnce });
    const input = {
      listingId: listing.id,
      alt: 'The pool',
      idempotencyKey: sdk.newIdempotencyKey(),
    };
    const pool = await sharp({
      create: { width: 600, height: 400, channels: 3, background: 'aqua' },
    })
      .jpeg()
      .toBuffer();
    const file = new File([new Uint8Array(pool)], 'pool.jpg', { type: 'image/jpeg' });
    await client.upload(addPicture, { input }, file);
    expect(await server.prisma.picture.count({ where: { listingId: listing.id } })).toBe(1);
  });

  it('verifies a webhook that the server sent, before and after the secret was replaced', async () => {
    const receiver = await startReceiver();
    const { plainSecret } = await createEndpointRow(server, organization, {
      address: receiver.origin,
      topics: ['listing.changed'],
    });
    await server.pool.query(
      `SELECT write_api_event('listing.changed', 'Listing', gen_random_uuid(), NULL, '{"title": "Zürich"}')`,
    );
    const running = startDeliveries(server.deps);
    await vi.waitUntil(() => receiver.received.length > 0, { timeout: inject('patience') });
    await running.stop();
    await receiver.close();
    const [message = { headers: {}, body: '' }] = receiver.received;
    const event = await sdk.verifyWebhook({ secrets: [plainSecret], ...message });
    expect(event).toMatchObject({ type: 'listing.changed', data: { title: 'Zürich' } });
    const other = `whsec_${Buffer.from('another key of this endpoint').toString('base64')}`;
    await sdk.verifyWebhook({ secrets: [other, plainSecret], ...message });
    await expect(sdk.verifyWebhook({ secrets: [other], ...message })).rejects.toThrow(
      sdk.WebhookVerificationError,
    );
  });
});
