import { describe, expect, it } from 'vitest';
import { EnvError, parseEnv, requireSettingsKeys } from './env.ts';

const messageOf = (source: Record<string, string>): string => {
  try {
    parseEnv(source);
  } catch (error) {
    if (error instanceof EnvError) {
      return error.message;
    }
    throw error;
  }
  throw new Error(`${JSON.stringify(source)} was accepted`);
};

const key = Buffer.alloc(32, 9).toString('base64');

describe('the environment', () => {
  it('has a default for every variable', () => {
    expect(parseEnv({})).toEqual({
      port: 4000,
      host: '127.0.0.1',
      databaseUrl: undefined,
      dataDir: '.data',
      settingsKeys: undefined,
      escrow: undefined,
      seed: 'demo',
      publicUrl: 'http://localhost:4000',
      rateLimits: true,
      inventoryAllow: [],
      calendarAllow: [],
      webhookAllow: [],
      trustProxy: false,
      nodeEnv: 'production',
      logLevel: 'info',
    });
  });

  it('treats an empty variable as unset', () => {
    expect(parseEnv({ PORT: '', DATABASE_URL: '', SEED: '' })).toEqual(parseEnv({}));
  });

  it('loads sample data into an external database only with SEED=demo', () => {
    const DATABASE_URL = 'postgresql://user:pw@db.example:5432/weeks';
    expect(parseEnv({ DATABASE_URL })).toMatchObject({ databaseUrl: DATABASE_URL, seed: 'none' });
    expect(parseEnv({ DATABASE_URL, SEED: 'demo' }).seed).toBe('demo');
    expect(parseEnv({ SEED: 'none' }).seed).toBe('none');
  });

  it.each<Record<string, string>>([
    { PUBLIC_URL: 'https://weeks.example' },
    { PUBLIC_URL: 'http://192.168.1.7:4000' },
    { PUBLIC_URL: 'http://localhost.example' },
    { PUBLIC_URL: 'http://127.0.0.1.example' },
    { PUBLIC_URL: 'http://evil@weeks.example' },
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '10.0.0.7' },
    { HOST: 'weeks.internal', PUBLIC_URL: 'http://localhost' },
    { HOST: '127.0.0.1', PUBLIC_URL: 'https://weeks.example' },
  ])('loads no sample data with %j, and refuses SEED=demo', (inPublic) => {
    expect(parseEnv(inPublic).seed).toBe('none');
    expect(parseEnv({ ...inPublic, SEED: 'none' }).seed).toBe('none');
    expect(messageOf({ ...inPublic, SEED: 'demo' })).toMatch(
      /^SEED=demo makes accounts with printed passwords, .* and (HOST|PUBLIC_URL) is \S+; e\.g\. SEED=none$/,
    );
  });

  it.each<Record<string, string>>([
    { HOST: '127.0.0.1' },
    { HOST: 'localhost' },
    { HOST: '::1' },
    { HOST: '127.1.2.3', PUBLIC_URL: 'http://127.1.2.3:4000' },
    { PUBLIC_URL: 'http://localhost:8080/' },
    { PUBLIC_URL: 'https://weeks.localhost' },
    { PUBLIC_URL: 'http://[::1]:4000' },
  ])('loads sample data with %j', (here) => {
    expect(parseEnv(here).seed).toBe('demo');
    expect(parseEnv({ ...here, SEED: 'demo' }).seed).toBe('demo');
  });

  it('allows inventory providers at the private hosts and ranges listed', () => {
    const INVENTORY_ALLOW = 'feeds.internal:8080, 10.1.0.0/16,[fd00::1]:80,fd00::/8,10.0.0.7';
    expect(parseEnv({ INVENTORY_ALLOW }).inventoryAllow).toEqual([
      'feeds.internal:8080',
      '10.1.0.0/16',
      '[fd00::1]:80',
      'fd00::/8',
      '10.0.0.7',
    ]);
    expect(parseEnv({ WEBHOOK_ALLOW: 'hooks.internal, 127.0.0.0/8' }).webhookAllow).toEqual([
      'hooks.internal',
      '127.0.0.0/8',
    ]);
    for (const wrong of [
      'http://feeds.internal',
      'a b',
      '10.1.0.0/40',
      'feeds:99999',
      'a,,b',
      '*',
    ]) {
      expect(messageOf({ INVENTORY_ALLOW: wrong }), wrong).toBe(
        'INVENTORY_ALLOW must be hosts, maybe with a port, or ranges, e.g. INVENTORY_ALLOW=feeds.internal:8080,10.1.0.0/16',
      );
    }
  });

  it('drops the last slash of the public URL', () => {
    expect(parseEnv({ PUBLIC_URL: 'https://weeks.example/' }).publicUrl).toBe(
      'https://weeks.example',
    );
    expect(parseEnv({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080');
  });

  it('uses S3 if all its variables are set, and scans for viruses if CLAMD_HOST is set', () => {
    const s3 = {
      S3_ENDPOINT: 'https://s3.example',
      S3_BUCKET: 'weeks',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
    };
    expect(parseEnv(s3).s3).toEqual({
      endpoint: 'https://s3.example',
      region: 'us-east-1',
      bucket: 'weeks',
      accessKeyId: 'key',
      secretAccessKey: 'secret',
      roleArn: undefined,
    });
    for (const name of Object.keys(s3)) {
      expect(messageOf({ ...s3, [name]: '' })).toBe(
        `${name} must be set too, or none of S3_*; e.g. S3_ENDPOINT=https://s3.eu-west-1.amazonaws.com`,
      );
    }
    expect(parseEnv({}).s3).toBeUndefined();
    expect(parseEnv({ CLAMD_HOST: 'clamd' }).clamd).toEqual({ host: 'clamd', port: 3310 });
    expect(parseEnv({ CLAMD_HOST: 'clamd:99' }).clamd).toEqual({ host: 'clamd', port: 99 });
    expect(parseEnv({}).clamd).toBeUndefined();
  });

  it('uses a tile server if MAP_TILES_URL is set, and names its host if nothing else is to be named', () => {
    const MAP_TILES_URL = 'https://tiles.example/{z}/{x}/{y}.png';
    expect(parseEnv({}).tileServer).toBeUndefined();
    expect(parseEnv({ MAP_TILES_URL }).tileServer).toEqual({
      url: MAP_TILES_URL,
      attribution: 'Map: tiles.example',
    });
    const MAP_TILES_ATTRIBUTION = '© Mapmakers';
    expect(parseEnv({ MAP_TILES_URL, MAP_TILES_ATTRIBUTION }).tileServer?.attribution).toBe(
      '© Mapmakers',
    );
  });

  it.each([
    ...[
      'https://tiles.example/{z}/{x}.png',
      'ftp://tiles.example/{z}/{x}/{y}',
      '{z}{x}{y}',
      "https://a.example/{z}/{x}/{y}';",
    ].map((value): [string, string, string] => [
      'MAP_TILES_URL',
      value,
      'MAP_TILES_URL must be an http(s) address with {z}, {x} and {y}, e.g. MAP_TILES_URL=https://tiles.example/{z}/{x}/{y}.png',
    ]),
    ['CLAMD_HOST', 'a b', 'CLAMD_HOST must be a host and maybe a port, e.g. CLAMD_HOST=clamd:3310'],
    ['S3_BUCKET', 'No Bucket', 'S3_BUCKET must be the name of a bucket, e.g. S3_BUCKET=tideweek'],
    [
      'S3_ENDPOINT',
      's3.example',
      'S3_ENDPOINT must be an http(s) address, e.g. S3_ENDPOINT=https://s3.eu-west-1.amazonaws.com',
    ],
    ['PORT', 'four', 'PORT must be a whole number, e.g. PORT=4000'],
    ['PORT', '40.5', 'PORT must be a whole number, e.g. PORT=4000'],
    ['PORT', '70000', 'PORT must be 0 to 65535, e.g. PORT=4000'],
    ['PORT', '-1', 'PORT must be 0 to 65535, e.g. PORT=4000'],
    ['SEED', 'full', "SEED must be 'demo' or 'none', e.g. SEED=demo"],
    ['RATE_LIMITS', 'no', "RATE_LIMITS must be 'on' or 'off', e.g. RATE_LIMITS=on"],
    ['NODE_ENV', 'staging', "NODE_ENV must be 'production', 'development' or 'test'"],
    ['LOG_LEVEL', 'loud', /^LOG_LEVEL must be one of fatal, .* e\.g\. LOG_LEVEL=info$/],
    ['DATABASE_URL', 'mysql://db/weeks', /^DATABASE_URL must be a PostgreSQL address, e\.g\. /],
    ['DATABASE_URL', 'weeks', /^DATABASE_URL must be a PostgreSQL address, e\.g\. /],
    ['PUBLIC_URL', 'weeks.example', /^PUBLIC_URL must be an http\(s\) address, e\.g\. /],
    ['PUBLIC_URL', 'ftp://weeks.example', /^PUBLIC_URL must be an http\(s\) address, e\.g\. /],
    ['SETTINGS_KEYS', 'secret', /^SETTINGS_KEYS must be base64 of 32 bytes each, e\.g\. /],
    ['SETTINGS_KEYS', `${key},c2hvcnQ=`, /^SETTINGS_KEYS must be base64 of 32 bytes each/],
    ['TRUST_PROXY', 'everyone', /^TRUST_PROXY must be addresses or 'loopback', e\.g\. /],
    ['ESCROW_URL', 'escrow.example', /^ESCROW_URL must be an http\(s\) address, e\.g\. /],
    ['ESCROW_SECRET', 'short', /^ESCROW_SECRET must have 32 characters or more, e\.g\. /],
    ['ESCROW_URL', 'https://escrow.example', /^ESCROW_SECRET is missing: .* e\.g\. ESCROW_URL=/],
    ['ESCROW_SECRET', 's'.repeat(32), /^ESCROW_URL is missing: .* e\.g\. ESCROW_URL=/],
    ['STRIPE_SECRET_KEY', 'pk_live_1', /^STRIPE_SECRET_KEY must begin with sk_ or rk_, e\.g\. /],
    ['STRIPE_PUBLISHABLE_KEY', 'sk_live_1', /^STRIPE_PUBLISHABLE_KEY must begin with pk_, e\.g\. /],
    ['STRIPE_WEBHOOK_SECRET', 'secret', /^STRIPE_WEBHOOK_SECRET must begin with whsec_, e\.g\. /],
    [
      'STRIPE_SECRET_KEY',
      'sk_live_1',
      /^STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET must be set too, .* e\.g\. STRIPE_SECRET_KEY=/,
    ],
    [
      'STRIPE_API_URL',
      'https://127.0.0.1:12111',
      /^STRIPE_API_URL must be an http address .* e\.g\. /,
    ],
    ['STRIPE_API_URL', 'http://stripe.example:80', /^STRIPE_API_URL must be .* of this machine, /],
  ])('stops with one line that names %s if it is %j', (name, value, message) => {
    const said = messageOf({ [name]: value });
    if (typeof message === 'string') {
      expect(said).toBe(message);
    } else {
      expect(said).toMatch(message);
    }
    expect(said).not.toContain('\n');
  });

  it('reads the URL and the secret of the escrow partner', () => {
    const ESCROW_SECRET = 's'.repeat(32);
    expect(parseEnv({ ESCROW_URL: 'https://escrow.example/v1/', ESCROW_SECRET }).escrow).toEqual({
      url: 'https://escrow.example/v1',
      secret: ESCROW_SECRET,
    });
  });

  it('reads the keys of Stripe', () => {
    const { stripe } = parseEnv({
      STRIPE_SECRET_KEY: 'sk_live_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1,whsec_2',
    });
    expect(stripe).toEqual({
      secretKey: 'sk_live_1',
      publishableKey: 'pk_live_1',
      webhookSecret: 'whsec_1,whsec_2',
    });
    expect(parseEnv({}).stripe).toBeUndefined();
  });

  it('reads where a test plays the API of Stripe', () => {
    const { stripe } = parseEnv({
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      STRIPE_API_URL: 'http://127.0.0.1:12111',
    });
    expect(stripe?.api).toEqual({ protocol: 'http', host: '127.0.0.1', port: 12111 });
  });

  it('allows RATE_LIMITS=off on a loopback address only', () => {
    expect(parseEnv({ RATE_LIMITS: 'off' }).rateLimits).toBe(false);
    expect(parseEnv({ RATE_LIMITS: 'off', HOST: '::1' }).rateLimits).toBe(false);
    expect(messageOf({ RATE_LIMITS: 'off', HOST: '0.0.0.0' })).toBe(
      'RATE_LIMITS=off is only for a loopback HOST, and HOST is 0.0.0.0; e.g. HOST=127.0.0.1',
    );
  });

  it('reads keys for encrypted settings, newest first', () => {
    const other = Buffer.alloc(32, 8);
    expect(parseEnv({ SETTINGS_KEYS: `${key}, ${other.toString('base64')}` }).settingsKeys).toEqual(
      [Buffer.alloc(32, 9), other],
    );
  });

  it('requires these keys with an external database', () => {
    const DATABASE_URL = 'postgresql://user:pw@db.example:5432/weeks';
    expect(() => requireSettingsKeys(parseEnv({ DATABASE_URL }))).toThrow(
      /^SETTINGS_KEYS is required with DATABASE_URL[^\n]*e\.g\. SETTINGS_KEYS=[^\n]*$/,
    );
    requireSettingsKeys(parseEnv({ DATABASE_URL, SETTINGS_KEYS: key }));
    requireSettingsKeys(parseEnv({}));
  });
});
