import { Complaint, type Rule } from './fields.js'

/** A part of the product that a process can run. */
export type Role = 'app' | 'chatlog' | 'admin' | 'gateway' | 'office' | 'character'

/** Roles that generate text, each in a process of its own. */
export type WorkerRole = Extract<Role, 'office' | 'character'>

export const allRoles: readonly Role[] = ['app', 'chatlog', 'admin', 'gateway', 'office', 'character']

/** Roles that open the stores. On the embedded ones a single process runs them all. */
export const storeRoles: readonly Role[] = ['app', 'chatlog', 'admin']

/** A comma list of roles, each at most once in the answer, in the order of the list of roles. */
export const roleList: Rule<readonly Role[]> = (text) => {
  const named = text.split(',').map((part) => part.trim())
  if (named.some((name) => !allRoles.some((role) => role === name))) {
    return new Complaint(`must be names separated by commas, of ${allRoles.join(', ')}`)
  }
  return allRoles.filter((role) => named.includes(role))
}
