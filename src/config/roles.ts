import { kinds, type Kind } from '../kinds.js'

/** The parts of the product that a process can run. */
export const allRoles = ['app', 'chatlog', 'admin', 'gateway', ...kinds] as const
export type Role = (typeof allRoles)[number]

/** Roles that open the stores. With embedded stores a single process runs all of them. */
export const storeRoles: readonly Role[] = ['app', 'chatlog', 'admin']

/**
 * The kinds whose worker a process with these roles is: its only role, or both with a shared worker. Every other process
 * starts its workers as child processes.
 */
export function workerKindsOf(roles: readonly Role[], isShared: boolean): readonly Kind[] {
  const own = kinds.filter((kind) => roles.includes(kind))
  return own.length === roles.length && (own.length === 1 || isShared) ? own : []
}
