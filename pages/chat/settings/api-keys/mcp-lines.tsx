import { CopiedField } from '../../../ui/forms/copied-field.js'
import { serverUrl } from '../../../ui/navigation/server-url.js'
import { useWords } from '../../../ui/text/catalogue.js'
import { CopiedLines } from './copied-lines.js'
import { words } from './words.js'

/** What a client of MCP needs, in the form that most of them read. */
export function McpLines({ apiKey }: { readonly apiKey: string }) {
  const text = useWords(words)
  const url = new URL('mcp', serverUrl).href
  const server = { type: 'http', url, headers: { Authorization: `Bearer ${apiKey}` } }
  return (
    <>
      <CopiedField label={text.mcpUrl} copyLabel={text.copyMcpUrl} value={url} />
      <CopiedLines label={text.mcpLines} lines={JSON.stringify({ mcpServers: { parley: server } }, undefined, 2)} />
    </>
  )
}
