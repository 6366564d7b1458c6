import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { EnvError, movedClock } from '../process/env.ts';

/**
 * PostgreSQL refuses to run as root. `namespace` is this process's own user under another id, so it
 * can access whatever that user owns, also below folders of mode 700; only root can choose `other`.
 */
export type ServerUser =
  | { kind: 'self' }
  | { kind: 'namespace'; command: string; uid: number }
  | { kind: 'other'; uid: number; gid: number };

/** A fixed environment: the standard program folders, and nothing from the caller's shell. */
export const serverEnvironment = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
  ...movedClock,
};

/** An existing cluster stays with its owner, since PostgreSQL accepts no other. */
export function chooseServerUser(
  dataDir: string,
  cluster: string,
  native: string,
  unshare: string,
): ServerUser {
  const self = process.getuid?.();
  const owner = existsSync(cluster) ? statSync(cluster).uid : undefined;
  if (self === undefined) return { kind: 'self' };
  if (self !== 0) {
    if (owner !== undefined && owner !== self) {
      throw new EnvError(
        `${cluster} belongs to the user with id ${owner}, and this server runs as ${self}: ` +
          'run it as that user, change the owner, or set DATA_DIR to another folder',
      );
    }
    // initdb needs an account entry for its user, which containers often lack.
    return hasAccount()
      ? { kind: 'self' }
      : (namespace(dataDir, native, unshare) ?? { kind: 'self' });
  }
  if (owner === undefined || owner === 0) {
    const user = namespace(dataDir, native, unshare);
    if (user !== undefined) return user;
  }
  return otherUser([owner, statSync(dataDir).uid]);
}

export function commandFor(user: ServerUser, file: string, args: string[]): [string, string[]] {
  if (user.kind !== 'namespace') return [file, args];
  return [
    user.command,
    ['--user', `--map-user=${user.uid}`, `--map-group=${user.uid}`, file, ...args],
  ];
}

export const spawnIdsFor = (user: ServerUser): { uid?: number; gid?: number } =>
  user.kind === 'other' ? { uid: user.uid, gid: user.gid } : {};

/** Another user may be unable to reach the folder from the root, but can use its current one. */
export const ownFolderName = (user: ServerUser, folder: string): string =>
  user.kind === 'other' && process.platform === 'linux' ? '/proc/self/cwd' : folder;

export function giveTo(user: ServerUser, path: string): void {
  if (user.kind !== 'other') return;
  const entry = lstatSync(path);
  if (entry.uid !== user.uid) chownSync(path, user.uid, user.gid);
  if (!entry.isDirectory()) return;
  for (const name of readdirSync(path)) giveTo(user, join(path, name));
}

export function canRun(user: ServerUser, native: string): boolean {
  const [file, args] = commandFor(user, join(native, 'bin', 'postgres'), ['--version']);
  const result = spawnSync(file, args, {
    env: serverEnvironment,
    cwd: '/',
    ...spawnIdsFor(user),
  });
  return result.status === 0;
}

function namespace(dataDir: string, native: string, unshare: string): ServerUser | undefined {
  if (process.platform !== 'linux') return undefined;
  const uid = accounts().find((account) => account.uid !== 0)?.uid ?? 65534;
  const user: ServerUser = { kind: 'namespace', command: unshare, uid };
  const [file, args] = commandFor(user, '/bin/sh', [
    '-c',
    'test -w "$1" && test -x "$2"',
    'sh',
    dataDir,
    join(native, 'bin', 'postgres'),
  ]);
  const result = spawnSync(file, args, { env: serverEnvironment, cwd: '/' });
  return result.status === 0 ? user : undefined;
}

function otherUser(owners: (number | undefined)[]): ServerUser {
  const known = accounts();
  const [cluster, folder] = owners;
  // An existing cluster needs no account entry; a new one does, for initdb.
  if (cluster !== undefined && cluster !== 0) {
    const gid = known.find((account) => account.uid === cluster)?.gid ?? cluster;
    return { kind: 'other', uid: cluster, gid };
  }
  const account =
    known.find(({ uid }) => uid !== 0 && uid === folder) ??
    known.find(({ name }) => name === 'postgres') ??
    known.find(({ name }) => name === 'nobody') ??
    known.find(({ uid }) => uid !== 0);
  if (account === undefined) {
    throw new EnvError(
      'PostgreSQL refuses to run as root, and this machine has no other user: ' +
        'start as an ordinary user, or set DATABASE_URL to a PostgreSQL server',
    );
  }
  return { kind: 'other', uid: account.uid, gid: account.gid };
}

function hasAccount(): boolean {
  try {
    return userInfo().uid >= 0;
  } catch {
    return false;
  }
}

function accounts() {
  try {
    return readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
      .filter((fields) => fields.length >= 4)
      .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
  } catch {
    return [];
  }
}
