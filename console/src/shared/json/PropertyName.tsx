import { Fragment } from 'react';

const wordEnds = /(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=[._/-])(?=[\p{L}\d])/u;

/** The name of a property, which breaks between its words where it must: "releaseDate" is two. */
export function PropertyName({ name }: { name: string }) {
  return (
    <span>
      {name.split(wordEnds).map((word, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a word has no other identity than its place
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {word}
        </Fragment>
      ))}
    </span>
  );
}
