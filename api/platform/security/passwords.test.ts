import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { UnavailableError } from '../errors.ts';
import { createPasswords } from './passwords.ts';

it('hashes with argon2id at the cost that OWASP recommends, with a new salt each time', async () => {
  const passwords = createPasswords();
  const [one, other] = await Promise.all([
    passwords.hash('open sesame'),
    passwords.hash('open sesame'),
  ]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(other);
  expect(await passwords.verify(one, 'open sesame')).toBe(true);
  expect(await passwords.verify(one, 'open sesame!')).toBe(false);
});

it('takes as long for a missing account as for a wrong password', async () => {
  const passwords = createPasswords();
  const hashed = await passwords.hash('open sesame');
  // CPU time, since a busy machine changes only the elapsed time.
  const work = async (against: string | undefined): Promise<number> => {
    const before = process.cpuUsage();
    expect(await passwords.verify(against, 'wrong')).toBe(false);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  const wrong: number[] = [];
  const unknown: number[] = [];
  for (let round = 0; round < 8; round += 1) {
    wrong.push(await work(hashed));
    unknown.push(await work(undefined));
  }
  // The minimum has the least noise; a skipped check takes a hundredth.
  expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...wrong) / 2);
});

it('rejects even the password of the hash used for a missing account', async () => {
  expect(await createPasswords().verify(undefined, 'nobody has this password')).toBe(false);
});

it('refuses calls while too many wait, and accepts them again later', async () => {
  const passwords = createPasswords({ concurrency: 1, waiting: 3 });
  const results = await Promise.allSettled(
    Array.from({ length: 10 }, () => passwords.hash('open sesame')),
  );
  const refused = results.filter((result) => result.status === 'rejected');
  expect(refused.length).toBeGreaterThanOrEqual(5);
  expect(results.length - refused.length).toBeGreaterThanOrEqual(3);
  for (const { reason } of refused) {
    expect(reason).toBeInstanceOf(UnavailableError);
    expect(reason).toMatchObject({ retryAfter: 3 });
  }
  await sleep(1);
  expect(await passwords.hash('open sesame')).toMatch(/^\$argon2id\$/);
});

it.runIf(process.platform === 'linux')('hashes in threads that yield to all others', async () => {
  await createPasswords().hash('open sesame');
  // The nice value is field 19 of proc(5), where the name of the thread may hold spaces.
  const priorities = readdirSync('/proc/self/task').map((thread) =>
    Number(
      readFileSync(`/proc/self/task/${thread}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[16],
    ),
  );
  expect(priorities).toContain(19);
  expect(getPriority()).toBe(0);
});
