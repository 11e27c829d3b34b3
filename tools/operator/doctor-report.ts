import { Refusal } from './command.js'
import { findingKinds } from '../../src/doctor/finding-kinds.js'

/** A finding, with the names that the command line uses. */
export interface ReportedFinding {
  readonly part: string
  readonly kind: string
  readonly subject: string
  readonly detail: string
}

/** The reason why it could not be repaired. */
export type Outcome = 'repaired' | 'left' | Refusal

/** The kind of a finding in the pages of the database, which no command repairs. */
export const damagedData = 'damaged-data'
const damageRemedy = 'Damaged data is not repaired: stop the server, copy its data, and restore the newest backup.'

/** The findings and repairs of `npm run doctor` so far, as text or JSON. */
export class DoctorReport {
  readonly #looked = new Map<string, number>()
  readonly #left = new Map<string, number>()
  readonly #failed = new Map<string, Refusal>()
  #repaired = 0

  constructor(private readonly isJson: boolean) {}

  look(part: string, things: number): void {
    // every page of this part examines all files
    const before = part === 'files' ? 0 : (this.#looked.get(part) ?? 0)
    this.#looked.set(part, before + things)
  }

  /** How many things of a part were examined so far. */
  progress(part: string): string {
    return `Checked ${this.#looked.get(part) ?? 0} ${part} so far.`
  }

  /** Counts a finding and returns its line. */
  add(finding: ReportedFinding, outcome: Outcome): string {
    if (outcome === 'repaired') this.#repaired += 1
    else this.#left.set(finding.kind, (this.#left.get(finding.kind) ?? 0) + 1)
    return this.isJson ? json(finding, outcome) : words(finding, outcome)
  }

  /** Records that a part was not fully examined. */
  fail(part: string, refusal: Refusal): void {
    this.#failed.set(part, refusal)
  }

  /** The number of findings that remain. */
  get left(): number {
    return [...this.#left.values()].reduce((sum, some) => sum + some, 0)
  }

  /** 0: nothing is left; 1: findings are left; above 1: the reason why a part could not be examined. */
  get exitCode(): number {
    const [failure] = this.#failed.values()
    return failure?.exitCode ?? (this.left > 0 ? 1 : 0)
  }

  get summary(): string {
    const [looked, left] = [Object.fromEntries(this.#looked), Object.fromEntries(this.#left)]
    const failed = [...this.#failed].map(([part, { message }]) => [part, message] as const)
    if (this.isJson)
      return JSON.stringify({ looked, repaired: this.#repaired, left, failed: Object.fromEntries(failed) })
    const sights = [...this.#looked].map(([part, number]) => `${number} ${part}`)
    return [
      ...(sights.length > 0 ? [`Checked ${sights.join(', ')}.`] : []),
      ...failed.map(([part, why]) => `Not fully checked: ${part}: ${why}`),
      ...(this.#repaired > 0 ? [`Repaired: ${this.#repaired}.`] : []),
      ...this.#rest(),
    ].join('\n')
  }

  #rest(): string[] {
    const counts = [...this.#left].map(([kind, number]) => `${number} ${kind}`)
    if (counts.length === 0) return this.#failed.size > 0 ? [] : ['Nothing is left.']
    const said = `Left: ${counts.join(', ')}.${this.#left.has(damagedData) ? ` ${damageRemedy}` : ''}`
    const byName = findingKinds.filter(({ kind, isHarmless }) => !isHarmless && this.#left.has(kind))
    if (byName.length === 0) return [said]
    const kinds = byName.map(({ kind }) => kind).join(' ')
    return [said, `npm run doctor -- repair ${kinds}: removes these, with what is in them; back up first.`]
  }
}

function words({ kind, detail }: ReportedFinding, outcome: Outcome): string {
  const line = `${kind}: ${printable(detail)}`
  if (outcome instanceof Refusal) return `${line} (could not be repaired: ${printable(outcome.message)})`
  return outcome === 'repaired' ? `repaired ${line}` : line
}

function json(finding: ReportedFinding, outcome: Outcome): string {
  const problem = outcome instanceof Refusal ? { problem: outcome.message } : {}
  return JSON.stringify({ ...finding, repaired: outcome === 'repaired', ...problem })
}

/** Clients choose user ids: characters that move the cursor or are invisible are printed as their code points. */
const printable = (text: string) =>
  text.replaceAll(/\p{C}/gu, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`)
