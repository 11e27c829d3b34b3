const accountPrefix = 'user:'

/** Who asks, as the queue of a worker knows it: somebody who signed in. */
export function accountCaller(userId: number): string {
  return `${accountPrefix}${userId}`
}

/** Somebody who says this id and proves nothing; it is no account's name, whatever it says. */
export function saidCaller(userId: string): string {
  return `said:${userId}`
}

export function isAccount(caller: string): boolean {
  return caller.startsWith(accountPrefix)
}
