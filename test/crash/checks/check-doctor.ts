import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { operatorSocket } from '../../../src/config/data-folder/operator-socket.js'
import { askAt } from '../../../tools/operator/ask.js'
import { runDoctorCommand } from '../../../tools/operator/doctor-command.js'
import type { Client } from '../writers/client.js'
import type { Findings } from '../findings.js'

const patienceMs = 10_000
const line = z.object({ kind: z.string(), detail: z.string(), repaired: z.boolean() })
type Line = z.output<typeof line>

/**
 * Requests the checks of `npm run doctor` from the running server: without writes, neither store may have a finding.
 */
export class Doctor {
  #files = 0

  constructor(private readonly dataDir: string) {}

  async check(clients: readonly Client[], findings: Findings): Promise<void> {
    const patience = AbortSignal.timeout(patienceMs)
    let found = await this.#look()
    // the remaining work of a deletion may need another round
    while (found.length > 0 && !patience.aborted) {
      await pause(100)
      found = await this.#look()
    }
    findings.expect('consistent', found.length === 0, () => found.map(({ detail }) => detail).join('; '))
    const writes = clients.flatMap((client) => client.writes)
    const vain = writes.filter(({ wasCutOff, state }) => wasCutOff || state === 'refused')
    const most = vain.reduce((sum, { files }) => sum + files, 0)
    const details = () => `${this.#files} files without a row, of ${most} in writes that were cut off or refused`
    findings.expect('consistent', this.#files <= most, details)
  }

  /**
   * A file that was being stored at the kill has no row: the sweep would delete it after an hour, here it is deleted at
   * once.
   */
  async #look(): Promise<Line[]> {
    const lines: Line[] = []
    const say = (text: string) => void lines.push(line.parse(JSON.parse(text)))
    const command = { repairs: ['file-without-image'], minAgeMs: 0, isJson: true } as const
    const { exitCode, summary } = await runDoctorCommand(command, askAt(operatorSocket(this.dataDir)), { say })
    if (exitCode > 1) throw new Error(summary)
    this.#files += lines.filter(({ repaired }) => repaired).length
    return lines.filter(({ repaired }) => !repaired)
  }
}
