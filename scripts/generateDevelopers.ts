import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, introspectionFromSchema, lexicographicSortSchema } from 'graphql';
import { printedPublishedSchema, printedSchema } from '../api/printSchema.ts';
import { restRoutes } from '../api/modules/areas.ts';
import { openApiDocument } from '../api/rest/openApi.ts';
import { schema } from '../api/schema.ts';
import { schemaChanges } from '../api/schemaChanges.ts';
import type { DeveloperContent, Operation, Release } from '../web/partners/developers/content.ts';
import { parseMarkdown } from './developers/markdown.ts';
import { operationsOf } from './developers/operations.ts';

// Writes the content of /developers, from docs/partners.md, docs/changelog.md and the schema; and
// files for the built site.
const target = 'web/partners/developers/__generated__';
const files = join(target, 'public');

/** Only for administrators and for the title and escrow partner. */
const leftOut = ['Escrow', 'Inventory of outside providers'];

/** First sections, in this order; further sections follow as in the document. */
const first = ['Start in five minutes', 'Tokens', 'Test mode', 'Webhooks'];

const documentation = readFileSync('docs/partners.md', 'utf8');
const { lead, sections } = parseMarkdown(documentation);
const parts = documentation.split('\n## ');
const shown = sections.filter(({ heading }) => !leftOut.includes(heading));
const content: DeveloperContent = {
  lead,
  sections: [
    ...first.flatMap((name) => shown.filter(({ heading }) => heading === name)),
    ...shown.filter(({ heading }) => !first.includes(heading)),
  ],
  operations: operationsOf(schema),
  changes: releases(),
};

rmSync(target, { recursive: true, force: true });
mkdirSync(join(files, 'developers'), { recursive: true });
writeFileSync(
  join(target, 'developerContent.ts'),
  `import type { DeveloperContent } from '../content.ts';\n\nexport const developerContent: DeveloperContent = ${JSON.stringify(content)};\n`,
);
writeFileSync(join(files, 'llms.txt'), llmsText());
writeFileSync(
  join(files, 'developers.md'),
  parts.filter((part) => !leftOut.some((name) => part.startsWith(`${name}\n`))).join('\n## '),
);
writeFileSync(join(files, 'developers/schema.graphql'), printedSchema());
writeFileSync(
  join(files, 'developers/openapi.json'),
  JSON.stringify(openApiDocument(restRoutes), null, 2),
);
writeFileSync(
  join(files, 'developers/schema.json'),
  JSON.stringify({ data: introspectionFromSchema(lexicographicSortSchema(schema)) }),
);

function releases(): Release[] {
  const published = buildSchema(readFileSync('schema.published.graphql', 'utf8'));
  const coming = schemaChanges(published, buildSchema(printedPublishedSchema()));
  const [, ...texts] = readFileSync('docs/changelog.md', 'utf8').split('\n## ');
  return [
    ...(coming.length > 0 ? [{ day: null, changes: coming }] : []),
    ...texts.map((text) => {
      const [day = '', ...lines] = text.split('\n');
      const changes = lines.filter((line) => line.startsWith('- ')).map((line) => line.slice(2));
      return { day: day.trim(), changes };
    }),
  ];
}

/** A summary for programs that read sites, as https://llmstxt.org proposes. */
function llmsText(): string {
  const start = parts.find((part) => part.startsWith(`${first[0]}\n`)) ?? '';
  const line = ({ id, name, scope, description }: Operation) =>
    `- [${name}](/developers#${id}) (${scope === 'any' ? 'any scope' : scope}): ${description.split('\n')[0]}`;
  return `# Tideweek API

> A GraphQL API for renting, buying and selling timeshare weeks: resorts, listings, quotes, bookings. Programs authenticate with tokens of an organization. The endpoint is /graphql.

## Documentation

${content.sections.map(({ id, heading }) => `- [${heading}](/developers#${id})`).join('\n')}
- [All of it as Markdown](/developers.md)
- [Schema as SDL](/developers/schema.graphql)
- [Schema as introspection JSON](/developers/schema.json)
- [REST calls as OpenAPI 3.1](/developers/openapi.json)

## ${start}
## Operations

${content.operations.map(line).join('\n')}
`;
}
