import { ButtonAnchor } from '#web/ui/basics/ButtonLink.tsx';
import { StatusBadge } from '#web/ui/basics/StatusBadge.tsx';
import { InlineText } from '#web/ui/words/InlineText.tsx';
import { CodeBlock } from './CodeBlock.tsx';
import type { Operation } from './content.ts';
import styles from './Developers.module.css';
import { inlineCode } from './inlineCode.ts';
import { SectionHeading } from './SectionHeading.tsx';

const kinds = [
  { kind: 'query', title: 'Queries' },
  { kind: 'mutation', title: 'Mutations' },
  { kind: 'subscription', title: 'Subscriptions' },
] as const;

/** Every root field that a token may call. */
export function OperationReference({ operations }: { operations: readonly Operation[] }) {
  return (
    <>
      <div className={`stack gap-4 padding-5 card ${styles.index}`}>
        {kinds.map(({ kind, title }) => (
          <div key={kind}>
            <p className="semibold">{title}</p>
            <ul aria-label={title}>
              {operations.map(
                (operation) =>
                  operation.kind === kind && (
                    <li key={operation.id}>
                      <a href={`#${operation.id}`}>{operation.name}</a>
                    </li>
                  ),
              )}
            </ul>
          </div>
        ))}
      </div>
      {operations.map((operation) => (
        <OperationView key={operation.id} operation={operation} />
      ))}
    </>
  );
}

function OperationView({ operation }: { operation: Operation }) {
  const { kind, name, scope, description, example, variables, takesFile } = operation;
  return (
    <div className={styles.operation}>
      <div>
        <SectionHeading id={operation.id} level="h3">
          {name}
        </SectionHeading>
        <p className="cluster gap-3 row-gap-2">
          <StatusBadge status={{ tone: 'quiet', label: kind }} />
          <StatusBadge status={{ tone: 'good', label: scope === 'any' ? 'any scope' : scope }} />
        </p>
        <p>
          <InlineText parts={inlineCode(description)} />
        </p>
        {operation.arguments.length > 0 && (
          <dl
            className={`stack gap-3 margin-top-2 ${styles.arguments}`}
            aria-label={`Arguments of ${name}`}
          >
            {operation.arguments.map((argument) => (
              <div key={argument.name}>
                <dt>
                  <code>{argument.name}</code> <span>{argument.type}</span>
                </dt>
                <dd>
                  <InlineText parts={inlineCode(argument.description)} />
                </dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      <div>
        <CodeBlock codes={[{ language: 'graphql', text: example }]} />
        {variables !== '' && <CodeBlock codes={[{ language: 'variables', text: variables }]} />}
        {takesFile ? (
          <p className={styles.soft}>
            A file is sent as multipart/form-data, which the editor can&apos;t do.
          </p>
        ) : (
          <div>
            <ButtonAnchor
              href={editorAddress(operation)}
              variant="quiet"
              aria-label={`Run ${name} in the editor`}
            >
              Run
            </ButtonAnchor>
          </div>
        )}
      </div>
    </div>
  );
}

const editorAddress = ({ example, variables }: Operation): string =>
  `/graphql?${new URLSearchParams({ query: example, ...(variables !== '' && { variables }) })}`;
