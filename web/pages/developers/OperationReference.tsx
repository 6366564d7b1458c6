import { StatusBadge } from '../../ui/basics/StatusBadge.tsx';
import { CodeBlock } from './CodeBlock.tsx';
import type { Operation } from './content.ts';
import styles from './Developers.module.css';
import { InlineText } from './Blocks.tsx';
import { inlineCode } from './inlineCode.ts';
import { SectionHeading } from './SectionHeading.tsx';

/** Every root field that a token may call. */
export function OperationReference({ operations }: { operations: readonly Operation[] }) {
  return operations.map((operation) => (
    <div key={operation.id} className={styles.operation}>
      <SectionHeading id={operation.id} level="h3">
        {operation.name}
      </SectionHeading>
      <p className={styles.badges}>
        <StatusBadge status={{ tone: 'quiet', label: operation.kind }} />
        <StatusBadge
          status={{
            tone: 'good',
            label: operation.scope === 'any' ? 'any scope' : operation.scope,
          }}
        />
      </p>
      <p>
        <InlineText parts={inlineCode(operation.description)} />
      </p>
      {operation.arguments.length > 0 && (
        <dl className={styles.arguments}>
          {operation.arguments.map(({ name, type, description }) => (
            <div key={name}>
              <dt>
                <code>{`${name}: ${type}`}</code>
              </dt>
              <dd>
                <InlineText parts={inlineCode(description)} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <CodeBlock language="graphql" text={operation.example} />
      {operation.variables !== '' && <CodeBlock language="json" text={operation.variables} />}
      <p>
        <a href={editorAddress(operation)}>Open in the editor</a>
      </p>
    </div>
  ));
}

/** The editor of /graphql with an example in it. */
const editorAddress = ({ example, variables }: Operation): string =>
  `/graphql?${new URLSearchParams({ query: example, ...(variables !== '' && { variables }) })}`;
