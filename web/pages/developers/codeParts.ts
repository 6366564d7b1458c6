export interface CodePart {
  kind: 'plain' | 'comment' | 'string' | 'word';
  text: string;
}

/** Splits code into what is coloured: comments, strings and words of the language. */
export function codeParts(language: string, code: string): CodePart[] {
  const pattern = patterns[language];
  if (!pattern) return [{ kind: 'plain', text: code }];
  const parts: CodePart[] = [];
  let at = 0;
  for (const found of code.matchAll(pattern)) {
    if (found.index > at) parts.push({ kind: 'plain', text: code.slice(at, found.index) });
    const { comment, string } = found.groups ?? {};
    const kind = comment !== undefined ? 'comment' : string !== undefined ? 'string' : 'word';
    parts.push({ kind, text: found[0] });
    at = found.index + found[0].length;
  }
  if (at < code.length) parts.push({ kind: 'plain', text: code.slice(at) });
  return parts;
}

const quoted = String.raw`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\]|\\.)*'`;
const hash = String.raw`(?<=^|\s)#.*`;
const slashes = String.raw`(?<=^|\s)//.*`;

const patternOf = (comment: string, string: string, words: string): RegExp =>
  new RegExp(String.raw`(?<comment>${comment})|(?<string>${string})|\b(?:${words})\b`, 'gm');

const shell = patternOf(hash, quoted, 'curl|export');
const json = patternOf(slashes, quoted, 'true|false|null');

const patterns: Readonly<Record<string, RegExp>> = {
  shell,
  sh: shell,
  ts: patternOf(
    slashes,
    `${quoted}|\`[^\`]*\``,
    'async|await|const|else|for|from|function|if|import|new|of|return|throw|type',
  ),
  python: patternOf(
    hash,
    String.raw`"""[^]*?"""|${quoted}`,
    'as|def|else|for|from|if|import|in|not|print|raise|return|with',
  ),
  graphql: patternOf(hash, quoted, 'query|mutation|subscription|fragment|on'),
  json,
  variables: json,
};
