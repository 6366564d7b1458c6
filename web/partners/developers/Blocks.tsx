import { InlineText } from '#web/ui/words/InlineText.tsx';
import { CodeBlock } from './CodeBlock.tsx';
import type { Block } from './content.ts';
import styles from './Developers.module.css';
import { SectionHeading } from './SectionHeading.tsx';

/** The blocks of a document. They never change, so their indexes are their keys. */
export function Blocks({ blocks }: { blocks: readonly Block[] }) {
  return blocks.map((block, index) => <BlockView key={index} block={block} />);
}

function BlockView({ block }: { block: Block }) {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p>
          <InlineText parts={block.text} />
        </p>
      );
    case 'heading':
      return (
        <SectionHeading id={block.id} level="h3">
          {block.text}
        </SectionHeading>
      );
    case 'code':
      return <CodeBlock codes={block.codes} />;
    case 'list': {
      const List = block.isOrdered ? 'ol' : 'ul';
      return (
        <List>
          {block.items.map((item, index) => (
            <li key={index}>
              <InlineText parts={item} />
            </li>
          ))}
        </List>
      );
    }
    case 'table':
      return (
        // Browsers scroll it by keys only if it has the focus.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className={styles.scroll} tabIndex={0} role="group" aria-label="Table">
          <table>
            <thead>
              <tr>
                {block.head.map((cell, index) => (
                  <th key={index} scope="col">
                    <InlineText parts={cell} />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {block.rows.map((row, index) => (
                <tr key={index}>
                  {row.map((cell, column) => (
                    <td key={column}>
                      <InlineText parts={cell} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      );
  }
}
