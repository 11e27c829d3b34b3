import {
  Client,
  type FetchLike,
  StreamableHTTPClientTransport,
  type CallToolRequestOptions,
} from '@modelcontextprotocol/client'
import { at, type Person } from '../app/person.js'

/** The two forms of the protocol: with a handshake and a session, and without. */
export const eras = ['2025', '2026'] as const
export type Era = (typeof eras)[number]
const negotiations = { 2025: { mode: 'legacy' }, 2026: { mode: { pin: '2026-07-28' } } } as const

type Scope = 'V1' | 'API' | 'MCP'

interface CreatedKey {
  readonly id: string
  readonly text: string
}

/** Creates an API key of this person. */
export async function mcpKey(
  person: Person,
  terms: object = {},
  scopes: readonly Scope[] = ['MCP'],
): Promise<CreatedKey> {
  const create = 'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { text apiKey { id } } }'
  const made = await person.data(create, { input: { name: 'an agent', scopes, ...terms } })
  return { id: at(made, 'createApiKey', 'apiKey', 'id'), text: at(made, 'createApiKey', 'text') }
}

interface ConnectOptions {
  readonly era?: Era
  readonly headers?: Readonly<Record<string, string>>
  readonly fetch?: FetchLike
}

/** The official client. Close it. */
export async function mcpClient(
  url: string,
  key: string,
  { era = '2026', headers = {}, fetch }: ConnectOptions = {},
): Promise<Client> {
  const client = new Client({ name: 'tests', version: '1' }, { versionNegotiation: negotiations[era] })
  const requestInit = { headers: { authorization: `Bearer ${key}`, ...headers } }
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit, ...(fetch && { fetch }) }),
  )
  return client
}

/** Calls a tool that must succeed; returns its structured result, which its text repeats. */
export async function called(
  client: Client,
  name: string,
  args: Readonly<Record<string, unknown>> = {},
  options: CallToolRequestOptions = {},
): Promise<Record<string, unknown>> {
  const { isError, content, structuredContent } = await client.callTool({ name, arguments: args }, options)
  const text = content[0]?.type === 'text' ? content[0].text : ''
  if (isError === true) throw new Error(text)
  if (JSON.stringify(structuredContent) !== text) throw new Error(`the text is another result: ${text}`)
  return JSON.parse(text) as Record<string, unknown>
}

/** Calls a tool that must fail; returns the sentence of its failure. */
export async function failureOf(
  client: Client,
  name: string,
  args: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const { isError, content } = await client.callTool({ name, arguments: args })
  if (isError !== true) throw new Error(`${name} has succeeded`)
  return content[0]?.type === 'text' ? content[0].text : ''
}
