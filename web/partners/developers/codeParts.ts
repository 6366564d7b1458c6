export interface CodePart {
  kind: 'plain' | 'comment' | 'string' | 'word';
  text: string;
}

/** Splits code into comments, strings and keywords to color. */
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

// The code to read is our own documentation.
/* eslint-disable regexp/no-super-linear-move */
const shell = /(?<comment>#.*)|(?<string>"(?:[^"\\\n]|\\.)*"|'[^']*')|\b(?:curl|export)\b/g;
const json = /(?<string>"(?:[^"\\\n]|\\.)*")|\b(?:true|false|null)\b/g;

const patterns: Readonly<Record<string, RegExp>> = {
  shell,
  sh: shell,
  json,
  variables: json,
  ts: /(?<comment>\/\/.*)|(?<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`)|\b(?:async|await|const|else|export|for|from|function|if|import|new|of|return|throw|type)\b/g,
  python:
    /(?<comment>#.*)|(?<string>"""[^]*?"""|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|\b(?:as|def|else|for|from|if|import|in|not|print|raise|return|with)\b/g,
  graphql:
    /(?<comment>#.*)|(?<string>"(?:[^"\\\n]|\\.)*")|\b(?:query|mutation|subscription|fragment|on)\b/g,
};
