import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { AttackOutcome, Tactic } from './tactic.js'

/** How long after its end a tactic may report, in milliseconds. */
const graceMs = 60_000

/** The process of the attackers. */
export class Attackers {
  readonly #exit: Promise<unknown>

  private constructor(private readonly child: ChildProcess) {
    this.#exit = once(child, 'exit')
  }

  static begin(): Attackers {
    return new Attackers(fork('test/abuse/attackers/attacker.ts', { execArgv: ['--import', './tools/run-ts.mjs'] }))
  }

  async perform(tactic: Tactic): Promise<AttackOutcome> {
    this.child.send(tactic)
    const late = pause(tactic.seconds * 1_000 + graceMs, undefined, { ref: false }).then(() => {
      throw new Error(`the attackers did not end: ${tactic.kind}`)
    })
    const failed = this.#exit.then(() => {
      throw new Error(`the attackers have failed: ${tactic.kind}`)
    })
    const [outcome] = (await Promise.race([once(this.child, 'message'), failed, late])) as [AttackOutcome]
    return outcome
  }

  stop(): void {
    this.child.kill()
  }
}
