const key = 'parley.token'

/** The token of the signed-in administrator. It belongs to the tab: another tab requires a new sign-in. */
export const session = {
  get token(): string | undefined {
    return sessionStorage.getItem(key) ?? undefined
  },
  begin(token: string): void {
    sessionStorage.setItem(key, token)
  },
  end(): void {
    sessionStorage.removeItem(key)
  },
} as const
