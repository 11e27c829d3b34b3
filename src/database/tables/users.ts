import { column, Table } from '@parley/statements'
import type { TermsAgreement, User } from '../../users/user.js'

export const UserTable = new Table<User>({
  name: 'users',
  columns: {
    id: column.id(),
    username: column.text(100),
    usernameKey: column.text(400),
    handle: column.text(50, { nullable: true, name: 'userid' }),
    handleKey: column.text(400, { nullable: true, name: 'userid_key' }),
    email: column.text(100),
    emailKey: column.text(400),
    passwordHash: column.text(255, { nullable: true, name: 'password' }),
    membership: column.text(10, { default: 'BASIC', name: 'membership_type' }),
    emailVerified: column.flag({ default: false }),
    mailboxProved: column.flag({ default: false }),
    profileImageUrl: column.text(500, { nullable: true }),
    profileImageId: column.text(64, { nullable: true }),
    provider: column.text(50, { nullable: true }),
    providerId: column.text(100, { nullable: true }),
    role: column.text(10, { default: 'USER' }),
    sessionVersion: column.count({ default: 0 }),
    bannedAt: column.instant({ nullable: true }),
    bannedUntil: column.instant({ nullable: true }),
    banReason: column.text(500, { nullable: true }),
    createdAt: column.instant(),
    updatedAt: column.instant(),
  },
  unique: [['usernameKey'], ['handleKey'], ['emailKey'], ['provider', 'providerId']],
  indices: [{ columns: ['updatedAt'] }, { columns: ['profileImageId'] }],
})

export const TermsAgreementTable = new Table<TermsAgreement>({
  name: 'terms_agreements',
  columns: {
    id: column.id(),
    userId: column.ref(),
    eulaAgreed: column.flag(),
    privacyAgreed: column.flag(),
    marketingAgreed: column.flag({ default: false }),
    agreedAt: column.instant(),
    ipAddress: column.text(45, { nullable: true }),
  },
  indices: [{ columns: ['userId'] }],
  references: [{ column: 'userId', table: 'users' }],
})
