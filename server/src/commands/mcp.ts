import { randomUUID } from 'node:crypto';
import { agentRequestId } from '@annals/contracts/agents';
import { currentDataUser } from '@annals/contracts/data-user';
import { ApiClient, CallFailed, ServerUnavailable } from '../client/api-client.ts';
import { version } from '../locations.ts';
import { makeLog } from '../logging.ts';
import { annalsMcpServer, loadSdk } from '../mcp/mcp-server.ts';
import { strictLines } from '../mcp/strict-lines.ts';
import { CommandError } from './command-error.ts';

export interface McpCommand {
  url: string;
}

const patienceMs = 20_000;

/** annals mcp: serves an assistant over standard input and output, with an API token of a running server. */
export async function mcpCommand({ url }: McpCommand): Promise<void> {
  const apiToken = process.env['ANNALS_TOKEN']?.trim() ?? '';
  if (apiToken === '')
    throw new CommandError(
      'Set ANNALS_TOKEN to an API token: Api Tokens, New API token in the console. The scope read is enough for questions; write is needed to propose changes.',
      2,
    );
  const services = new ApiClient(url, {
    apiToken,
    patienceMs,
    requestId: () => agentRequestId('MCP', randomUUID()),
  });
  try {
    await services.call(currentDataUser, {});
  } catch (error) {
    if (error instanceof CallFailed && error.status === 401)
      throw new CommandError(
        'ANNALS_TOKEN is not a valid API token of this server: it was revoked, has expired, or belongs to another one.',
      );
    if (error instanceof CallFailed || error instanceof ServerUnavailable)
      throw new CommandError(error.message, 1, { cause: error });
    throw error;
  }
  const consoleUrl = url.replace(/\/+$/, '');
  const mcp = await annalsMcpServer({ services, consoleUrl }, version, makeLog('warn'));
  const { StdioServerTransport } = await loadSdk();
  const lines = strictLines(process.stdin, process.stdout);
  lines.once('end', () => void mcp.close());
  await mcp.connect(new StdioServerTransport(lines));
}
