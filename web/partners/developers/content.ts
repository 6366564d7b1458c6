import type { Inline } from '#web/ui/words/InlineText.tsx';

/** Output of `npm run generate:developers`, from docs/partners.md and the schema. */
export interface DeveloperContent {
  lead: readonly Block[];
  sections: readonly Section[];
  operations: readonly Operation[];
  /** Newest first; an unpublished release has no day. */
  changes: readonly Release[];
}

export interface Section {
  id: string;
  heading: string;
  blocks: readonly Block[];
}

export type Block =
  | { kind: 'paragraph'; text: readonly Inline[] }
  | { kind: 'heading'; id: string; text: string }
  | { kind: 'list'; isOrdered: boolean; items: readonly (readonly Inline[])[] }
  | {
      kind: 'table';
      head: readonly (readonly Inline[])[];
      rows: readonly (readonly (readonly Inline[])[])[];
    }
  | { kind: 'code'; codes: readonly Code[] };

export interface Code {
  language: string;
  text: string;
}

export interface Operation {
  id: string;
  kind: 'query' | 'mutation' | 'subscription';
  name: string;
  description: string;
  /** The scope that opens it; 'any' for every token. */
  scope: string;
  arguments: readonly { name: string; type: string; description: string }[];
  example: string;
  /** JSON; empty if the example has no variables. Holds `sampleIds`, which the page replaces. */
  variables: string;
  /** Whether a file is sent, which the editor can't. */
  takesFile: boolean;
}

/** Placeholders in examples for ids of existing objects. */
export const sampleIds = {
  resort: 'id-of-a-resort',
  listing: 'id-of-a-listing',
  saleListing: 'id-of-a-timeshare-for-sale',
} as const;

export interface Release {
  /** YYYY-MM-DD; null for an unpublished release. */
  day: string | null;
  changes: readonly string[];
}
