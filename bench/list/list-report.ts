import { cpuResult, loadTable, type Round } from '../load/load-table.js'
import { resultTable } from '../verdict.js'
import { callers, type Caller, type Contender, type ListMeasurement } from './measure-list.js'

const names: Readonly<Record<Contender, string>> = {
  parley: 'Parley',
  apollo: 'bare Apollo Server + Express',
  mercurius: 'bare mercurius',
  safeMercurius: 'mercurius with equal safety',
}

/** Markdown: for each kind of request a table of the servers, and the ratios with the target. */
export function listReport({ engine, rounds }: ListMeasurement): string {
  const head = `## A list of 20 characters from ${engine} over \`/graphql\``
  const intro = '100 documents in turn; a hundredth of the requests set or remove a like.'
  return [head, intro, ...callers.map((caller) => callerReport(caller, rounds[caller]))].join('\n\n')
}

function callerReport(caller: Caller, rounds: readonly Round<Contender>[]): string {
  return [
    `### ${caller}`,
    loadTable(rounds, names, 'apollo'),
    resultTable([
      cpuResult(rounds, names, { of: 'parley', to: 'apollo', target: { atMost: 0.55 } }),
      cpuResult(rounds, names, { of: 'safeMercurius', to: 'apollo' }),
      cpuResult(rounds, names, { of: 'parley', to: 'safeMercurius' }),
    ]),
  ].join('\n\n')
}
