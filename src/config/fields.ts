import type { Environment } from './env.js'

/** Why a value is refused: the rest of a sentence that begins with the variable's name. Never quotes the value. */
export class Complaint {
  readonly sentence: string

  constructor(sentence: string) {
    this.sentence = sentence
  }
}

/** Reads one variable's text, or says what is wrong with it. */
export type Rule<T> = (text: string) => T | Complaint

/** Reads variables one by one and collects every fault, so that an operator mends all of them in one go. */
export class Fields {
  readonly #environment: Environment
  readonly #faults: string[] = []
  readonly #names = new Set<string>()

  constructor(environment: Environment) {
    this.#environment = environment
  }

  get faults(): readonly string[] {
    return this.#faults
  }

  /** Every variable that was asked for, set or not. */
  get names(): ReadonlySet<string> {
    return this.#names
  }

  isSet(name: string): boolean {
    this.#names.add(name)
    return this.#environment[name] !== undefined
  }

  /** The value of a variable, or the fallback when it is unset or faulty. */
  read<T>(name: string, rule: Rule<T>, fallback: NoInfer<T>): T {
    return this.readOptional(name, rule) ?? fallback
  }

  readOptional<T>(name: string, rule: Rule<T>): T | undefined {
    this.#names.add(name)
    const text = this.#environment[name]
    if (text === undefined) return undefined
    const answer = rule(text)
    if (!(answer instanceof Complaint)) return answer
    this.refuse(name, answer.sentence)
    return undefined
  }

  refuse(name: string, sentence: string): void {
    this.#faults.push(`${name}: ${sentence}`)
  }
}
