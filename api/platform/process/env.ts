import { z } from 'zod';
import { isPermission } from '../outgoing/outgoingAddresses.ts';

export interface Env {
  port: number;
  host: string;
  /** Connection string of an external PostgreSQL; undefined: the embedded server under dataDir. */
  databaseUrl: string | undefined;
  dataDir: string;
  /**
   * Keys of 32 bytes for encrypted settings, newest first; undefined: a key generated in dataDir.
   */
  settingsKeys: Buffer[] | undefined;
  seed: 'demo' | 'none';
  escrow: { url: string; secret: string } | undefined;
  stripe: StripeEnv | undefined;
  publicUrl: string;
  /**
   * Why the server counts as public, in words; undefined if it is reachable from this machine only.
   */
  publicAs: string | undefined;
  rateLimits: boolean;
  /** S3 storage for uploaded documents; undefined: on disk, under dataDir. */
  s3: S3Env | undefined;
  /** Address of the clamd that scans uploads; undefined: uploads are not scanned. */
  clamd: { host: string; port: number } | undefined;
  /** Server of map tiles; undefined: the map that the product ships. */
  tileServer: TileServer | undefined;
  /** Private hosts (optionally with a port) and ranges that inventory providers may use. */
  inventoryAllow: string[];
  /** Private hosts and ranges for webhooks; only these may be without https. */
  webhookAllow: string[];
  /** Proxies whose X-Forwarded-* headers are trusted: addresses, ranges, 'loopback'; or false. */
  trustProxy: string | false;
  nodeEnv: 'production' | 'development' | 'test';
  logLevel: string;
}

export interface TileServer {
  /** URL of a tile, with {z}, {x} and {y}. */
  url: string;
  attribution: string;
}

export interface StripeEnv {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  api?: { protocol: 'http'; host: string; port: number };
}

export interface S3Env {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Role for temporary credentials of upload clients; undefined: none are issued. */
  roleArn: string | undefined;
}

const isThisMachine = (hostname: string): boolean =>
  ['localhost', '[::1]', '::1'].includes(hostname) ||
  hostname.endsWith('.localhost') ||
  /^127(?:\.\d{1,3}){3}$/.test(hostname);

const flag = (name: string, example: string) => ({ error: `${name} ${example}` });

const permissions = (name: string, example: string) =>
  z
    .string()
    .refine(
      (entries) => entries.split(',').every((entry) => isPermission(entry.trim())),
      flag(name, `must be hosts, maybe with a port, or ranges, e.g. ${name}=${example}`),
    )
    .optional();

const entriesOf = (list: string | undefined): string[] =>
  list?.split(',').map((entry) => entry.trim()) ?? [];

const exampleS3 = 'S3_ENDPOINT=https://s3.eu-west-1.amazonaws.com';

const exampleTiles = 'MAP_TILES_URL=https://tiles.example/{z}/{x}/{y}.png';

const exampleStripe =
  'STRIPE_SECRET_KEY=sk_live_… STRIPE_PUBLISHABLE_KEY=pk_live_… STRIPE_WEBHOOK_SECRET=whsec_…';

const makeKey = 'openssl rand -base64 32';

const isKey = (key: string): boolean =>
  /^[A-Za-z0-9+/]{43}=$/.test(key) && Buffer.from(key, 'base64').length === 32;

