/** A response that is JSON already, as text or as UTF-8; it is sent as it is. */
export class JsonText {
  readonly text: string | Buffer;

  constructor(text: string | Buffer) {
    this.text = text;
  }
}
