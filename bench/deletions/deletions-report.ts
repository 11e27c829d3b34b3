import { median, pairedRatio, ratios, spread } from '../statistics.js'
import { resultTable, tableOf } from '../verdict.js'
import { acts, type Act, type DeletionRound } from './measure-deletions.js'

const titles: Readonly<Record<Act, string>> = {
  save: 'a save of an entry',
  edit: 'an edit of an entry to another length',
  remove: 'a deletion of an entry',
  delete: 'a deletion of a room of 50 entries',
}

/** Markdown: what it costs that deleted texts leave the files of SQLite. */
export function deletionsReport(rounds: readonly DeletionRound[]): string {
  const of = (act: Act) => ({
    overwriting: rounds.map((round) => round[act].overwriting),
    leaving: rounds.map((round) => round[act].leaving),
  })
  const rows = acts.map((act) => [
    titles[act],
    median(of(act).overwriting).toFixed(3),
    median(of(act).leaving).toFixed(3),
  ])
  const results = acts.map((act) => {
    const { overwriting, leaving } = of(act)
    const figure = pairedRatio(overwriting, leaving)
    const disagreement = (spread(ratios(overwriting, leaving)) * 100).toFixed(0)
    return {
      what: `CPU of ${titles[act]}`,
      figure,
      text: `${figure.toFixed(2)} (${rounds.length} rounds, ±${disagreement} %)`,
      target: { atMost: 1.1 },
      peer: 'SQLite with its defaults',
    }
  })
  return [
    '## Deleted texts that leave the files of SQLite',
    'Parley, 50 clients at once, until the log is cut; beside it the same build without the overwriting of deleted texts.',
    tableOf(['operation', 'CPU ms', 'CPU ms without overwriting'], rows),
    resultTable(results),
  ].join('\n\n')
}
