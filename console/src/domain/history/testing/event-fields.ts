import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { commandEventFields, dataEventFields } from '@annals/contracts/events';

const service = join(import.meta.dirname, '../../../../../services/authentication/src/');

/** Event fields that are built outside the event: the file, and their declarations there. */
const declared: Readonly<Record<string, readonly [file: string, name: string]>> = {
  'users/change-profile.ts': ['accounts/accounts.sql.ts', 'Profile'],
  'identity-providers/synchronize-user.ts': ['accounts/accounts.sql.ts', 'Profile'],
  'roles/change-role.ts': ['roles/change-role.ts', 'fieldsOf'],
  'sign-in-rules/change-rule.ts': ['sign-in-rules/change-rule.ts', 'shownInEvent'],
  'organizational-units/change-unit.ts': ['organizational-units/change-unit.ts', 'fieldsOf'],
  'applications/change-application.ts': ['applications/change-application.ts', 'shownInEvent'],
  'identity-providers/change-provider.ts': [
    'identity-providers/providers.sql.ts',
    'ProviderSettings',
  ],
  'identity-providers/confirm-identity.ts': [
    'api-tokens/api-tokens.sql.ts',
    'describeRevokedTokens',
  ],
  'passwords/change-password.ts': ['api-tokens/api-tokens.sql.ts', 'describeRevokedTokens'],
  'passwords/set-password.ts': ['api-tokens/api-tokens.sql.ts', 'describeRevokedTokens'],
  'sessions/open-session.ts': ['sessions/open-session.ts', 'startOf'],
  'mail/mail-worker.ts': ['mail/mail-worker.ts', 'addressOf'],
  'event-webhooks/event-webhooks.routes.ts': [
    'event-webhooks/event-webhooks.routes.ts',
    'auditedWebhook',
  ],
};
/** Where the interfaces are that those extend. */
const bases: Readonly<Record<string, string>> = {
  CommonProviderSettings: '../../../rules/src/provider-settings.ts',
};
/** Fields whose names differ between the event and the service. */
const renamedFields: Readonly<Record<string, string>> = { unitId: 'organizationalUnitId' };

/**
 * Every field that the services can write into an event; those of the authentication service are found in its source.
 * @returns also the places that this function cannot resolve
 */
export function eventFields(): { fields: Set<string>; unknown: string[] } {
  const fields = new Set<string>([...dataEventFields, ...commandEventFields]);
  const unknown: string[] = [];
  for (const file of readdirSync(service, { recursive: true, encoding: 'utf8' })) {
    if (
      !/\/.*\.ts$/.test(file) ||
      /\.test\.|^testing\/|^audit\/(?!audit-events\.routes)|^reports\/|^users\/user-change/.test(
        file,
      )
    )
      continue;
    const text = readFileSync(service + file, 'utf8');
    if (!/action:|record\(/.test(text) || !/\b(?:before|after)\b/.test(text)) continue;
    const source = sourceOf(file, text);
    const add = (name: string) => fields.add(renamedFields[name] ?? name);
    const read = (value: ts.Expression): void => {
      if (ts.isObjectLiteralExpression(value)) for (const part of value.properties) take(part);
      else if (ts.isParenthesizedExpression(value)) read(value.expression);
      else if (ts.isConditionalExpression(value)) {
        read(value.whenTrue);
        read(value.whenFalse);
      } else if (value.getText() !== 'undefined') readElsewhere(value);
    };
    const take = (part: ts.ObjectLiteralElementLike): void => {
      if (!ts.isSpreadAssignment(part)) {
        add(part.name.getText());
        return;
      }
      const local = ts.isIdentifier(part.expression) && literalOf(source, part.expression.text);
      read(local || part.expression);
    };
    const readElsewhere = (value: ts.Expression): void => {
      const place = declared[file];
      if (place) for (const name of namesIn(...place)) add(name);
      else unknown.push(`${file}: ${value.getText()}`);
    };
    const readSides = (change: ts.Expression): void => {
      if (ts.isConditionalExpression(change)) {
        readSides(change.whenTrue);
        readSides(change.whenFalse);
      } else if (ts.isObjectLiteralExpression(change))
        for (const part of change.properties) {
          if (ts.isPropertyAssignment(part) && isSide(part.name)) read(part.initializer);
          if (ts.isShorthandPropertyAssignment(part) && isSide(part.name)) readElsewhere(part.name);
        }
      else readElsewhere(change);
    };
    const visit = (node: ts.Node): void => {
      ts.forEachChild(node, visit);
      if (ts.isObjectLiteralExpression(node) && isEvent(node)) readSides(node);
      if (ts.isCallExpression(node) && /^(?:audit\.)?record$/.test(node.expression.getText())) {
        const change = node.arguments[4];
        if (change) readSides(change);
      }
    };
    visit(source);
  }
  return { fields, unknown };
}

const isSide = (name: ts.Node): boolean => ['before', 'after'].includes(name.getText());

/** An event that is recorded later. */
const isEvent = ({ properties }: ts.ObjectLiteralExpression): boolean =>
  properties.some((part) => part.name?.getText() === 'action');

/** The string literals of a variable that is an object or a choice of objects. */
function literalOf(source: ts.SourceFile, name: string): ts.Expression | undefined {
  let found: ts.Expression | undefined;
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.name.getText() === name) found = node.initializer;
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The members of an interface, or the property names in the objects that a function returns. */
function namesIn(file: string, declaration: string): string[] {
  const source = sourceOf(file, readFileSync(service + file, 'utf8'));
  const names: string[] = [];
  const collect = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node))
      for (const part of node.properties) if (part.name) names.push(part.name.getText());
    ts.forEachChild(node, collect);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isInterfaceDeclaration(node) && node.name.text === declaration) {
      for (const member of node.members) if (member.name) names.push(member.name.getText());
      for (const { types } of node.heritageClauses ?? [])
        for (const type of types) {
          const base = bases[type.getText()];
          if (base !== undefined) names.push(...namesIn(base, type.getText()));
        }
    }
    if (
      (ts.isFunctionDeclaration(node) || ts.isVariableDeclaration(node)) &&
      node.name?.getText() === declaration
    )
      collect(node);
    else ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}

function sourceOf(file: string, text: string): ts.SourceFile {
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
}

/** The string literals of a union, a list or the keys of an object in the service. */
export function textsOf(file: string, pattern: RegExp): string[] {
  const [, found = ''] = pattern.exec(readFileSync(service + file, 'utf8')) ?? [];
  return [...found.matchAll(/(?<!say\()'([\w-]+)'|^ {2}(\w+):/gm)].map(
    ([, text, key]) => text ?? key ?? '',
  );
}

/** The names in the braces after a declaration. */
export function partsOf(file: string, declaration: string): string[] {
  const text = readFileSync(service + file, 'utf8');
  const [, type = ''] = new RegExp(`\\b${declaration} \\{([^}]+)\\}`).exec(text) ?? [];
  return [...type.matchAll(/(\w+)\??:/g)].map(([, name = '']) => name);
}
