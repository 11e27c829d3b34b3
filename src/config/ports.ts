import type { Fields } from './fields.js'
import { allRoles, type Role } from './roles.js'
import { wholeNumber } from './rules.js'

/** What listens: a role, or a part of the gateway that is off unless its port is set. */
export type ListenerName = Role | 'legacy' | 'tls'

/** 0 means any free port; absent: it does not listen. */
export type Ports = Readonly<Record<Role, number> & Partial<Record<ListenerName, number>>>

/** The variable that sets the port of each listener. */
export const portNames: Readonly<Record<ListenerName, string>> = {
  app: 'APP_PORT',
  chatlog: 'CHATLOG_PORT',
  admin: 'ADMIN_PORT',
  gateway: 'AI_GATEWAY_PORT',
  office: 'AI_OFFICE_PORT',
  character: 'AI_CHARACTER_PORT',
  legacy: 'AI_LEGACY_PORT',
  tls: 'AI_TLS_PORT',
}

const defaultPorts: Ports = {
  app: 8080,
  chatlog: 8000,
  admin: 3001,
  gateway: 8001,
  office: 8002,
  character: 8003,
}

const optionalListeners = ['legacy', 'tls'] as const

/** Reads the port of every listener. Two that are set, or that this process listens on, differ unless they are 0. */
export function readPorts(fields: Fields, roles: readonly Role[]): Ports {
  const ports: { -readonly [Name in keyof Ports]: Ports[Name] } = { ...defaultPorts }
  const takenBy = new Map<number, string>()
  for (const listener of [...allRoles, ...optionalListeners]) {
    const name = portNames[listener]
    const asked = fields.readOptional(name, wholeNumber(0, 65_535))
    const port = asked ?? ports[listener]
    if (port === undefined) continue
    ports[listener] = port
    // The default of a role that runs elsewhere reserves no port: APP_PORT=3001 is fine without the admin service.
    const isTaken = asked !== undefined || (roles.some((role) => role === listener) && !fields.isSet(name))
    if (!isTaken || port === 0) continue
    const other = takenBy.get(port)
    if (other !== undefined) fields.refuse(name, `must differ from ${other}`)
    takenBy.set(port, name)
  }
  return ports
}
