import { Complaint, type Rule } from './fields.js'

/** A part of the product that a process can run. */
export type Role = 'app' | 'chatlog' | 'admin' | 'gateway' | 'office' | 'character'

/** Roles that generate text, each in a process of its own. */
export type WorkerRole = Extract<Role, 'office' | 'character'>

export const allRoles: readonly Role[] = ['app', 'chatlog', 'admin', 'gateway', 'office', 'character']

/** The roles this release can run; also what a process runs when `ROLES` is unset. */
export const servedRoles: readonly Role[] = ['app', 'chatlog', 'gateway', 'office', 'character']

/** A comma list of roles, each at most once in the answer, in the order of the list of roles. */
export const roleList: Rule<readonly Role[]> = (text) => {
  const named = text.split(',').map((part) => part.trim())
  if (named.some((name) => !allRoles.some((role) => role === name))) {
    return new Complaint(`must be names separated by commas, of ${allRoles.join(', ')}`)
  }
  const unserved = allRoles.filter((role) => named.includes(role) && !servedRoles.includes(role))
  if (unserved.length > 0) {
    return new Complaint(`this release does not serve ${unserved.join(', ')} yet; it serves ${servedRoles.join(', ')}`)
  }
  return allRoles.filter((role) => named.includes(role))
}