const schema = z.object({
  PORT: z.coerce
    .number(flag('PORT', 'must be a whole number, e.g. PORT=4000'))
    .int(flag('PORT', 'must be a whole number, e.g. PORT=4000'))
    .min(0, flag('PORT', 'must be 0 to 65535, e.g. PORT=4000'))
    .max(65535, flag('PORT', 'must be 0 to 65535, e.g. PORT=4000'))
    .default(4000),
  HOST: z.string().default('127.0.0.1'),
  DATABASE_URL: z
    .string()
    .regex(
      /^postgres(ql)?:\/\/\S+$/,
      flag(
        'DATABASE_URL',
        'must be a PostgreSQL address, e.g. postgresql://user:pw@host:5432/name',
      ),
    )
    .optional(),
  DATA_DIR: z.string().default('.data'),
  SETTINGS_KEYS: z
    .string()
    .refine(
      (keys) => keys.split(',').every((key) => isKey(key.trim())),
      flag('SETTINGS_KEYS', `must be base64 of 32 bytes each, e.g. from ${makeKey}`),
    )
    .optional(),
  SEED: z
    .enum(['demo', 'none'], flag('SEED', "must be 'demo' or 'none', e.g. SEED=demo"))
    .optional(),
  ESCROW_URL: z
    .url(
      flag('ESCROW_URL', 'must be an http(s) address, e.g. ESCROW_URL=https://escrow.example/v1'),
    )
    .regex(
      /^https?:/,
      flag('ESCROW_URL', 'must be an http(s) address, e.g. ESCROW_URL=https://escrow.example/v1'),
    )
    .optional(),
  ESCROW_SECRET: z
    .string()
    .min(
      32,
      flag('ESCROW_SECRET', 'must have 32 characters or more, e.g. from openssl rand -base64 32'),
    )
    .optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(
      /^(sk|rk)_\w+$/,
      flag('STRIPE_SECRET_KEY', `must begin with sk_ or rk_, e.g. ${exampleStripe}`),
    )
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_\w+$/, flag('STRIPE_PUBLISHABLE_KEY', `must begin with pk_, e.g. ${exampleStripe}`))
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(
      /^whsec_\w+(,whsec_\w+)*$/,
      flag('STRIPE_WEBHOOK_SECRET', `must begin with whsec_, e.g. ${exampleStripe}`),
    )
    .optional(),
  STRIPE_API_URL: z
    .string()
    .refine(
      (url) => /^http:\/\/[^/]+:\d+\/?$/.test(url) && isThisMachine(new URL(url).hostname),
      flag(
        'STRIPE_API_URL',
        'must be an http address and port of this machine, e.g. STRIPE_API_URL=http://127.0.0.1:12111',
      ),
    )
    .optional(),
  PUBLIC_URL: z
    .url(flag('PUBLIC_URL', 'must be an http(s) address, e.g. PUBLIC_URL=https://weeks.example'))
    .regex(
      /^https?:/,
      flag('PUBLIC_URL', 'must be an http(s) address, e.g. PUBLIC_URL=https://weeks.example'),
    )
    .optional(),
  RATE_LIMITS: z
    .enum(['on', 'off'], flag('RATE_LIMITS', "must be 'on' or 'off', e.g. RATE_LIMITS=on"))
    .default('on'),
  S3_ENDPOINT: z
    .url(flag('S3_ENDPOINT', `must be an http(s) address, e.g. ${exampleS3}`))
    .regex(/^https?:/, flag('S3_ENDPOINT', `must be an http(s) address, e.g. ${exampleS3}`))
    .optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_BUCKET: z
    .string()
    .regex(
      /^[a-z0-9.-]{3,63}$/,
      flag('S3_BUCKET', 'must be the name of a bucket, e.g. S3_BUCKET=tideweek'),
    )
    .optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_ROLE_ARN: z.string().optional(),
  CLAMD_HOST: z
    .string()
    .regex(
      /^[^\s:/]+(:\d{1,5})?$/,
      flag('CLAMD_HOST', 'must be a host and maybe a port, e.g. CLAMD_HOST=clamd:3310'),
    )
    .optional(),
  INVENTORY_ALLOW: permissions('INVENTORY_ALLOW', 'feeds.internal:8080,10.1.0.0/16'),
  WEBHOOK_ALLOW: permissions('WEBHOOK_ALLOW', 'hooks.internal:8080,127.0.0.0/8'),
  MAP_TILES_URL: z
    .string()
    .refine(
      (url) =>
        /^https?:\/\/[^\s"';,]+$/.test(url) &&
        URL.canParse(url) &&
        ['{z}', '{x}', '{y}'].every((part) => url.includes(part)),
      flag(
        'MAP_TILES_URL',
        `must be an http(s) address with {z}, {x} and {y}, e.g. ${exampleTiles}`,
      ),
    )
    .optional(),
  MAP_TILES_ATTRIBUTION: z
    .string()
    .max(
      200,
      flag(
        'MAP_TILES_ATTRIBUTION',
        'may have 200 characters, e.g. MAP_TILES_ATTRIBUTION="© OpenStreetMap contributors"',
      ),
    )
    .optional(),
  TRUST_PROXY: z
    .string()
    .regex(
      /^(loopback|[0-9a-fA-F.:/]+)(,(loopback|[0-9a-fA-F.:/]+))*$/,
      flag('TRUST_PROXY', "must be addresses or 'loopback', e.g. TRUST_PROXY=10.0.0.0/8"),
    )
    .optional(),
  NODE_ENV: z
    .enum(
      ['production', 'development', 'test'],
      flag('NODE_ENV', "must be 'production', 'development' or 'test'"),
    )
    .default('production'),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      flag(
        'LOG_LEVEL',
        'must be one of fatal, error, warn, info, debug, trace, silent, e.g. LOG_LEVEL=info',
      ),
    )
    .default('info'),
});

