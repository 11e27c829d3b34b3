import type { Config } from '../src/config/config.js'
import type { ListenerName } from '../src/config/ports.js'
import { builtPages, isBuilt } from '../src/http/pages/is-built.js'
import { kinds } from '../src/kinds.js'

/** The command that starts Parley with the operator's own model. */
export const realModelLine = 'LOCAL_MODEL=/path/to/model.gguf npm start'

type ListenerPorts = Readonly<Partial<Record<ListenerName, number>>>

/** The address of each listener of this process and its children on this machine, as scheme, host and port. */
export function addressesOf(
  { host, internalHost }: Pick<Config, 'host' | 'internalHost'>,
  ports: ListenerPorts,
): Readonly<Record<string, string>> {
  const addresses = Object.entries(ports).map(([name, port]): [string, string] => {
    const scheme = name === 'tls' ? 'https' : 'http'
    const isPublic = name === 'app' || name === 'tls'
    return [name, `${scheme}://${nameOf(isPublic ? host : internalHost)}:${String(port)}`]
  })
  return Object.fromEntries(addresses)
}

/**
 * The text on a terminal after the start: the addresses, and the first thing to do: to become the administrator if there is
 * a link for it, else what to try. `pages` is the folder of the built pages; the text names no other page.
 */
export function welcome(config: Config, ports: ListenerPorts, pages: string, setUpUrl?: string): string {
  const { model, trustedDocuments } = config
  const hasChat = config.chatPage && isBuilt(pages, builtPages.chat)
  const hasPlayground = config.playground && isBuilt(pages, builtPages.playground)
  const hasConsole = isBuilt(pages, builtPages.dashboard)
  const addresses = addressesOf(config, ports)
  const { app, chatlog, admin, gateway, legacy, tls } = addresses
  const lines = ['Parley is ready.']
  const add = (label: string, address: string | undefined, rest = '') => {
    if (address !== undefined) lines.push(`  ${label.padEnd(11)} ${address}${rest}`)
  }
  if (hasChat) add('chat', app, '/ (in a browser)')
  if (hasConsole && config.isConsolePublic) add('console', app, '/console (in a browser)')
  add('GraphQL', app, `/graphql (HTTP and WebSocket${hasPlayground ? ', GraphiQL in a browser' : ''})`)
  add('REST', app, '/api/characters')
  add('chat log', chatlog, '/doclog')
  add('admin', admin, hasConsole ? ' (console in a browser)' : '')
  add('AI gateway', gateway, '/office/performance')
  add('AI 1.1-1.3', legacy, '/office_stream')
  add('AI 1.4', tls, '/office_stream')
  for (const kind of kinds) add(kind, addresses[kind])
  if (model.local.kind === 'bundled' && kinds.some((kind) => kind in addresses))
    lines.push('', `A small demonstration model answers. To use a real model: ${realModelLine}`)
  if (setUpUrl !== undefined) lines.push('', `To become the administrator, open this link within 24 hours: ${setUpUrl}`)
  else if (app !== undefined && hasChat)
    lines.push('', `To get started, open ${app}/ in a browser, create an account and say hello.`)
  else if (app !== undefined && !trustedDocuments.isOnly) {
    const query = `-H 'content-type: application/json' -d '{"query":"{ models { name available } }"}'`
    lines.push('', 'To get started:', `  curl ${app}/graphql ${query}`)
  }
  return `${lines.join('\n')}\n`
}

function nameOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
