import type { Fields } from './fields.js'
import { allRoles, type Role } from './roles.js'
import { wholeNumber } from './rules.js'

/** The variable that sets the port of each role. */
export const portNames: Readonly<Record<Role, string>> = {
  app: 'APP_PORT',
  chatlog: 'CHATLOG_PORT',
  admin: 'ADMIN_PORT',
  gateway: 'AI_GATEWAY_PORT',
  office: 'AI_OFFICE_PORT',
  character: 'AI_CHARACTER_PORT',
}

const defaultPorts: Readonly<Record<Role, number>> = {
  app: 8080,
  chatlog: 8000,
  admin: 3001,
  gateway: 8001,
  office: 8002,
  character: 8003,
}

/** Reads the port of every role. Two that are set, or that this process listens on, differ unless they are 0. */
export function readPorts(fields: Fields, roles: readonly Role[]): Readonly<Record<Role, number>> {
  const ports = { ...defaultPorts }
  const takenBy = new Map<number, string>()
  for (const role of allRoles) {
    const name = portNames[role]
    const asked = fields.readOptional(name, wholeNumber(0, 65_535))
    ports[role] = asked ?? defaultPorts[role]
    // The default of a role that runs elsewhere takes nothing: APP_PORT=3001 is fine without the admin service.
    const isTaken = asked !== undefined || (roles.includes(role) && !fields.isSet(name))
    if (!isTaken || ports[role] === 0) continue
    const other = takenBy.get(ports[role])
    if (other !== undefined) fields.refuse(name, `must differ from ${other}`)
    takenBy.set(ports[role], name)
  }
  return ports
}
