import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** What the build writes for a page, in a folder of its name. */
export interface BuiltPage {
  readonly name: string
  /**
   * Whether the names of its files contain hashes of their contents, so that browsers never ask for them again, and
   * their compressed forms are beside them.
   */
  readonly isHashed?: boolean
  /** What else the server reads. */
  readonly others?: readonly string[]
}

/** The pages that the start advertises. */
export const builtPages = {
  chat: { name: 'chat', isHashed: true, others: ['manifest.json', 'favicon.ico'] },
  dashboard: { name: 'dashboard', isHashed: true },
  playground: { name: 'playground' },
} as const satisfies Readonly<Record<string, BuiltPage>>

/** Whether `npm run build` has written the page, to its end. */
export function isBuilt(folder: string, { name, isHashed = false, others = [] }: BuiltPage): boolean {
  const parts = ['page.html', ...(isHashed ? ['files'] : []), ...others]
  return parts.every((part) => existsSync(join(folder, name, part)))
}
