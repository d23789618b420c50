export type Encoding = 'br' | 'gzip' | 'identity';

// Smallest first, if the client accepts several equally.
const preference: readonly Encoding[] = ['br', 'gzip', 'identity'];

/**
 * The encoding of a response by the request's Accept-Encoding (RFC 9110, 12.5.3), among the available ones. Identity if
 * the client refuses everything, because it may still be able to use it.
 */
export function chooseEncoding(
  header: string | undefined,
  available: Pick<ReadonlySet<Encoding>, 'has'>,
): Encoding {
  const weights = weightsOf(header ?? '');
  let best: Encoding = 'identity';
  let bestWeight = 0;
  for (const encoding of preference) {
    if (!available.has(encoding)) continue;
    const weight = weights.get(encoding) ?? defaultWeight(encoding, weights);
    if (weight > bestWeight) {
      best = encoding;
      bestWeight = weight;
    }
  }
  return best;
}

// The weight of an encoding that is not listed: that of "*"; without it identity is acceptable, but listed encodings
// are preferred.
function defaultWeight(encoding: Encoding, weights: ReadonlyMap<string, number>): number {
  return weights.get('*') ?? (encoding === 'identity' ? Number.MIN_VALUE : 0);
}

function weightsOf(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const item of header.split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    if (name === '') continue;
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    const weight = quality === undefined ? 1 : Number(quality.slice(2));
    weights.set(name === 'x-gzip' ? 'gzip' : name, Number.isNaN(weight) ? 0 : weight);
  }
  return weights;
}
