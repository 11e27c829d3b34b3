/** The path of `PUBLIC_URL`, which a proxy strips from the requests, without a slash at its end: '' by default. */
export const publicPathOf = (publicUrl: string): string => new URL(publicUrl).pathname.replace(/\/$/, '')
