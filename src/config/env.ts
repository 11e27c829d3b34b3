/** Environment variables by name; an unset variable is absent. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The only reader of `process.env`. An empty variable counts as unset, because compose files pass on empty ones. */
export function readEnvironment(): Environment {
  return Object.fromEntries(Object.entries(process.env).filter(([, value]) => value?.trim()))
}
