/** What the bench tells a server that it starts. */
export function readServerEnvironment(): { port: number; file: string; secret: string } {
  const { PORT, DATABASE_FILE, JWT_SECRET } = process.env
  if (PORT === undefined || DATABASE_FILE === undefined || JWT_SECRET === undefined) throw new Error('see startServer')
  return { port: Number(PORT), file: DATABASE_FILE, secret: JWT_SECRET }
}
