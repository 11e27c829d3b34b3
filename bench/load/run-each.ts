import type { ServerProcess } from '../processes.js'
import { runLoad, type Load, type LoadResult } from './run-load.js'

/** Loads one server after another. A later round begins with another one, so that none has always the same neighbour. */
export async function runEach<Name extends string>(
  servers: Readonly<Record<Name, ServerProcess>>,
  load: Omit<Load, 'url'>,
  round: number,
): Promise<Record<Name, LoadResult>> {
  const entries = Object.entries<ServerProcess>(servers)
  const first = round % entries.length
  const results: [string, LoadResult][] = []
  for (const [name, server] of [...entries.slice(first), ...entries.slice(0, first)])
    results.push([name, await runLoad(server, load)])
  return Object.fromEntries(results) as Record<Name, LoadResult>
}
