import { setTimeout as pause } from 'node:timers/promises'
import { Findings } from '../crash/findings.js'
import { Random } from '../crash/random.js'
import { Person } from '../support/app/person.js'
import type { Blow } from './blows.js'
import { Talker } from './clients/talker.js'
import { checks, type Check } from './findings.js'
import { startCluster, type Cluster } from './servers/cluster.js'
import { verifyStores, verifyTalker } from './verify.js'

export interface CampaignOptions {
  readonly seed: number
  readonly rounds: number
  /** How long a client waits for an answer and for the end of a reply. */
  readonly patienceMs: number
  /** The failures to choose from. */
  readonly blows: readonly Blow[]
  /** The arguments of node that run an instance or a worker. */
  readonly program: readonly string[]
  /** Called after every round; true ends the campaign. */
  readonly endsWhen: (findings: Findings<Check>) => boolean
  readonly say: (line: string) => void
}

export interface Report {
  readonly findings: Findings<Check>
  readonly messages: number
  /** Replies that were begun more than once. */
  readonly repeated: number
}

const people = 6

/** Breaks parts of one installation at random while clients talk and follow, and verifies everything after each round. */
export async function runCampaign(options: CampaignOptions): Promise<Report> {
  const random = new Random(options.seed)
  const findings = new Findings<Check>()
  const cluster = await startCluster(options.program)
  try {
    return await new Campaign(options, { random, findings, cluster }).run()
  } finally {
    await cluster.close()
  }
}

class Campaign {
  readonly #talkers: Talker[] = []
  /** The blows that follow before one is repeated: four rounds of freezing would end no part. */
  #undrawn: Blow[] = []
  #losses = 0
  #ownersLost = 0

  constructor(
    private readonly options: CampaignOptions,
    private readonly parts: { readonly random: Random; readonly findings: Findings<Check>; readonly cluster: Cluster },
  ) {}

  async run(): Promise<Report> {
    const { findings, cluster } = this.parts
    const { rounds, endsWhen } = this.options
    try {
      const names = Array.from({ length: people }, (_, index) => `person${index + 1}`)
      const persons = await Promise.all(names.map((name) => Person.register(cluster.url, name)))
      while (findings.kills < rounds && !endsWhen(findings)) await this.#round(persons)
      // what held after a round must still hold
      if (!endsWhen(findings)) await this.#verify(this.#talkers)
    } catch (error) {
      const trace = error instanceof Error ? error.stack : String(error)
      findings.expect('starts', false, () => `${trace}\n${this.#lastWords()}`)
    }
    const messages = this.#talkers.flatMap((talker) => talker.messages)
    const repeated = messages.filter(({ name }) => cluster.engine.runsOf(name) > 1).length
    return { findings, messages: messages.length, repeated }
  }

  async #round(persons: readonly Person[]): Promise<void> {
    const { findings, cluster, random } = this.parts
    const startedAt = Date.now()
    findings.kills += 1
    const talkers = await Promise.all(persons.map((person) => this.#talker(person)))
    const stop = new AbortController()
    const talking = Promise.all(talkers.map((talker) => talker.talk(stop.signal)))
    const chosen = [this.#draw(), ...(random.chance(0.3) ? [this.#draw()] : [])]
    for (const blow of chosen) {
      if (!blow) continue
      await pause(random.between(200, 2_000))
      if (blow.endsRuns) this.#losses += 1
      if (blow.silencesOwners) this.#ownersLost += 1
      await blow.strike({ cluster, random, findings })
    }
    stop.abort()
    await talking
    const settledAt = Date.now()
    await this.#verify(talkers)
    const isNew = ({ kill }: { readonly kill: number }) => kill === findings.kills
    const fresh = findings.violations.filter(isNew)
    for (const { check, evidence } of fresh.slice(0, 5))
      this.options.say(`VIOLATED: ${checks[check]}: ${evidence.slice(0, 1_500)}`)
    if (fresh.length > 0) this.options.say(this.#lastWords())
    const count = talkers.flatMap(({ messages }) => messages).length
    this.options.say(
      `round ${findings.kills}: ${chosen.map((blow) => blow?.name).join(', ')}; ${count} messages, ` +
        `settled in ${settledAt - startedAt} ms, verified in ${Date.now() - settledAt} ms; ` +
        `${findings.violations.length} violations`,
    )
  }

  #draw(): Blow | undefined {
    if (this.#undrawn.length === 0) this.#undrawn = [...this.options.blows]
    const blow = this.parts.random.pick(this.#undrawn)
    this.#undrawn = this.#undrawn.filter((each) => each !== blow)
    return blow
  }

  async #talker(person: Person): Promise<Talker> {
    const { findings, cluster, random } = this.parts
    const roomId = await person.room(random.chance(0.7) ? 'chat' : 'office')
    const { engine } = cluster
    const { patienceMs } = this.options
    const losses = () => this.#losses
    const ownersLost = () => this.#ownersLost
    const talker = new Talker(this.#talkers.length + 1, person, roomId, {
      ...{ engine, findings, losses, ownersLost, patienceMs },
      random: random.branch(),
    })
    this.#talkers.push(talker)
    return talker
  }

  async #verify(talkers: readonly Talker[]): Promise<void> {
    const { findings, cluster } = this.parts
    const { engine, operator } = cluster
    for (const talker of talkers) await verifyTalker(talker, { engine, findings, losses: this.#losses })
    await verifyStores(operator, findings)
  }

  #lastWords(): string {
    const { instances, workers } = this.parts.cluster
    return [...instances, ...workers].map(({ name, output }) => `${name}: ${output.slice(-1_500)}`).join('\n')
  }
}
