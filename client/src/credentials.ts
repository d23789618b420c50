/** How a program shows who it is. */
export interface Credentials {
  /** An API token of a user or of an application. */
  token?: string | undefined;
  /** The user name or email, with the password, for a session in place of an API token. */
  username?: string | undefined;
  password?: string | undefined;
  /** Goes on with a session that began elsewhere. It is replaced with each use: store what `onTokens` gives. */
  refreshToken?: string | undefined;
  accessToken?: string | undefined;
}

/** The tokens of a session. */
export interface SessionTokens {
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
}
