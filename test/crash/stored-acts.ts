import type Sqlite from 'libsql'
import { z } from 'zod'
import type { Check } from './findings.js'
import { administratorName, invitedMembership } from './writers/administrator.js'

/** The acts of the administrator as the tables have them after a kill. */
export interface StoredActs {
  /** The number of entries of the audit log by action, without the accounts that invitations have made and what the check of the stores repairs. */
  readonly entries: ReadonlyMap<string, number>
  /** What half of an act has left, as sentences, by the check that finds it. */
  readonly halves: Readonly<Record<ActCheck, readonly string[]>>
}

export type ActCheck = Extract<Check, 'acts' | 'invited' | 'links' | 'factors'>

export const noActs: StoredActs = { entries: new Map(), halves: { acts: [], invited: [], links: [], factors: [] } }

/** A detail of the newest entry with one of these actions about the account; NULL without one. */
const newest = (detail: string, ...actions: string[]) =>
  `(SELECT ${detail} FROM audit_log WHERE target_kind = 'ACCOUNT' AND target_id = CAST(users.id AS TEXT)
    AND action IN (${actions.map((action) => `'${action}'`).join(', ')}) ORDER BY id DESC LIMIT 1)`
const of = (name: string) => `json_extract(details, '$.${name}')`

const byInvitation = (id: string) => `(SELECT count(*) FROM users WHERE username LIKE 'i' || ${id} || '-%')`

/** What an act changes must be what its newest entry says, for every row. */
const queries: Readonly<Record<ActCheck, readonly string[]>> = {
  acts: [
    `SELECT username, role FROM users WHERE role <> COALESCE(${newest(of('to'), 'ROLE_CHANGED')}, ${newest(of('role'), 'ACCOUNT_CREATED')},
      CASE username WHEN '${administratorName}' THEN 'ADMIN' ELSE 'USER' END)`,
    `SELECT username, membership_type FROM users WHERE membership_type <> COALESCE(${newest(of('to'), 'MEMBERSHIP_CHANGED')},
      ${newest(of('membership'), 'ACCOUNT_CREATED')}, CASE WHEN username GLOB 'i[0-9]*-*' THEN '${invitedMembership}' ELSE 'BASIC' END)`,
    `SELECT username, banned_at FROM users
      WHERE (banned_at IS NOT NULL) <> COALESCE(${newest(`action = 'ACCOUNT_BANNED'`, 'ACCOUNT_BANNED', 'BAN_LIFTED')}, 0)`,
    `SELECT username, awaiting_approval_since FROM users
      WHERE (awaiting_approval_since IS NULL) <> (${newest('1', 'ACCOUNT_APPROVED')} IS NOT NULL) AND username LIKE 'w%'`,
    `SELECT username, 'made without an entry' AS what FROM users WHERE username GLOB '[ml][0-9]*' AND ${newest('1', 'ACCOUNT_CREATED')} IS NULL`,
    `SELECT made.target_label, 'made or deleted without an entry' AS what FROM audit_log AS made WHERE made.action = 'ACCOUNT_CREATED' AND made.actor_kind <> 'INVITATION'
      AND (made.target_id IN (SELECT CAST(id AS TEXT) FROM users)) =
        (made.target_id IN (SELECT target_id FROM audit_log WHERE action = 'ACCOUNT_DELETED'))`,
    `SELECT id, 'made without an entry' AS what FROM invitations WHERE purpose IS NULL
      AND CAST(id AS TEXT) NOT IN (SELECT target_id FROM audit_log WHERE action = 'INVITATION_CREATED')`,
    `SELECT made.target_id, 'an invitation made or revoked without an entry' AS what FROM audit_log AS made
      WHERE made.action = 'INVITATION_CREATED' AND (made.target_id IN (SELECT CAST(id AS TEXT) FROM invitations)) =
        (made.target_id IN (SELECT target_id FROM audit_log WHERE action = 'INVITATION_REVOKED'))`,
    `SELECT user_id, 'a link without an entry' AS what FROM password_links
      WHERE CAST(user_id AS TEXT) NOT IN (SELECT target_id FROM audit_log WHERE action = 'PASSWORD_LINK_CREATED')`,
    `SELECT user_id, 'a factor that was removed' AS what FROM second_factors
      WHERE CAST(user_id AS TEXT) IN (SELECT target_id FROM audit_log WHERE action = 'SECOND_FACTORS_REMOVED')`,
    `SELECT stored.value, said.value AS said FROM
      (SELECT (SELECT value FROM installation_settings WHERE name = 'REGISTRATION') AS value) AS stored,
      (SELECT (SELECT ${of('to')} FROM audit_log WHERE action = 'SETTING_CHANGED' ORDER BY id DESC LIMIT 1) AS value) AS said
      WHERE stored.value IS NOT said.value`,
  ],
  invited: [
    `SELECT id, uses, max_uses, ${byInvitation('invitations.id')} AS accounts FROM invitations
      WHERE purpose IS NULL AND (uses <> ${byInvitation('invitations.id')} OR uses > max_uses)`,
    `SELECT target_id, ${of('uses')} AS uses, ${byInvitation('audit_log.target_id')} AS accounts FROM audit_log
      WHERE action = 'INVITATION_REVOKED' AND CAST(${of('uses')} AS INTEGER) <> ${byInvitation('audit_log.target_id')}`,
    `SELECT id, 'the set-up link after its use' AS what FROM invitations
      WHERE purpose = 'SET_UP' AND uses <> (SELECT count(*) FROM users WHERE username = '${administratorName}')`,
  ],
  links: [
    `SELECT username, 'a link that has set the password' AS what FROM users
      WHERE username GLOB 'l[0-9]*' AND password IS NOT NULL AND id IN (SELECT user_id FROM password_links)`,
    `SELECT username, 'a link that is gone without a password' AS what FROM users
      WHERE username GLOB 'l[0-9]*' AND password IS NULL AND ${newest('1', 'PASSWORD_LINK_CREATED')} = 1
        AND id NOT IN (SELECT user_id FROM password_links)`,
  ],
  factors: [
    `SELECT DISTINCT user_id, 'a factor without recovery codes' AS what FROM second_factors
      WHERE user_id NOT IN (SELECT user_id FROM recovery_codes)`,
    `SELECT DISTINCT user_id, 'recovery codes without a factor' AS what FROM recovery_codes
      WHERE user_id NOT IN (SELECT user_id FROM second_factors)`,
  ],
}

export function readActs(file: Sqlite.Database): StoredActs {
  const rows = (sql: string): unknown[] => file.prepare(sql).all()
  const counted = z.array(z.object({ action: z.string(), entries: z.number() }))
  const entries = counted.parse(
    rows(
      `SELECT action, count(*) AS entries FROM audit_log WHERE actor_kind <> 'INVITATION' AND action <> 'FINDING_REPAIRED' GROUP BY action`,
    ),
  )
  const found = (check: ActCheck) => queries[check].flatMap((sql) => rows(sql).map((row) => JSON.stringify(row)))
  return {
    entries: new Map(entries.map(({ action, entries: number }) => [action, number])),
    halves: { acts: found('acts'), invited: found('invited'), links: found('links'), factors: found('factors') },
  }
}
