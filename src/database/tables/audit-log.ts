import { Table } from '@parley/statements'
import { auditEntryColumns } from '../../audit/audit-entry.js'

/** Refers to no account: entries stay when an account is deleted. */
export const AuditEntryTable = new Table({
  name: 'audit_log',
  columns: auditEntryColumns,
  indices: [{ columns: ['occurredAt'] }, { columns: ['actorId', 'id'] }, { columns: ['targetKind', 'targetId', 'id'] }],
})
