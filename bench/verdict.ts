export type Target = { readonly atMost: number } | { readonly atLeast: number }

/** One measured figure. */
export interface Result {
  /** What is measured, with its unit. */
  readonly what: string
  readonly figure: number
  /** The figure as the row shows it. */
  readonly text: string
  /** Absent for a figure that is only reported. */
  readonly target?: Target
  /** What the figure is a ratio to, or is measured beside; absent for an absolute figure. */
  readonly peer?: string
}

/** Markdown: a row per figure with its target, its peer and the day of the measurement. */
export function resultTable(results: readonly Result[]): string {
  const date = new Date().toISOString().slice(0, 10)
  return tableOf(
    ['measured', 'figure', 'target', 'peer', 'date'],
    results.map(({ what, figure, text, target, peer = 'none' }) => [
      what,
      text,
      target ? verdict(figure, target) : 'none',
      peer,
      date,
    ]),
  )
}

function verdict(figure: number, target: Target): string {
  if ('atMost' in target) return `at most ${target.atMost}: ${figure <= target.atMost ? 'met' : 'missed'}`
  return `at least ${target.atLeast}: ${figure >= target.atLeast ? 'met' : 'missed'}`
}

/** Markdown. */
export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
