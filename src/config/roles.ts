import { kinds } from '../kinds.js'

/** The parts of the product that a process can run. */
export const allRoles = ['app', 'chatlog', 'admin', 'gateway', ...kinds] as const
export type Role = (typeof allRoles)[number]

/** Roles that open the stores. With embedded stores a single process runs all of them. */
export const storeRoles: readonly Role[] = ['app', 'chatlog', 'admin']
