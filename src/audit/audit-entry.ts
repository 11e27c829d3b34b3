import { keysOf } from '@parley/runtime'
import { column, type RowOf, rowId } from '@parley/statements'

/**
 * The acts of administrators and operators that are recorded, with the names of the details of each. A detail is never a
 * secret, and never a text that only its owner may read.
 */
export const auditDetails = {
  ACCOUNT_APPROVED: [],
  // the id of the invitation, `set-up` for the link of the first administrator, null for an account without either
  ACCOUNT_CREATED: ['role', 'membership', 'invitation'],
  ACCOUNT_DELETED: [],
  ACCOUNT_BANNED: ['until'],
  BAN_LIFTED: [],
  ROLE_CHANGED: ['from', 'to'],
  MEMBERSHIP_CHANGED: ['from', 'to'],
  PASSWORD_LINK_CREATED: [],
  SESSIONS_ENDED: ['sessionId', 'revokedKeys'],
  SECOND_FACTORS_REMOVED: ['removed'],
  API_KEY_CREATED: ['keyId', 'name'],
  API_KEY_CHANGED: ['keyId', 'name'],
  API_KEY_REVOKED: ['keyId', 'name'],
  INVITATION_CREATED: ['role', 'membership', 'maxUses', 'expiresAt'],
  INVITATION_REVOKED: ['uses'],
  SET_UP_LINK_CREATED: ['expiresAt'],
  CHARACTER_HIDDEN: ['ownerId'],
  CHARACTER_RESTORED: ['ownerId'],
  CHARACTER_CHANGED: ['ownerId', 'fields'],
  CHARACTER_DELETED: ['ownerId'],
  ROOM_CHANGED: ['ownerId', 'part'],
  ROOM_DELETED: ['ownerId'],
  REPLY_CANCELLED: ['ownerId', 'roomId'],
  SETTING_CHANGED: ['from', 'to'],
  MODEL_CHANGED: ['labelBefore', 'labelAfter', 'membershipsBefore', 'membershipsAfter'],
  QUEUE_PAUSED: [],
  QUEUE_RESUMED: [],
  FINDING_REPAIRED: ['part', 'kind'],
  DATABASE_COMPACTED: ['bytesBefore', 'bytesAfter'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type AuditAction = keyof typeof auditDetails
export const auditActions = keysOf(auditDetails)

export const auditActorKinds = ['ADMINISTRATOR', 'OPERATOR', 'PROVIDER', 'INVITATION', 'RECOVERY'] as const
export type AuditActorKind = (typeof auditActorKinds)[number]

export const auditTargetKinds = [
  'ACCOUNT',
  'CHARACTER',
  'ROOM',
  'GENERATION',
  'INVITATION',
  'SETTING',
  'MODEL',
  'QUEUE',
  'FINDING',
  'DATABASE',
] as const
export type AuditTargetKind = (typeof auditTargetKinds)[number]

export type AuditValue = string | number | boolean | null

/** An act of an administrator or an operator. Rows are only added, and deleted after a year; no row refers to another table. */
export const auditEntryColumns = {
  id: column.id(),
  /** Epoch milliseconds. */
  occurredAt: column.instant(),
  action: column.text<AuditAction>(40),
  actorKind: column.text<AuditActorKind>(20),
  /** The account of an administrator; else null. */
  actorId: column.ref({ nullable: true }),
  /** The username at that time, the label of a provider, or the address of an invitation. */
  actorName: column.text(100, { nullable: true }),
  /** The address of the request; null for a command, a provider and a link. */
  ipAddress: column.text(45, { nullable: true }),
  targetKind: column.text<AuditTargetKind>(20),
  targetId: column.text(200),
  /** The name of the target at that time, such as the username of an account. */
  targetLabel: column.text(200, { nullable: true }),
  details: column.json<Readonly<Record<string, AuditValue>>>(),
  /** The names and the action in the form that is searched. */
  searchText: column.text(),
}
export type AuditEntry = RowOf<typeof auditEntryColumns>

/** The account that is the target, or that owns it. It may be deleted. */
export function accountIdOf({
  targetKind,
  targetId,
  details,
}: Pick<AuditEntry, 'targetKind' | 'targetId' | 'details'>): number | undefined {
  return rowId(targetKind === 'ACCOUNT' ? targetId : String(details['ownerId']))
}