export class EnvError extends Error {}

/**
 * Reads the environment (README, "Environment").
 * @throws {EnvError} with the first problem: the variable, what is wrong, an example
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    throw new EnvError(parsed.error.issues[0]?.message ?? 'The environment is not valid');
  }
  const values = parsed.data;
  const rateLimits = values.RATE_LIMITS === 'on';
  if (!rateLimits && !isThisMachine(values.HOST)) {
    throw new EnvError(
      `RATE_LIMITS=off is only for a loopback HOST, and HOST is ${values.HOST}; e.g. HOST=127.0.0.1`,
    );
  }
  if ((values.ESCROW_URL === undefined) !== (values.ESCROW_SECRET === undefined)) {
    const missing = values.ESCROW_URL === undefined ? 'ESCROW_URL' : 'ESCROW_SECRET';
    throw new EnvError(
      `${missing} is missing: ESCROW_URL and ESCROW_SECRET belong together; e.g. ESCROW_URL=https://escrow.example/v1 ESCROW_SECRET="$(openssl rand -base64 32)"`,
    );
  }
  const publicUrl = (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(
    /(?<!\/)\/+$/,
    '',
  );
  const publicAs = publicAsOf(values.HOST, publicUrl);
  if (values.SEED === 'demo' && publicAs) {
    throw new EnvError(
      `SEED=demo makes accounts with printed passwords, which are only for this machine, and ${publicAs}; e.g. SEED=none`,
    );
  }
  return {
    port: values.PORT,
    host: values.HOST,
    databaseUrl: values.DATABASE_URL,
    dataDir: values.DATA_DIR,
    settingsKeys: values.SETTINGS_KEYS?.split(',').map((key) => Buffer.from(key.trim(), 'base64')),
    escrow:
      values.ESCROW_URL && values.ESCROW_SECRET
        ? { url: values.ESCROW_URL.replace(/(?<!\/)\/+$/, ''), secret: values.ESCROW_SECRET }
        : undefined,
    stripe: stripeOf(values),
    seed: values.SEED ?? (values.DATABASE_URL || publicAs ? 'none' : 'demo'),
    publicUrl,
    publicAs,
    rateLimits,
    s3: s3Of(values),
    clamd: clamdOf(values.CLAMD_HOST),
    inventoryAllow: entriesOf(values.INVENTORY_ALLOW),
    webhookAllow: entriesOf(values.WEBHOOK_ALLOW),
    tileServer: tileServerOf(values.MAP_TILES_URL, values.MAP_TILES_ATTRIBUTION),
    trustProxy: values.TRUST_PROXY ?? false,
    nodeEnv: values.NODE_ENV,
    logLevel: values.LOG_LEVEL,
  };
}

/** The setting that makes the server public, in words; undefined if the server is local. */
function publicAsOf(host: string, publicUrl: string): string | undefined {
  if (!isThisMachine(new URL(publicUrl).hostname)) {
    return `PUBLIC_URL is ${publicUrl}`;
  }
  return isThisMachine(host) ? undefined : `HOST is ${host}`;
}

