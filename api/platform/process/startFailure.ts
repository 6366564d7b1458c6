import { EnvError, type Env } from './env.ts';
import { errorCode } from '../outgoing/failureWords.ts';

/** The reason and what to do in one line; undefined if the environment does not explain it. */
export function startFailure(
  error: unknown,
  env: Pick<Env, 'port' | 'host' | 'databaseUrl' | 'dataDir'>,
): string | undefined {
  if (error instanceof EnvError) {
    return error.message;
  }
  const code = errorCode(error);
  const { syscall, path, hostname } = factsOf(error);
  if (syscall === 'listen' || hostname === env.host) {
    return listenFailure(code, env);
  }
  if (path !== undefined && Object.hasOwn(fileProblems, code)) {
    return `${path} ${fileProblems[code]}. Mend that, or choose another folder, e.g. DATA_DIR=.data (now ${env.dataDir})`;
  }
  return env.databaseUrl ? databaseFailure(error, code, env.databaseUrl) : undefined;
}

function factsOf(error: unknown) {
  const { syscall, path, hostname } = (error ?? {}) as Record<string, unknown>;
  const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return { syscall: textOf(syscall), path: textOf(path), hostname: textOf(hostname) };
}

const fileProblems: Readonly<Record<string, string>> = {
  EACCES: "can't be read and written by this user",
  EPERM: "can't be read and written by this user",
  EROFS: 'is on a disk that can only be read',
  ENOSPC: 'is on a disk without space',
  EDQUOT: 'is on a disk without space for this user',
  ENOTDIR: 'is below a file, and not a folder',
  EEXIST: 'is a file, and not a folder',
};

function listenFailure(code: string, { port, host }: Pick<Env, 'port' | 'host'>): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is in use. Stop the program that uses it, or choose another port, e.g. PORT=${port < 65_535 ? port + 1 : 4000}`;
    case 'EACCES':
    case 'EPERM':
      return `This user may not listen on port ${port}. Choose one above 1023, e.g. PORT=4000`;
    default:
      return `HOST is ${host}, which is no address of this machine; e.g. HOST=127.0.0.1`;
  }
}

/** Codes of PostgreSQL (its documentation, appendix A), and of the connection to it. */
function databaseFailure(error: unknown, code: string, databaseUrl: string): string | undefined {
  const { host, name, user } = placeOf(databaseUrl);
  switch (code) {
    case '28P01':
    case '28000':
      return `The database at ${host} refuses the user "${user}" or the password. Correct DATABASE_URL`;
    case '3D000':
      return `There is no database "${name}" at ${host}. Create it (createdb ${name}), or correct DATABASE_URL`;
    case '42501':
      return `The user "${user}" may not create tables or extensions in the database "${name}". Make the user its owner`;
    case '53300':
      return `The database at ${host} has no free connections. Raise its max_connections, or end other programs`;
    case '57P03':
      return `The database at ${host} is starting or stopping. Try again in a moment`;
    case '58P01':
    case '0A000':
      return `The database at ${host} lacks a contrib extension of PostgreSQL (${messageOf(error)}). Install the contrib package there`;
    case 'ECONNREFUSED':
      return `Nothing answers at ${host}. Start PostgreSQL there, or correct DATABASE_URL`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The host of DATABASE_URL, ${host}, can't be found. Correct DATABASE_URL`;
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'ECONNRESET':
      return `The database at ${host} can't be reached. Check the network, or correct DATABASE_URL`;
    default:
      break;
  }
  if (/does not support SSL/.test(messageOf(error))) {
    return `The database at ${host} has no encrypted connections. Take sslmode out of DATABASE_URL, or set up SSL there`;
  }
  if (/password must be a string/.test(messageOf(error))) {
    return `The database at ${host} asks for a password. Add it to DATABASE_URL, e.g. postgresql://user:password@host:5432/name`;
  }
  if (/CERT|SELF_SIGNED|ERR_TLS/.test(code)) {
    return `The certificate of the database at ${host} can't be trusted (${code}). Correct sslmode and sslrootcert in DATABASE_URL`;
  }
  return undefined;
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message.split('\n', 1).join('') : '';

function placeOf(databaseUrl: string): { host: string; name: string; user: string } {
  if (!URL.canParse(databaseUrl)) {
    return { host: 'the address', name: '', user: '' };
  }
  const url = new URL(databaseUrl);
  return {
    host: url.host || 'localhost',
    name: url.pathname.slice(1),
    user: url.username,
  };
}
