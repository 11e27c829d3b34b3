/** The environment of a server that the bench starts. */
export interface ServerEnvironment {
  readonly port: number
  /** The path of an SQLite file, or the URL of a PostgreSQL database. */
  readonly database: string
  /** The secret that signs tokens. */
  readonly secret: string
}

export function readServerEnvironment(): ServerEnvironment {
  const { PORT, DATABASE, JWT_SECRET } = process.env
  if (PORT === undefined || DATABASE === undefined || JWT_SECRET === undefined) throw new Error('see startServer')
  return { port: Number(PORT), database: DATABASE, secret: JWT_SECRET }
}
