import { cpus, loadavg } from 'node:os'

/** Where and when something was measured; ratios of different machines are no comparison. */
export function machine(): string {
  const cores = cpus()
  const date = new Date().toISOString().slice(0, 16).replace('T', ' ')
  const [load = 0] = loadavg()
  return (
    `${date} UTC, Node ${process.version}, ${process.platform} ${process.arch}, ${cores.length} cores of ` +
    `${cores[0]?.model ?? 'an unknown kind'}, load average at the end ${load.toFixed(1)}. Written by \`npm run bench\`.`
  )
}
