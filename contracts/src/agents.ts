/** Programs of Annals that call on behalf of somebody: the MCP server for AI assistants, and `annals apply`. */
const prefixes = { MCP: 'mcp-', CONFIGURATION: 'apply-' } as const;
export type Agent = keyof typeof prefixes;

/** The longest request ID that the services accept. */
const maxLength = 64;

/** The ID of the requests of an agent: whatever stores the ID of a request thereby says that it was an agent. */
export const agentRequestId = (agent: Agent, id: string): string =>
  `${prefixes[agent]}${id}`.slice(0, maxLength);

/** The agent that made a request; a caller can pretend that it was one, but cannot use one unnoticed. */
export function agentOf(requestId: string | null): Agent | undefined {
  if (requestId?.startsWith(prefixes.MCP)) return 'MCP';
  return requestId?.startsWith(prefixes.CONFIGURATION) ? 'CONFIGURATION' : undefined;
}
