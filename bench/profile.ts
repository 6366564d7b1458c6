import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cell } from './table.ts';

/** The fields of the `node --cpu-prof` format that the bench needs. */
interface CpuProfile {
  nodes: {
    id: number;
    callFrame: { functionName: string; url: string };
    children?: number[];
  }[];
  samples: number[];
  timeDeltas: number[];
}

/**
 * Node options that write a profile to a temporary folder, and a function that reads it: packages,
 * with their percentage of the time.
 */
export function openProfile(): { nodeOptions: string[]; read(): Cell[][] } {
  const folder = mkdtempSync(join(tmpdir(), 'tideweek-profile-'));
  return {
    nodeOptions: ['--cpu-prof', `--cpu-prof-dir=${folder}`],
    read() {
      const file = readdirSync(folder).find((name) => name.endsWith('.cpuprofile'));
      if (file === undefined) {
        throw new Error('the server wrote no profile');
      }
      const profile = JSON.parse(readFileSync(join(folder, file), 'utf8')) as CpuProfile;
      rmSync(folder, { recursive: true });
      return groups(profile);
    },
  };
}

/** Self time by package. Built-in functions of the engine count for the calling package. */
function groups({ nodes, samples, timeDeltas }: CpuProfile): Cell[][] {
  const groupOf = new Map<number, string>();
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const walk = (id: number, caller: string): void => {
    const node = byId.get(id);
    if (!node) {
      return;
    }
    const group = groupName(node.callFrame) ?? caller;
    groupOf.set(id, group);
    node.children?.forEach((child) => walk(child, group));
  };
  const [root] = nodes;
  if (root) {
    walk(root.id, 'node');
  }
  const times = new Map<string, number>();
  let busy = 0;
  samples.forEach((id, index) => {
    const group = groupOf.get(id) ?? 'node';
    const time = timeDeltas[index] ?? 0;
    if (group !== 'idle') {
      busy += time;
      times.set(group, (times.get(group) ?? 0) + time);
    }
  });
  return [...times]
    .sort(([, one], [, other]) => other - one)
    .slice(0, 25)
    .map(([name, time]) => [name, (100 * time) / busy]);
}

function groupName({
  functionName,
  url,
}: CpuProfile['nodes'][number]['callFrame']): string | undefined {
  if (functionName === '(idle)') {
    return 'idle';
  }
  if (functionName === '(garbage collector)') {
    return 'garbage collection';
  }
  if (functionName === '(program)') {
    return 'engine and system calls';
  }
  if (url.startsWith('wasm:')) {
    return "Prisma's query compiler (wasm)";
  }
  if (url.startsWith('node:')) {
    return `node: ${url.slice('node:'.length).replace('internal/', '').split('/', 1)[0] ?? ''}`;
  }
  const packaged = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];
  if (packaged) {
    return packaged;
  }
  return url.startsWith('file:') ? 'tideweek' : undefined;
}
