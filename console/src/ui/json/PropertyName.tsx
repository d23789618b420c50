import { Fragment } from 'react';

const wordEnds = /(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=[._/-])(?=[\p{L}\d])/u;

/** A property name that can break between its words: "releaseDate" has two. */
export function PropertyName({ name }: { name: string }) {
  return (
    <span>
      {name.split(wordEnds).map((word, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- words have no identity other than their position
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {word}
        </Fragment>
      ))}
    </span>
  );
}
