import { readEnvironmentFile } from './environment-file.js'

/** Environment variables by name; an unset variable is absent. */
export type Environment = Readonly<Record<string, string | undefined>>

/**
 * The only reader of `process.env`. An empty variable counts as unset, because compose files pass on empty ones. Variables
 * of the file `ENV_FILE`, else of `.env` in the working directory if there is one, are added to it; those that exist, also
 * as empty ones, win. Names of proxies in small letters replace those in capitals.
 * @throws ConfigError for a file that cannot be read.
 */
export function readEnvironment(): Environment {
  const { ENV_FILE: named = '' } = process.env
  const file = named === '' ? { path: '.env', isOptional: true } : { path: named, isOptional: false }
  readEnvironmentFile(file, process.env)
  const environment = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value?.trim()))
  return { ...environment, ...proxiesOf(environment) }
}

/** Other programs read these names in small letters too, and prefer them. */
function proxiesOf(environment: Environment): Environment {
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'] as const
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = environment[name.toLowerCase()]
      return value === undefined ? [] : [[name, value] as const]
    }),
  )
}

/** What a child process inherits, with the empty variables that win over those of the file. */
export function inheritedEnvironment(): Environment {
  return { ...process.env }
}
