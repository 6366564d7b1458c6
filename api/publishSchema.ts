import { readFileSync, writeFileSync } from 'node:fs';
import { buildSchema } from 'graphql';
import { printedPublishedSchema } from './printSchema.ts';
import { schemaChanges } from './schemaChanges.ts';

const published = 'schema.published.graphql';
const changelog = 'docs/changelog.md';
const mark = '\n## ';

const text = printedPublishedSchema();
const changes = schemaChanges(buildSchema(readFileSync(published, 'utf8')), buildSchema(text));
if (changes.length > 0) {
  const day = new Date().toISOString().slice(0, 10);
  const [head = '', ...releases] = readFileSync(changelog, 'utf8').split(mark);
  const release = `${day}\n\n${changes.map((change) => `- ${change}\n`).join('')}`;
  writeFileSync(changelog, [`${head.trimEnd()}\n`, release, ...releases].join(mark));
}
writeFileSync(published, text);
