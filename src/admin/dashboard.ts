import { searchKey } from '@parley/runtime'
import {
  connection,
  type Connection,
  containing,
  type Database,
  longWork,
  type PageArgs,
  pageRequest,
  selectPage,
} from '@parley/statements'
import type { Character, Visibility } from '../characters/character.js'
import { countMemberships } from '../database/statements/count-memberships.js'
import { CharacterTable } from '../database/tables/characters.js'
import type { MembershipType } from '../users/user.js'

export interface MembershipCount {
  readonly membership: MembershipType
  readonly count: number
}

/** The number of accounts, of recently changed ones, and of each membership level that has accounts. */
export interface UserStats {
  readonly totalUsers: number
  readonly activeUsers: number
  readonly memberships: readonly MembershipCount[]
}

interface CharacterFilter {
  /** A part of the name, in any case. */
  readonly search?: string | null | undefined
  readonly visibility?: Visibility | null | undefined
  readonly hiddenByAdmin?: boolean | null | undefined
}

const characterPage = selectPage(CharacterTable)
const activeMs = 7 * 24 * 60 * 60 * 1000

/** The figures and lists for administrators (docs/contract/admin.md). Its callers check the role. */
export class Dashboard {
  constructor(
    private readonly database: Database,
    private readonly clock: () => number,
  ) {}

  /** For the definition of active accounts see contract: admin.1. All numbers come from one snapshot. */
  async userStats(): Promise<UserStats> {
    const memberships = await this.database.read((db) => countMemberships(db, this.clock() - activeMs), longWork)
    return {
      totalUsers: sum(memberships.map(({ count }) => count)),
      activeUsers: sum(memberships.map(({ active }) => active)),
      memberships,
    }
  }

  /** The characters of all accounts, including private ones, newest first (contract: admin.2), or those that a filter leaves. */
  async characters({
    search,
    visibility,
    hiddenByAdmin,
    ...page
  }: CharacterFilter & PageArgs): Promise<Connection<Character>> {
    const request = pageRequest(page, 2)
    const name = searchKey(search?.trim() ?? '')
    const where = {
      ...(name === '' ? {} : { nameKey: containing(name) }),
      ...(visibility ? { isPublic: visibility === 'PUBLIC' } : {}),
      ...(typeof hiddenByAdmin === 'boolean' ? { hiddenByAdmin } : {}),
    }
    const { after } = request
    const orderBy = { createdAt: 'desc', id: 'desc' } as const
    const rows = await this.database.read((db) => characterPage(db, { where, orderBy, after }, request))
    return connection(request, rows, (character) => [character.createdAt, character.id])
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
