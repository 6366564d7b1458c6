import { posix } from 'node:path';

/** Clients may also send a whole URL (RFC 9112, 3.2.2), whose host is ignored. */
export function originForm(target: string): string {
  const authority = /^https?:\/\/[^/?#\\]*/i.exec(target)?.[0];
  if (authority === undefined) {
    return target;
  }
  const rest = target.slice(authority.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** `api` for `/api/x`, `/API/x`, `//api/x`, `/%61pi`, `/api%2Fx` and `/x/../api`. */
export function areaOf(target: string): string {
  const [path = ''] = target.split(/[?#]/, 1);
  return (
    posix.normalize(decoded(path).replaceAll('\\', '/')).split('/').find(Boolean)?.toLowerCase() ??
    ''
  );
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
