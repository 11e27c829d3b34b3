/** Environment variables by name; an unset one is absent. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The only reader of `process.env`. A variable set to nothing counts as unset: compose files pass those on. */
export function readEnvironment(): Environment {
  return Object.fromEntries(Object.entries(process.env).filter(([, value]) => value?.trim()))
}
