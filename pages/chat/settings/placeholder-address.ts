import type { Account } from '@parley/client'

/** Whether the account has an address of its own: one of a sign-in provider can have a placeholder. */
export const hasAddress = ({ email }: Pick<Account, 'email'>): boolean => !email.endsWith('@no-email.invalid')
