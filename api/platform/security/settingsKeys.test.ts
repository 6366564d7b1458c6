import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginKeyChange, endKeyChange, settingsKeys } from './settingsKeys.ts';

const oldKey = Buffer.alloc(32, 1);

describe('the key of an installation', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tideweek-keys-'));
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it('is created once, readable by its owner only', () => {
    const dataDir = join(folder, 'new');
    const [key] = settingsKeys(undefined, dataDir);
    expect(key).toHaveLength(32);
    expect(settingsKeys(undefined, dataDir)).toEqual([key]);
    expect(statSync(join(dataDir, 'settings.key')).mode & 0o777).toBe(0o600);
  });

  it('is ignored if keys are given', () => {
    expect(settingsKeys([oldKey], join(folder, 'unused'))).toEqual([oldKey]);
  });

  it('throws if its file holds anything else', () => {
    writeFileSync(join(folder, 'settings.key'), 'nothing');
    expect(() => settingsKeys(undefined, folder)).toThrow(/settings\.key does not hold keys/);
  });

  it('is replaced by a new one, even if the change stops half-way', () => {
    const dataDir = join(folder, 'changing');
    const [old] = settingsKeys(undefined, dataDir);
    const [newest, kept, ...rest] = beginKeyChange(dataDir);
    expect([kept, ...rest]).toEqual([old]);
    expect(newest).not.toEqual(old);
    // Meanwhile the server reads both keys, and a resumed change keeps the new one.
    expect(settingsKeys(undefined, dataDir)).toEqual([newest, old]);
    expect(beginKeyChange(dataDir)).toEqual([newest, old]);
    endKeyChange(dataDir);
    expect(settingsKeys(undefined, dataDir)).toEqual([newest]);
    expect(statSync(join(dataDir, 'settings.key')).mode & 0o777).toBe(0o600);
  });
});
