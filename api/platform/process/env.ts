import { z } from 'zod';
import { isPermission } from '../outgoing/outgoingAddresses.ts';

const isThisMachine = (hostname: string): boolean =>
  ['localhost', '[::1]', '::1'].includes(hostname) ||
  hostname.endsWith('.localhost') ||
  /^127(?:\.\d{1,3}){3}$/.test(hostname);

/** @param problem ends a sentence that begins with the name of the variable */
const text = (isRight: RegExp | ((text: string) => boolean), problem: string) =>
  z
    .string()
    .refine((given) => (isRight instanceof RegExp ? isRight.test(given) : isRight(given)), problem)
    .optional();

const entriesOf = (list: string | undefined): string[] =>
  list?.split(',').map((entry) => entry.trim()) ?? [];

const permissions = (example: string) =>
  text(
    (entries) => entriesOf(entries).every(isPermission),
    `must be hosts, maybe with a port, or ranges, e.g. ${example}`,
  );

const httpAddress = (example: string) =>
  text(
    (url) => /^https?:/.test(url) && z.url().safeParse(url).success,
    `must be an http(s) address, e.g. ${example}`,
  );

const exampleS3 = 'S3_ENDPOINT=https://s3.eu-west-1.amazonaws.com';

const exampleStripe =
  'STRIPE_SECRET_KEY=sk_live_… STRIPE_PUBLISHABLE_KEY=pk_live_… STRIPE_WEBHOOK_SECRET=whsec_…';

const makeKey = 'openssl rand -base64 32';

const isKey = (key: string): boolean =>
  /^[A-Za-z0-9+/]{43}=$/.test(key) && Buffer.from(key, 'base64').length === 32;

const wholeNumber = 'must be a whole number, e.g. PORT=4000';

