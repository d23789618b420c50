/** A response that is already JSON, as text or as UTF-8; it is sent unchanged. */
export class JsonText {
  readonly text: string | Buffer;

  constructor(text: string | Buffer) {
    this.text = text;
  }
}
