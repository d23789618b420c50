interface Person {
  id: string;
  name?: string | null | undefined;
  username?: string | undefined;
  email?: string | null | undefined;
}

/** How a person is called: by name, else user name, else email; undefined when a service tells the id alone. */
export function personName({ name, username, email }: Person): string | undefined {
  return name || username || email || undefined;
}
