const accountPrefix = 'user:'

/** The caller id of an account. */
export function accountCaller(userId: number): string {
  return `${accountPrefix}${userId}`
}

/** The caller id for an unverified user id; it is never that of an account. */
export function unverifiedCaller(userId: string): string {
  return `said:${userId}`
}

export function isAccountCaller(caller: string): boolean {
  return caller.startsWith(accountPrefix)
}
