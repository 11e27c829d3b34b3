import { median, pairedRatio, ratios, spread } from '../statistics.js'
import { tableOf, type Result, type Target } from '../verdict.js'
import type { LoadResult } from './run-load.js'

/** The results of one round by server. */
export type Round<Name extends string> = Readonly<Record<Name, LoadResult>>

/** CPU per request of a server as a share of another one's: the median over the rounds, and how much they differ. */
export function cpuResult<Name extends string>(
  rounds: readonly Round<Name>[],
  names: Readonly<Record<Name, string>>,
  { of, to, target }: { readonly of: Name; readonly to: Name; readonly target?: Target },
): Result {
  const figure = pairedRatio(cpuOf(rounds, of), cpuOf(rounds, to))
  const disagreement = (spread(ratios(cpuOf(rounds, of), cpuOf(rounds, to))) * 100).toFixed(0)
  return {
    what: `CPU per request of ${names[of]}`,
    figure,
    text: `${figure.toFixed(2)} (${rounds.length} rounds, ±${disagreement} %)`,
    peer: names[to],
    ...(target ? { target } : {}),
  }
}

/** Markdown: a row per server, with its CPU as a share of the server `base`. */
export function loadTable<Name extends string>(
  rounds: readonly Round<Name>[],
  names: Readonly<Record<Name, string>>,
  base: Name,
): string {
  const middle = (server: Name, pick: (result: LoadResult) => number) =>
    median(rounds.map((each) => pick(each[server])))
  return tableOf(
    ['server', 'CPU ms per request', `of ${names[base]}`, 'requests/s', 'p50 ms', 'p99 ms'],
    (Object.keys(names) as Name[]).map((server) => [
      names[server],
      middle(server, ({ cpuMsPerRequest }) => cpuMsPerRequest).toFixed(3),
      pairedRatio(cpuOf(rounds, server), cpuOf(rounds, base)).toFixed(2),
      middle(server, ({ requestsPerSecond }) => requestsPerSecond).toFixed(0),
      middle(server, ({ p50Ms }) => p50Ms).toFixed(1),
      middle(server, ({ p99Ms }) => p99Ms).toFixed(1),
    ]),
  )
}

function cpuOf<Name extends string>(rounds: readonly Round<Name>[], server: Name): number[] {
  return rounds.map((round) => round[server].cpuMsPerRequest)
}
