/** The parts of the product that a process can run. */
export const allRoles = ['app', 'chatlog', 'admin', 'gateway', 'office', 'character'] as const
export type Role = (typeof allRoles)[number]

/** Roles that generate text, each in a process of its own. */
export type WorkerRole = Extract<Role, 'office' | 'character'>

/** Roles that open the stores. On the embedded ones a single process runs them all. */
export const storeRoles: readonly Role[] = ['app', 'chatlog', 'admin']
