/** The environment of a server that the bench starts. */
export interface ServerEnvironment {
  readonly port: number
  /** Of the database. */
  readonly file: string
  /** That tokens are signed with. */
  readonly secret: string
}

export function readServerEnvironment(): ServerEnvironment {
  const { PORT, DATABASE_FILE, JWT_SECRET } = process.env
  if (PORT === undefined || DATABASE_FILE === undefined || JWT_SECRET === undefined) throw new Error('see startServer')
  return { port: Number(PORT), file: DATABASE_FILE, secret: JWT_SECRET }
}
