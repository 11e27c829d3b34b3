import type { Character } from '../characters/character.js'
import type { Condition } from '../database/statements/conditions.js'
import type { Database } from '../database/database.js'
import { connection, pageRequest } from '../database/statements/page.js'
import type { Connection, PageArgs } from '../database/statements/page.js'
import { selectPage } from '../database/statements/select-page.js'
import { CharacterTable } from '../database/tables/characters.js'
import { UserTable } from '../database/tables/users.js'
import type { MembershipType } from '../users/user.js'

export interface MembershipCount {
  readonly membership: MembershipType
  readonly count: number
}

/** How many accounts there are, how many of them changed lately, and how many have each membership, if any has it. */
export interface UserStats {
  readonly totalUsers: number
  readonly activeUsers: number
  readonly memberships: readonly MembershipCount[]
}

const characterPage = selectPage(CharacterTable)
const activeMs = 7 * 24 * 60 * 60 * 1000

/** What administrators see of all accounts (docs/contract/admin.md). The callers check the role. */
export class Dashboard {
  constructor(
    private readonly database: Database,
    private readonly clock: () => number,
  ) {}

  /** Which accounts count as active: contract: admin.1. All counts are of one moment. */
  async userStats(): Promise<UserStats> {
    const rows = await this.database.read((em) =>
      em
        .createQueryBuilder(UserTable, 'account')
        .select('account.membership', 'membership')
        .addSelect('COUNT(*)', 'count')
        .addSelect('SUM(CASE WHEN account.updatedAt > :since THEN 1 ELSE 0 END)', 'active')
        .setParameter('since', this.clock() - activeMs)
        .groupBy('account.membership')
        .orderBy('account.membership')
        .getRawMany<Record<'count' | 'active', number | string> & Pick<MembershipCount, 'membership'>>(),
    )
    const memberships = rows.map(({ membership, count }) => ({ membership, count: Number(count) }))
    return {
      totalUsers: sum(memberships.map(({ count }) => count)),
      activeUsers: sum(rows.map(({ active }) => Number(active))),
      memberships,
    }
  }

  /** The characters of all accounts, private ones too, newest first (contract: admin.2). */
  async characters(page: PageArgs): Promise<Connection<Character>> {
    const request = pageRequest(page, 2)
    const [createdAt, id] = request.after ?? []
    const where: Condition<Character>[] =
      createdAt === undefined || id === undefined
        ? []
        : [{ columns: ['createdAt', 'id'], is: '<', values: [createdAt, id] }]
    const orderBy = { column: 'createdAt', thenBy: 'id', descending: true } as const
    const rows = await this.database.read((em) => characterPage(em, { where, orderBy }, request))
    return connection(request, rows, (character) => [character.createdAt, character.id])
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
