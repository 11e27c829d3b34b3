/** The promises that are checked after every kill. */
export const checks = {
  starts: 'the server starts again on what a kill left, and its store is sound',
  answers: 'a running server answers, and never with an internal error',
  survives: 'a write answered with success survives kill -9',
  wholeOrNot: 'a write without an answer is there once or not at all, a refused one never',
  indexes: 'indexes of a room are unique, ascending and never given twice',
  idempotent: 'a repeated key gives the first answer, and with another body CONFLICT',
  resumes: 'a resumed subscription has no gap, no repeat and no splice',
  replies: 'a completed reply is whole and one entry, any other is none',
  recovers: 'what a kill leaves active ends by the rule of recovery, and never stays active',
  final: 'a final state is final',
  charged: 'every accepted reply is counted once in the usage of its account',
  sessions: 'a session that was ended stays ended, and every other one stays valid',
  acts: 'an act of an administrator and its entry in the audit log are one write',
  invited: 'an invitation counts each account that it makes, and makes no more than it allows',
  links: 'a password link sets a password once',
  factors: 'a second factor comes and goes with its recovery codes, and each code is accepted once',
  policy: 'a registration meets the policy that was set, and no other',
  consistent: 'after the recovery the doctor finds nothing in either store',
  deleted: 'a deletion that was answered is whole, one that was not is whole or not begun',
} as const

export type Check = keyof typeof checks

export interface Violation<Name extends string> {
  readonly check: Name
  /** The promise and the actual state. */
  readonly evidence: string
  readonly kill: number
}

/** Counts the checks and collects their findings. */
export class Findings<Name extends string = Check> {
  readonly violations: Violation<Name>[] = []
  readonly #looked = new Map<Name, number>()
  /** Of a server, or of parts of a cluster. */
  kills = 0

  /** Records a violation unless the condition holds. */
  expect(check: Name, isSo: boolean, evidence: () => string): void {
    this.#looked.set(check, this.looked(check) + 1)
    if (!isSo) this.violations.push({ check, evidence: evidence(), kill: this.kills })
  }

  /** How often a check has run: one that never ran proves nothing. */
  looked(check: Name): number {
    return this.#looked.get(check) ?? 0
  }

  of(check: Name): readonly Violation<Name>[] {
    return this.violations.filter((violation) => violation.check === check)
  }
}
