import { kinds } from '../kinds.js'

/** The parts of the product that a process can run. */
export const allRoles = ['app', 'chatlog', 'admin', 'gateway', ...kinds] as const
export type Role = (typeof allRoles)[number]

/** Roles that open the stores. On the embedded ones a single process runs them all. */
export const storeRoles: readonly Role[] = ['app', 'chatlog', 'admin']
