/** A response that is already JSON, as text or as UTF-8; it is sent unchanged. */
export class JsonText {
  readonly text: string | Buffer;
  /** The ids of the versions in it, which cost time to find. */
  readonly versionIds: () => readonly string[];

  constructor(text: string | Buffer, versionIds: () => readonly string[] = () => []) {
    this.text = text;
    this.versionIds = versionIds;
  }
}
