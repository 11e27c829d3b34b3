import { column, type RowOf } from '@parley/statements'
import type { Language } from '../languages.js'

export const memberships = ['BASIC', 'VIP'] as const
export type MembershipType = (typeof memberships)[number]

export const roles = ['USER', 'ADMIN'] as const
export type Role = (typeof roles)[number]

/** The states by which accounts are listed. */
export const accountStates = ['ALL', 'WAITING', 'BANNED', 'ADMINISTRATORS'] as const
export type AccountState = (typeof accountStates)[number]

export const accountOrders = ['OLDEST', 'NEWEST'] as const
export type AccountOrder = (typeof accountOrders)[number]

/** Who decides the role of an account. */
export const roleManagers = ['ADMINISTRATORS', 'ADMIN_EMAILS', 'PROVIDER'] as const
export type RoleManager = (typeof roleManagers)[number]

/** The colours of the pages. */
export const pageThemes = ['light', 'dark'] as const
export type PageTheme = (typeof pageThemes)[number]

/** An account. Instants are epoch milliseconds. The `...Key` fields are the unique canonical forms. */
export const userColumns = {
  id: column.id(),
  username: column.text(100),
  usernameKey: column.text(400),
  /** The `userid` of the 0.3 line, a second name that finds the account; null without one. */
  handle: column.text(50, { nullable: true, name: 'userid' }),
  handleKey: column.text(400, { nullable: true, name: 'userid_key' }),
  email: column.text(100),
  emailKey: column.text(400),
  /** argon2id in PHC form; null for an account that signs in only through social providers. */
  passwordHash: column.text(255, { nullable: true, name: 'password' }),
  membership: column.text<MembershipType>(10, { default: 'BASIC', name: 'membership_type' }),
  emailVerified: column.flag({ default: false }),
  /**
   * Whether the owner of the mailbox has proved it and no other person has older access (docs/sign-in.md). Implies
   * `emailVerified`; false for an address that an earlier release verified.
   */
  mailboxProved: column.flag({ default: false }),
  /** Whether an administrator has given the account its address: a provider that has verified the address can sign in to it. */
  addressAssigned: column.flag({ default: false }),
  /** The URL of an image elsewhere; null when `profileImageId` is set. */
  profileImageUrl: column.text(500, { nullable: true }),
  /** A stored image. */
  profileImageId: column.text(64, { nullable: true }),
  /** The IANA time zone of dates in prompts. */
  timeZone: column.text(64, { nullable: true }),
  /** The instructions of its new rooms. */
  defaultInstructions: column.text(undefined, { nullable: true }),
  /** The model of its new rooms; see `offeredModel`. */
  defaultModel: column.text(64, { nullable: true }),
  /** Of the pages, in every browser; null: as each browser says. */
  language: column.text<Language>(10, { nullable: true }),
  /** Of the pages, in every browser; null: as each browser says. */
  theme: column.text<PageTheme>(10, { nullable: true }),
  /** The kinds of clients that have signed in, in words of account-notices, one a line; null before a sign-in with them. */
  signInClients: column.text(2_000, { nullable: true }),
  provider: column.text(50, { nullable: true }),
  providerId: column.text(100, { nullable: true }),
  role: column.text<Role>(10, { default: 'USER' }),
  /** The label of the provider whose claim decided the role last; null for a role that a person granted, or did not. */
  roleProvider: column.text(50, { nullable: true }),
  /**
   * Raised by whatever ends every session, or all but one; tokens with a lower version are refused, but for those of a
   * session that it keeps.
   */
  sessionVersion: column.count({ default: 0 }),
  /** Since when an administrator has to approve the account; null for one that can be used. */
  awaitingApprovalSince: column.instant({ nullable: true }),
  /** Null without a ban. */
  bannedAt: column.instant({ nullable: true }),
  /** When the ban ends by itself; null for a permanent one. */
  bannedUntil: column.instant({ nullable: true }),
  /** Visible only to administrators. */
  banReason: column.text(500, { nullable: true }),
  createdAt: column.instant(),
  updatedAt: column.instant(),
}
export type User = RowOf<typeof userColumns>

/** The terms that the user accepted at registration, and the origin of the request. */
export const termsAgreementColumns = {
  id: column.id(),
  userId: column.ref(),
  eulaAgreed: column.flag(),
  privacyAgreed: column.flag(),
  marketingAgreed: column.flag({ default: false }),
  agreedAt: column.instant(),
  ipAddress: column.text(45, { nullable: true }),
}
