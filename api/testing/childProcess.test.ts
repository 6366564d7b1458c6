import { expect, it } from 'vitest';
import { startChild } from './childProcess.ts';

const evaluate = (script: string) => startChild(['--input-type=module', '--eval', script]);
const waiting = 'setInterval(() => undefined, 60_000);';

it('a line is seen although much was printed behind it in the same piece', async () => {
  const child = evaluate(`process.stdout.write('ready on it\\n' + 'x'.repeat(60_000)); ${waiting}`);
  await child.printed('ready on ');
  expect(await child.end()).toBe('SIGKILL');
});

it('a line that was printed before the test asks for it is seen', async () => {
  const child = evaluate("console.log('first'); console.error('second');");
  expect(await child.ended).toBe(0);
  await child.printed('second');
  expect([child.stdout(), child.output().length]).toEqual(['first\n', 'first\nsecond\n'.length]);
});

it('a process that ends early is reported with its last lines', async () => {
  const child = evaluate("console.error('no database'); process.exitCode = 3;");
  await expect(child.printed('ready on ')).rejects.toThrow(/ended with 3 .*no database/s);
});

it('a process that never prints the line is ended, and reported with its last lines', async () => {
  const child = evaluate(`console.log('still migrating'); ${waiting}`);
  await child.printed('still');
  await expect(child.printed('ready on ', 0)).rejects.toThrow(/did not print .*still migrating/s);
  expect(await child.ended).toBe('SIGKILL');
});

it('a process ends with the process that started it, even if that one is killed', async () => {
  const module = new URL('childProcess.ts', import.meta.url).href;
  const script = `
    import { startChild } from ${JSON.stringify(module)};
    const child = startChild(['--eval', ${JSON.stringify(waiting)}]);
    console.log('pid ' + child.process.pid + ' of the child');
    ${waiting}`;
  const parent = startChild(['--import', 'tsx', '--input-type=module', '--eval', script]);
  await parent.printed('of the child');
  const pid = Number(/pid (\d+)/.exec(parent.stdout())?.[1]);
  expect(process.kill(pid, 0)).toBe(true);
  await parent.end();
  await expect.poll(() => isRunning(pid)).toBe(false);
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
