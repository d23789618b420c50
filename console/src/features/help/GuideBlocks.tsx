import { Fragment } from 'react';
import { guideLink, pictureOf } from '../../domain/guide/guide.ts';
import { type Block, type Inline, plainText } from '../../domain/guide/markdown.ts';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { SimpleTable } from '../../ui/tables/SimpleTable.tsx';
import classes from './Help.module.css';

interface GuideBlocksProps {
  blocks: readonly Block[];
  /** The id of the chapter, for links within it. */
  chapter: string;
}

/** A chapter of the guide. Its blocks never change, so their index is their key. */
export function GuideBlocks({ blocks, chapter }: GuideBlocksProps) {
  return blocks.map((block, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the blocks of the guide never change
    <BlockOf key={index} block={block} chapter={chapter} />
  ));
}

function BlockOf({ block, chapter }: { block: Block; chapter: string }) {
  const inline = (content: readonly Inline[]) => <Inlines content={content} chapter={chapter} />;
  switch (block.kind) {
    case 'heading':
      return block.level > 2 ? (
        <h3 id={block.id}>{inline(block.content)}</h3>
      ) : (
        <h2 id={block.id}>{inline(block.content)}</h2>
      );
    case 'paragraph':
      return <p>{inline(block.content)}</p>;
    case 'list': {
      const items = block.items.map((item, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the blocks of the guide never change
        <li key={index}>{inline(item)}</li>
      ));
      return block.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
    }
    case 'code':
      return (
        <pre className={classes.code}>
          <code>{block.text}</code>
        </pre>
      );
    case 'image': {
      const picture = pictureOf(block.file);
      return picture === undefined ? null : (
        <img className={classes.picture} {...picture} alt={block.alt} loading="lazy" />
      );
    }
    case 'table':
      return (
        <SimpleTable
          label={block.head.map(plainText).join(', ')}
          columns={block.head.map((cell, index) => ({
            id: String(index),
            header: plainText(cell),
            render: (row: Inline[][]) => inline(row[index] ?? []),
          }))}
          rows={block.rows}
          rowKey={(_, index) => index}
          framed
        />
      );
  }
}

function Inlines({ content, chapter }: { content: readonly Inline[]; chapter: string }) {
  return content.map((each, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the blocks of the guide never change
    <Fragment key={index}>
      <InlineOf inline={each} chapter={chapter} />
    </Fragment>
  ));
}

function InlineOf({ inline, chapter }: { inline: Inline; chapter: string }) {
  if (inline.kind === 'text') return inline.text;
  if (inline.kind === 'code') return <code>{inline.text}</code>;
  const content = <Inlines content={inline.content} chapter={chapter} />;
  if (inline.kind === 'strong') return <strong>{content}</strong>;
  if (inline.kind === 'emphasis') return <em>{content}</em>;
  // Files outside the guide are not shipped with the console.
  const to = guideLink(inline.to, chapter);
  return to === undefined ? content : <PathLink to={to}>{content}</PathLink>;
}
