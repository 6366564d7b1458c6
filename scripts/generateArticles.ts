import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseMarkdown } from './developers/markdown.ts';

// Writes the articles of the site from their Markdown files, which begin with lines `name: value`.
const folder = 'web/site/articles';
const target = join(folder, '__generated__');

const articles = readdirSync(folder)
  .filter((file) => file.endsWith('.md'))
  .map((file) => {
    const [, head = '', body = ''] = readFileSync(join(folder, file), 'utf8').split(/^---$/m);
    const values = [...head.matchAll(/^(\w+): (.*)$/gm)].map(([, name, value]) => [name, value]);
    return { ...Object.fromEntries(values), sections: parseMarkdown(body).sections };
  });

mkdirSync(target, { recursive: true });
writeFileSync(
  join(target, 'articles.ts'),
  `import type { Article } from '../article.ts';\n\nexport const articles: readonly Article[] = ${JSON.stringify(articles)};\n`,
);
