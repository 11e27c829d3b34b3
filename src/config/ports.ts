import { kindTable, perKind } from '../kinds.js'
import type { GivenSettings } from './given-settings.js'
import { allRoles, type Role } from './roles.js'

/** A listener: a role, or a part that is off unless its port is set. */
const listenerNames = [...allRoles, 'legacy', 'tls', 'metrics'] as const
export type ListenerName = (typeof listenerNames)[number]

/** 0 means any free port; an absent listener is off. */
type Ports = Readonly<Record<Role, number> & Partial<Record<ListenerName, number>>>

/** The variable that sets the port of each listener. */
export const portNames = {
  app: 'APP_PORT',
  chatlog: 'CHATLOG_PORT',
  admin: 'ADMIN_PORT',
  gateway: 'AI_GATEWAY_PORT',
  ...perKind((kind) => kindTable[kind].settings.port),
  legacy: 'AI_LEGACY_PORT',
  tls: 'AI_TLS_PORT',
  metrics: 'METRICS_PORT',
} as const satisfies Record<ListenerName, string>

/** The port of every listener. Ports that are set, or used by this process, must differ unless they are 0. */
export function portsOf(given: GivenSettings): Ports {
  const { values } = given
  const listeners = new Map<number, string>()
  for (const listener of listenerNames) {
    const name = portNames[listener]
    const port = values[name]
    // the default port of a role that runs elsewhere is free: APP_PORT=3001 is allowed without the admin service
    const isUsed = given.isSet(name) ? !given.isFaulty(name) : values.ROLES.some((role) => role === listener)
    if (!isUsed || port === undefined || port === 0) continue
    const other = listeners.get(port)
    if (other !== undefined) given.refuse(name, `must differ from ${other}`)
    listeners.set(port, name)
  }
  const { AI_LEGACY_PORT: legacy, AI_TLS_PORT: tls, METRICS_PORT: metrics } = values
  return {
    app: values.APP_PORT,
    chatlog: values.CHATLOG_PORT,
    admin: values.ADMIN_PORT,
    gateway: values.AI_GATEWAY_PORT,
    ...perKind((kind) => values[portNames[kind]]),
    ...(legacy === undefined ? {} : { legacy }),
    ...(tls === undefined ? {} : { tls }),
    ...(metrics === undefined ? {} : { metrics }),
  }
}
