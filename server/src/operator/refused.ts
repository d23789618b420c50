/** What the operator asked for is not done; the message says why. */
export class OperatorRefused extends Error {
  override readonly name = 'OperatorRefused';
}
