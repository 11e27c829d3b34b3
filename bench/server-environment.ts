/** The environment of a server that the bench starts. */
export interface ServerEnvironment {
  readonly port: number
  /** The path of the database. */
  readonly file: string
  /** The secret that signs tokens. */
  readonly secret: string
}

export function readServerEnvironment(): ServerEnvironment {
  const { PORT, DATABASE_FILE, JWT_SECRET } = process.env
  if (PORT === undefined || DATABASE_FILE === undefined || JWT_SECRET === undefined) throw new Error('see startServer')
  return { port: Number(PORT), file: DATABASE_FILE, secret: JWT_SECRET }
}
