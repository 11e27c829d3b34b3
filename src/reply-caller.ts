const accountPrefix = 'user:'

/** The caller, as the queue of a worker knows it: an account. */
export function accountCaller(userId: number): string {
  return `${accountPrefix}${userId}`
}

/** A caller that claims this id without proof; it never names an account. */
export function saidCaller(userId: string): string {
  return `said:${userId}`
}

export function isAccount(caller: string): boolean {
  return caller.startsWith(accountPrefix)
}
