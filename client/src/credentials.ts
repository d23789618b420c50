/** How a program authenticates. */
export interface Credentials {
  /** An API token of a user or an application. */
  token?: string | undefined;
  /** A user name or email with a password, for a session instead of an API token. */
  username?: string | undefined;
  password?: string | undefined;
  /** Continues an existing session. The token is replaced with each use: store what `onTokens` reports. */
  refreshToken?: string | undefined;
  accessToken?: string | undefined;
}

/** The tokens of a session. */
export interface SessionTokens {
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
}
