import { searchKey } from '@parley/runtime'
import {
  connection,
  type Connection,
  containing,
  type Database,
  oneOf,
  type PageArgs,
  pageRequest,
  type Queries,
  rowId,
  selectPage,
  type Where,
} from '@parley/statements'
import { AuditEntryTable } from '../database/tables/audit-log.js'
import { UserTable } from '../database/tables/users.js'
import type { Caller } from '../users/caller.js'
import type { AuditAction, auditDetails, AuditEntry, AuditTargetKind, AuditValue } from './audit-entry.js'

/** What an act changed. The label is the name by which a reader knows it after it is gone. */
export interface AuditTarget {
  readonly kind: AuditTargetKind
  readonly id: string | number
  readonly label?: string | null
}

/** A provider whose claims change an account at a sign-in, or the link by which a person gets an account or recovers it. */
type NonCallerActor =
  | { readonly kind: 'provider'; readonly label: string }
  // null for an invitation without an address, and for the link of the first administrator
  | { readonly kind: 'invitation'; readonly label: string | null }
  | { readonly kind: 'recovery'; readonly label: null }

type DetailOf<Action extends AuditAction> = (typeof auditDetails)[Action][number]

/** An act with the values of its details, none more and none less. */
export interface AuditAct<Action extends AuditAction> {
  readonly action: Action
  readonly target: AuditTarget
  readonly details: Readonly<Record<DetailOf<Action>, AuditValue>>
}

/** Which entries are listed. Absent and null mean all. */
interface AuditFilter {
  readonly actions?: readonly AuditAction[] | null | undefined
  /** The id of the account of an administrator. */
  readonly actorId?: string | null | undefined
  readonly target?: { readonly kind: AuditTargetKind; readonly id: string } | null | undefined
  /** A part of the name of the actor or the target, or of the action, in any case. */
  readonly search?: string | null | undefined
}

const actorKinds = {
  user: 'ADMINISTRATOR',
  service: 'OPERATOR',
  provider: 'PROVIDER',
  invitation: 'INVITATION',
  recovery: 'RECOVERY',
} as const

const entryPage = selectPage(AuditEntryTable)

/** The acts of administrators and operators. Nothing changes an entry; the sweeper deletes it after a year. */
export class Audit {
  constructor(
    private readonly database: Database,
    /** Epoch milliseconds. */
    private readonly clock: () => number,
  ) {}

  /**
   * Adds an entry in the transaction of the act. An act outside of the database is recorded before it is done, so its
   * entry may be of one that failed. The caller is an administrator, the operator as `service`, a provider or a link.
   */
  async record<Action extends AuditAction>(
    db: Queries,
    caller: Caller | NonCallerActor,
    { action, target, details }: AuditAct<Action>,
  ): Promise<void> {
    if (caller.kind === 'anonymous') throw new Error(`a caller without an account cannot do ${action}`)
    const actorId = caller.kind === 'user' ? caller.id : null
    const actor =
      actorId === null ? undefined : await db.selectOne(UserTable, { id: actorId }, { columns: ['username'] })
    const actorName = 'label' in caller ? caller.label : (actor?.username ?? null)
    const targetLabel = target.label ?? null
    await db.insert(AuditEntryTable, {
      occurredAt: this.clock(),
      action,
      actorKind: actorKinds[caller.kind],
      actorId,
      actorName,
      ipAddress: 'label' in caller ? null : (caller.ipAddress ?? null),
      targetKind: target.kind,
      targetId: String(target.id),
      targetLabel,
      details,
      searchText: searchKey([action, actorName, targetLabel, target.id].join('\n')),
    })
  }

  /** As `record`, for an act outside of the database. */
  async recordNow<Action extends AuditAction>(caller: Caller, act: AuditAct<Action>): Promise<void> {
    await this.database.write((db) => this.record(db, caller, act))
  }

  /** The entries of the creation of these invitations; null for one that is deleted. The resolvers check who may call this. */
  async invitationsCreated(ids: readonly number[]): Promise<(AuditEntry | null)[]> {
    const where = { action: 'INVITATION_CREATED', targetKind: 'INVITATION', targetId: oneOf(ids.map(String)) } as const
    const entries = await this.database.read((db) => db.select(AuditEntryTable, where, { orderBy: { id: 'asc' } }))
    // an id can be that of an invitation before, whose entry is older
    const newest = new Map(entries.map((entry) => [entry.targetId, entry]))
    return ids.map((id) => newest.get(String(id)) ?? null)
  }

  /** The newest first. The resolvers check who may call this. */
  async list({ actions, actorId, target, search, ...page }: AuditFilter & PageArgs): Promise<Connection<AuditEntry>> {
    const request = pageRequest(page)
    const text = searchKey(search?.trim() ?? '')
    const where: Where<AuditEntry> = {
      ...(actions ? { action: oneOf(actions) } : {}),
      ...(typeof actorId === 'string' ? { actorId: rowId(actorId) ?? 0 } : {}),
      ...(target ? { targetKind: target.kind, targetId: target.id } : {}),
      ...(text === '' ? {} : { searchText: containing(text) }),
    }
    const { after } = request
    const orderBy = { id: 'desc' } as const
    const rows = await this.database.read((db) => entryPage(db, { where, orderBy, after }, request))
    return connection(request, rows, ({ id }) => [id])
  }
}