const stripeNames = [
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
] as const;

function stripeOf(values: z.infer<typeof schema>): StripeEnv | undefined {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET } = values;
  const api = values.STRIPE_API_URL && new URL(values.STRIPE_API_URL);
  if (STRIPE_SECRET_KEY && STRIPE_PUBLISHABLE_KEY && STRIPE_WEBHOOK_SECRET) {
    return {
      secretKey: STRIPE_SECRET_KEY,
      publishableKey: STRIPE_PUBLISHABLE_KEY,
      webhookSecret: STRIPE_WEBHOOK_SECRET,
      ...(api && { api: { protocol: 'http', host: api.hostname, port: Number(api.port) } }),
    };
  }
  const missing = stripeNames.filter((name) => values[name] === undefined);
  if (missing.length < stripeNames.length) {
    throw new EnvError(
      `${missing.join(', ')} must be set too, or none of STRIPE_*; e.g. ${exampleStripe}`,
    );
  }
  return undefined;
}

const s3Names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

/** All variables or none: an incomplete configuration must not fall back to the disk. */
function s3Of(values: z.infer<typeof schema>): S3Env | undefined {
  const missing = s3Names.filter((name) => values[name] === undefined);
  if (missing.length === s3Names.length) {
    return undefined;
  }
  if (missing.length > 0) {
    throw new EnvError(`${missing.join(', ')} must be set too, or none of S3_*; e.g. ${exampleS3}`);
  }
  return {
    endpoint: values.S3_ENDPOINT ?? '',
    region: values.S3_REGION,
    bucket: values.S3_BUCKET ?? '',
    accessKeyId: values.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: values.S3_SECRET_ACCESS_KEY ?? '',
    roleArn: values.S3_ROLE_ARN,
  };
}

const tileServerOf = (
  url: string | undefined,
  attribution: string | undefined,
): TileServer | undefined =>
  url === undefined
    ? undefined
    : { url, attribution: attribution ?? `Map: ${new URL(url).hostname}` };

function clamdOf(address: string | undefined): Env['clamd'] {
  const [host, port = '3310'] = address?.split(':') ?? [];
  return host ? { host, port: Number(port) } : undefined;
}

/**
 * A key in the data folder is not enough if several machines use the database.
 * @throws {EnvError} if an external database is configured without keys
 */
export function requireSettingsKeys(env: Env): void {
  if (env.databaseUrl && !env.settingsKeys) {
    throw new EnvError(
      `SETTINGS_KEYS is required with DATABASE_URL, to encrypt settings; e.g. SETTINGS_KEYS="$(${makeKey})", the same at every start`,
    );
  }
}

/**
 * Links in mail, cookies and the check of origins depend on the public URL.
 * @throws {EnvError} if other machines can reach the server and the URL is not set
 */
export function requirePublicUrl(
  { publicAs }: Pick<Env, 'publicAs'>,
  source: Record<string, string | undefined> = process.env,
): void {
  if (publicAs && !source['PUBLIC_URL']) {
    throw new EnvError(
      `PUBLIC_URL is missing: ${publicAs}, so others can reach this server, and links in mail would lead to localhost; e.g. PUBLIC_URL=https://weeks.example`,
    );
  }
}

export const readEnv = (): Env => parseEnv(process.env);

// Libraries read this variable themselves and run slower without it.
/** The variables by which libfaketime moves the clock of tests; none without it. */
export const movedClock = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => process.env['FAKETIME'] !== undefined && /^(LD_PRELOAD$|FAKETIME)/.test(name),
  ),
);

process.env.NODE_ENV ??= 'production';

// The AWS SDK warns about Node 20 in many lines; package.json lists the supported versions.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';

/** For code that runs while modules load, before there is an Env. */
export const runsInProduction = process.env.NODE_ENV === 'production';