const schema = z.object({
  PORT: z.coerce
    .number(wholeNumber)
    .int(wholeNumber)
    .refine((port) => port >= 0 && port <= 65_535, 'must be 0 to 65535, e.g. PORT=4000')
    .default(4000),
  HOST: z.string().default('127.0.0.1'),
  DATABASE_URL: text(
    /^postgres(ql)?:\/\/\S+$/,
    'must be a PostgreSQL address, e.g. postgresql://user:pw@host:5432/name',
  ),
  DATA_DIR: z.string().default('.data'),
  SETTINGS_KEYS: text(
    (keys) => entriesOf(keys).every(isKey),
    `must be base64 of 32 bytes each, e.g. from ${makeKey}`,
  ),
  SEED: z.enum(['demo', 'none'], "must be 'demo' or 'none', e.g. SEED=demo").optional(),
  ESCROW_URL: httpAddress('ESCROW_URL=https://escrow.example/v1'),
  ESCROW_SECRET: text(
    (secret) => secret.length >= 32,
    `must have 32 characters or more, e.g. from ${makeKey}`,
  ),
  STRIPE_SECRET_KEY: text(/^(sk|rk)_\w+$/, `must begin with sk_ or rk_, e.g. ${exampleStripe}`),
  STRIPE_PUBLISHABLE_KEY: text(/^pk_\w+$/, `must begin with pk_, e.g. ${exampleStripe}`),
  STRIPE_WEBHOOK_SECRET: text(
    /^whsec_\w+(,whsec_\w+)*$/,
    `must begin with whsec_, e.g. ${exampleStripe}`,
  ),
  STRIPE_API_URL: text(
    (url) => /^http:\/\/[^/]+:\d+\/?$/.test(url) && isThisMachine(new URL(url).hostname),
    'must be an http address and port of this machine, e.g. STRIPE_API_URL=http://127.0.0.1:12111',
  ),
  PUBLIC_URL: httpAddress('PUBLIC_URL=https://weeks.example'),
  RATE_LIMITS: z.enum(['on', 'off'], "must be 'on' or 'off', e.g. RATE_LIMITS=on").default('on'),
  S3_ENDPOINT: httpAddress(exampleS3),
  S3_REGION: z.string().default('us-east-1'),
  S3_BUCKET: text(/^[a-z0-9.-]{3,63}$/, 'must be the name of a bucket, e.g. S3_BUCKET=tideweek'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_ROLE_ARN: z.string().optional(),
  CLAMD_HOST: text(
    /^[^\s:/]+(:\d{1,5})?$/,
    'must be a host and maybe a port, e.g. CLAMD_HOST=clamd:3310',
  ),
  INVENTORY_ALLOW: permissions('INVENTORY_ALLOW=feeds.internal:8080,10.1.0.0/16'),
  CALENDAR_ALLOW: permissions('CALENDAR_ALLOW=calendars.internal:8080,127.0.0.0/8'),
  WEBHOOK_ALLOW: permissions('WEBHOOK_ALLOW=hooks.internal:8080,127.0.0.0/8'),
  MAP_TILES_URL: text(
    (url) =>
      /^https?:\/\/[^\s"';,]+$/.test(url) &&
      URL.canParse(url) &&
      ['{z}', '{x}', '{y}'].every((part) => url.includes(part)),
    'must be an http(s) address with {z}, {x} and {y}, e.g. MAP_TILES_URL=https://tiles.example/{z}/{x}/{y}.png',
  ),
  MAP_TILES_ATTRIBUTION: text(
    (words) => words.length <= 200,
    'may have 200 characters, e.g. MAP_TILES_ATTRIBUTION="© OpenStreetMap contributors"',
  ),
  TRUST_PROXY: text(
    /^(loopback|[0-9a-fA-F.:/]+)(,(loopback|[0-9a-fA-F.:/]+))*$/,
    "must be addresses or 'loopback', e.g. TRUST_PROXY=10.0.0.0/8",
  ),
  NODE_ENV: z
    .enum(['production', 'development', 'test'], "must be 'production', 'development' or 'test'")
    .default('production'),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be one of fatal, error, warn, info, debug, trace, silent, e.g. LOG_LEVEL=info',
    )
    .default('info'),
});

type Values = z.infer<typeof schema>;

export class EnvError extends Error {}

export type Env = ReturnType<typeof parseEnv>;

export type S3Env = NonNullable<Env['s3']>;

export type TileServer = NonNullable<Env['tileServer']>;

/**
 * Reads the environment (README, "Environment").
 * @throws {EnvError} with the first problem: the variable, what is wrong, an example
 */
export function parseEnv(source: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const [{ path = [], message = '' } = {}] = parsed.error.issues;
    throw new EnvError(`${path.join('.')} ${message}`);
  }
  const values = parsed.data;
  const rateLimits = values.RATE_LIMITS === 'on';
  if (!rateLimits && !isThisMachine(values.HOST)) {
    throw new EnvError(
      `RATE_LIMITS=off is only for a loopback HOST, and HOST is ${values.HOST}; e.g. HOST=127.0.0.1`,
    );
  }
  const publicUrl = withoutSlash(values.PUBLIC_URL ?? `http://localhost:${values.PORT}`);
  const publicAs = publicAsOf(values.HOST, publicUrl);
  if (values.SEED === 'demo' && publicAs) {
    throw new EnvError(
      `SEED=demo makes accounts with printed passwords, which are only for this machine, and ${publicAs}; e.g. SEED=none`,
    );
  }
  return {
    port: values.PORT,
    host: values.HOST,
    /** Undefined: the embedded server under dataDir. */
    databaseUrl: values.DATABASE_URL,
    dataDir: values.DATA_DIR,
    /** Keys of 32 bytes for encrypted settings, newest first; undefined: a key in dataDir. */
    settingsKeys: values.SETTINGS_KEYS?.split(',').map((key) => Buffer.from(key.trim(), 'base64')),
    escrow: escrowOf(values),
    stripe: stripeOf(values),
    seed: values.SEED ?? (values.DATABASE_URL || publicAs ? ('none' as const) : ('demo' as const)),
    publicUrl,
    publicAs,
    rateLimits,
    /** Undefined: files are on disk, under dataDir. */
    s3: s3Of(values),
    clamd: clamdOf(values.CLAMD_HOST),
    inventoryAllow: entriesOf(values.INVENTORY_ALLOW),
    calendarAllow: entriesOf(values.CALENDAR_ALLOW),
    /** Private hosts and ranges for webhooks; only these may be without https. */
    webhookAllow: entriesOf(values.WEBHOOK_ALLOW),
    tileServer: tileServerOf(values),
    trustProxy: values.TRUST_PROXY ?? (false as const),
    nodeEnv: values.NODE_ENV,
    logLevel: values.LOG_LEVEL,
  };
}

