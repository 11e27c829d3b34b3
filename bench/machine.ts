import { cpus, getPriority, loadavg } from 'node:os'

/** The machine and the time of a measurement; ratios of different machines cannot be compared. */
export function machine(): string {
  const cores = cpus()
  const date = new Date().toISOString().slice(0, 16).replace('T', ' ')
  const [load = 0] = loadavg()
  const priority = getPriority()
  return (
    `Measured ${date} UTC on ${cores.length} cores of ${cores[0]?.model ?? 'an unknown kind'}, ${process.platform} ` +
    `${process.arch}, Node ${process.version}; load average ${load.toFixed(1)}` +
    `${priority === 0 ? '' : `, at priority ${priority}`}.`
  )
}
