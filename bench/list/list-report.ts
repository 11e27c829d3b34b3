import { median, pairedRatio, ratios, spread } from '../statistics.js'
import { verdict } from '../verdict.js'
import { callers } from './measure-list.js'
import type { Caller, Contender, ListRound } from './measure-list.js'

const names: Readonly<Record<Contender, string>> = {
  parley: 'Parley',
  apollo: 'Apollo Server + Express',
  mercurius: 'mercurius',
}

/** Markdown: a table for each kind of request, with the comparison to the target. */
export function listReport(rounds: readonly ListRound[]): string {
  const head = '## A list of 20 characters from SQLite over `/graphql`'
  return [head, ...callers.map((caller) => callerReport(caller, rounds))].join('\n\n')
}

function callerReport(caller: Caller, all: readonly ListRound[]): string {
  const rounds = all.filter((round) => round.caller === caller)
  const cpu = (contender: Contender) => rounds.map(({ results }) => results[contender].cpuMsPerRequest)
  const row = (contender: Contender) => {
    const perSecond = median(rounds.map(({ results }) => results[contender].requestsPerSecond))
    const ratio = pairedRatio(cpu(contender), cpu('apollo'))
    const cells = [names[contender], median(cpu(contender)).toFixed(3), ratio.toFixed(2), perSecond.toFixed(0)]
    return `| ${cells.join(' | ')} |`
  }
  const ratio = pairedRatio(cpu('parley'), cpu('apollo'))
  const disagreement = (spread(ratios(cpu('parley'), cpu('apollo'))) * 100).toFixed(0)
  return [
    `### ${caller}`,
    '',
    '| server | CPU ms per request | of Apollo + Express | requests/s |',
    '| --- | --- | --- | --- |',
    row('parley'),
    row('apollo'),
    row('mercurius'),
    '',
    `Parley: ${ratio.toFixed(2)} of the CPU of bare Apollo + Express, ${verdict(ratio, { atMost: 1 })} ` +
      `(${rounds.length} rounds, ±${disagreement} % between them).`,
  ].join('\n')
}