const withoutSlash = (url: string): string => url.replace(/(?<!\/)\/+$/, '');

/** The setting that makes the server public, in words; undefined if the server is local. */
function publicAsOf(host: string, publicUrl: string): string | undefined {
  if (!isThisMachine(new URL(publicUrl).hostname)) {
    return `PUBLIC_URL is ${publicUrl}`;
  }
  return isThisMachine(host) ? undefined : `HOST is ${host}`;
}

/**
 * The values of these variables, or undefined without any.
 * @throws {EnvError} for a part of them: an incomplete configuration must not fall back
 */
function allOrNone<Name extends keyof Values>(
  values: Values,
  names: readonly Name[],
  problem: (missing: string) => string,
): Record<Name, string> | undefined {
  const missing = names.filter((name) => values[name] === undefined);
  if (missing.length > 0 && missing.length < names.length) {
    throw new EnvError(problem(missing.join(', ')));
  }
  return missing.length === 0 ? (values as Record<Name, string>) : undefined;
}

function escrowOf(values: Values) {
  const given = allOrNone(
    values,
    ['ESCROW_URL', 'ESCROW_SECRET'],
    (missing) =>
      `${missing} is missing: ESCROW_URL and ESCROW_SECRET belong together; e.g. ESCROW_URL=https://escrow.example/v1 ESCROW_SECRET="$(openssl rand -base64 32)"`,
  );
  return given && { url: withoutSlash(given.ESCROW_URL), secret: given.ESCROW_SECRET };
}

function stripeOf(values: Values) {
  const given = allOrNone(
    values,
    ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
    (missing) => `${missing} must be set too, or none of STRIPE_*; e.g. ${exampleStripe}`,
  );
  const api = values.STRIPE_API_URL && new URL(values.STRIPE_API_URL);
  return (
    given && {
      secretKey: given.STRIPE_SECRET_KEY,
      publishableKey: given.STRIPE_PUBLISHABLE_KEY,
      webhookSecret: given.STRIPE_WEBHOOK_SECRET,
      ...(api && {
        api: { protocol: 'http' as const, host: api.hostname, port: Number(api.port) },
      }),
    }
  );
}

function s3Of(values: Values) {
  const given = allOrNone(
    values,
    ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
    (missing) => `${missing} must be set too, or none of S3_*; e.g. ${exampleS3}`,
  );
  return (
    given && {
      endpoint: given.S3_ENDPOINT,
      region: values.S3_REGION,
      bucket: given.S3_BUCKET,
      accessKeyId: given.S3_ACCESS_KEY_ID,
      secretAccessKey: given.S3_SECRET_ACCESS_KEY,
      /** Role for temporary credentials of upload clients; undefined: none are issued. */
      roleArn: values.S3_ROLE_ARN,
    }
  );
}

const tileServerOf = ({ MAP_TILES_URL: url, MAP_TILES_ATTRIBUTION: attribution }: Values) =>
  url === undefined
    ? undefined
    : { url, attribution: attribution ?? `Map: ${new URL(url).hostname}` };

function clamdOf(address: string | undefined) {
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
export function requirePublicUrl({ publicAs }: Pick<Env, 'publicAs'>): void {
  if (publicAs && !process.env['PUBLIC_URL']) {
    throw new EnvError(
      `PUBLIC_URL is missing: ${publicAs}, so others can reach this server, and links in mail would lead to localhost; e.g. PUBLIC_URL=https://weeks.example`,
    );
  }
}

export const readEnv = (): Env => parseEnv(process.env);

/** The variables by which libfaketime moves the clock of tests; none without it. */
export const movedClock = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => process.env['FAKETIME'] !== undefined && /^(LD_PRELOAD$|FAKETIME)/.test(name),
  ),
);

// Libraries read this variable themselves and run slower without it.
process.env.NODE_ENV ??= 'production';

// The AWS SDK warns about Node 20 in many lines; package.json lists the supported versions.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';

/** For code that runs while modules load, before there is an Env. */
export const runsInProduction = process.env.NODE_ENV === 'production';
