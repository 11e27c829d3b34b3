import type { Config } from './config/config.js'
import type { ListenerName } from './config/ports.js'

/** Starts Parley with a model of the operator's own. */
export const realModelLine = 'LOCAL_MODEL=/path/to/model.gguf npm start'

/** What an operator reads when everything listens: the addresses, and the first thing to try. */
export function welcome(
  { host, internalHost, playground, model }: Config,
  ports: Readonly<Partial<Record<ListenerName, number>>>,
): string {
  const publicAddress = addressOf(host)
  const internalAddress = addressOf(internalHost)
  const lines = ['Parley is ready.']
  if (ports.app !== undefined) {
    const extra = playground ? ', GraphiQL in a browser' : ''
    lines.push(`  GraphQL     ${publicAddress}:${String(ports.app)}/graphql (HTTP and WebSocket${extra})`)
    lines.push(`  REST        ${publicAddress}:${String(ports.app)}/api/characters`)
  }
  if (ports.chatlog !== undefined) lines.push(`  chat log    ${internalAddress}:${String(ports.chatlog)}/doclog`)
  if (ports.admin !== undefined)
    lines.push(`  admin       ${internalAddress}:${String(ports.admin)} (dashboard in a browser)`)
  if (ports.gateway !== undefined)
    lines.push(`  AI gateway  ${internalAddress}:${String(ports.gateway)}/office/performance`)
  if (ports.legacy !== undefined) lines.push(`  AI 1.1-1.3  ${internalAddress}:${String(ports.legacy)}/office_stream`)
  if (ports.tls !== undefined)
    lines.push(`  AI 1.4      ${publicAddress.replace('http:', 'https:')}:${String(ports.tls)}/office_stream`)
  if (ports.office !== undefined) lines.push(`  office      ${internalAddress}:${String(ports.office)}`)
  if (ports.character !== undefined) lines.push(`  character   ${internalAddress}:${String(ports.character)}`)
  if (model.local.kind === 'bundled' && (ports.office !== undefined || ports.character !== undefined))
    lines.push('', `A small demonstration model answers. With a real one: ${realModelLine}`)
  if (ports.app !== undefined) {
    const query = `-H 'content-type: application/json' -d '{"query":"{ models { name available } }"}'`
    lines.push('', 'First thing to try:', `  curl ${publicAddress}:${String(ports.app)}/graphql ${query}`)
  }
  return `${lines.join('\n')}\n`
}

function addressOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'http://localhost'
  return `http://${host.includes(':') ? `[${host}]` : host}`
}
