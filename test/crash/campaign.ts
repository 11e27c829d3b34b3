import { setTimeout as pause } from 'node:timers/promises'
import { checkActs, checkAdministrator } from './checks/check-acts.js'
import { Memory } from './checks/check-client.js'
import { checkEditor } from './checks/check-editor.js'
import { Doctor } from './checks/check-doctor.js'
import { checkPurged, checkStored } from './checks/check-recovery.js'
import { Administrator } from './writers/administrator.js'
import { Client, type Surroundings } from './writers/client.js'
import { Editor } from './writers/editor.js'
import { checks, Findings } from './findings.js'
import type { Person } from '../support/app/person.js'
import { Random } from './random.js'
import { Scripts } from './scripts.js'
import { Server } from './server.js'
import { nothingStored, readStored, type Stored } from './stored.js'
import { verify } from './checks/verify.js'

export interface CampaignOptions {
  readonly seed: number
  readonly seconds: number
  readonly kills: number
  /** The arguments of node that run the server. */
  readonly program: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Called after every kill; true ends the campaign, with the remaining checks undone. */
  readonly endsWhen: (findings: Findings) => boolean
  readonly say: (line: string) => void
}

export interface Report {
  readonly findings: Findings
  readonly acknowledged: number
  readonly lost: number
}

const atOnce = 4
const longestWorkMs = 5_000

/** Kills one server repeatedly under clients that never retry, and checks its promises after every kill. */
export class Campaign {
  readonly #findings = new Findings()
  readonly #scripts = new Scripts()
  readonly #memory = new Memory()
  readonly #random: Random
  readonly #clients: Client[] = []
  /** Those of this round: earlier ones may have left without an account. */
  #active: readonly Client[] = []
  readonly #doctor: Doctor
  readonly #editor: Editor
  readonly #administrator: Administrator
  #stored: Stored | undefined

  private constructor(
    private readonly options: CampaignOptions,
    private readonly server: Server,
  ) {
    this.#random = new Random(options.seed)
    this.#doctor = new Doctor(server.dataDir)
    this.#editor = new Editor(this.#surroundings)
    const isIn = ({ person }: { readonly person: Person }) => person.token !== undefined
    this.#administrator = new Administrator(this.#surroundings, () => [this.#editor, ...this.#active].every(isIn))
  }

  static async run(options: CampaignOptions): Promise<Report> {
    const { program, env } = options
    const server = await Server.create({ program, ...(env ? { env } : {}) })
    try {
      return await new Campaign(options, server).#report()
    } finally {
      await server.close()
    }
  }

  async #report(): Promise<Report> {
    const findings = this.#findings
    try {
      await this.#run()
    } catch (error) {
      const trace = error instanceof Error ? error.stack : String(error)
      findings.expect('answers', false, () => `${trace}\nThe server's last words: ${this.server.output}`)
    }
    const writes = this.#clients.flatMap((client) => client.writes)
    const count = (state: string) => writes.filter((write) => write.state === state).length
    return { findings, acknowledged: count('acknowledged'), lost: count('lost') }
  }

  async #run(): Promise<void> {
    const { kills, seconds, endsWhen } = this.options
    const findings = this.#findings
    const endAt = Date.now() + seconds * 1_000
    await this.#start()
    while (findings.kills < kills && Date.now() < endAt) {
      await this.#round()
      if (endsWhen(findings)) return
    }
    // the promises to earlier clients must still hold
    await this.#verify(this.#clients)
  }

  async #round(): Promise<void> {
    const active = this.#crowd()
    this.#active = active
    const moments = [await this.#workUntilKilled(active)]
    // a kill during the start, or during the recovery from the previous kill
    while (this.#random.chance(0.45)) moments.push(await this.#killSoon())
    const startedAt = Date.now()
    await this.#start()
    const readyAt = Date.now()
    await this.#verify(active)
    const { violations, kills } = this.#findings
    const isNew = (kill: number) => kill > kills - moments.length
    for (const { check, evidence } of violations.filter(({ kill }) => isNew(kill)))
      this.options.say(`VIOLATED: ${checks[check]}: ${evidence.slice(0, 1_000)}`)
    this.options.say(
      `kill ${kills}: ${moments.join(', ')}; ready in ${readyAt - startedAt} ms, checked in ${Date.now() - readyAt} ms; ` +
        `${violations.length} violations`,
    )
  }

  async #workUntilKilled(active: readonly Client[]): Promise<string> {
    const count = (state: string) =>
      active.flatMap(({ writes }) => writes.filter((write) => write.state === state)).length
    const startedAt = Date.now()
    const before = { acknowledged: count('acknowledged'), lost: count('lost') }
    const work = Promise.all([...active, this.#editor, this.#administrator].map((each) => each.work()))
    const enough = before.acknowledged + this.#random.between(0, 90)
    const moreMs = this.#random.between(0, 300)
    // counted in writes: slow and fast machines do the same work
    while (count('acknowledged') < enough && Date.now() - startedAt < longestWorkMs) await pause(10)
    await pause(moreMs)
    const workedMs = Date.now() - startedAt
    const verified = this.#stored ?? nothingStored
    const stored = await this.#kill()
    checkPurged(verified, stored, this.#findings)
    await work
    checkActs(this.#administrator, { before: verified.acts, after: stored.acts }, this.#findings)
    await Promise.all(active.map((client) => client.watched()))
    const acknowledged = count('acknowledged') - before.acknowledged
    return `${workedMs} ms into the work (${acknowledged} acknowledged, ${count('lost') - before.lost} without an answer)`
  }

  /** Kills the server during its start, or soon after. */
  async #killSoon(): Promise<string> {
    const afterMs = this.#random.between(0, 1_400)
    const start = this.server.start(this.#scripts.next(this.#random).address)
    await pause(afterMs)
    const output = this.server.output
    await this.#kill()
    const wasReady = await start
    this.#findings.expect('starts', !output.includes('"name":"start.failed"'), () => output)
    return `${afterMs} ms into a start${wasReady ? ' that was over' : ''}`
  }

  async #kill(): Promise<Stored> {
    await this.server.kill()
    this.#findings.kills += 1
    const stored = await readStored(this.server)
    checkStored(this.#stored, stored, this.#findings)
    this.#stored = stored
    return stored
  }

  async #start(): Promise<void> {
    const isReady = await this.server.start(this.#scripts.next(this.#random).address)
    this.#findings.expect('starts', isReady, () => `the server did not start: ${this.server.output}`)
    if (!isReady) throw new Error(`the server did not start: ${this.server.output}`)
  }

  async #verify(clients: readonly Client[]): Promise<void> {
    const stored = this.#stored ?? nothingStored
    await verify(clients, {
      findings: this.#findings,
      scripts: this.#scripts,
      memory: this.#memory,
      stored,
      random: this.#random,
      isOver: () => this.options.endsWhen(this.#findings),
    })
    await checkEditor(this.#editor, this.#findings)
    await checkAdministrator(this.#administrator, this.#findings)
    await this.#doctor.check(this.#clients, this.#findings)
  }

  /** With a source of random numbers of its own. */
  get #surroundings(): Surroundings {
    return {
      server: this.server,
      scripts: this.#scripts,
      findings: this.#findings,
      random: this.#random.branch(),
    }
  }

  /** The newest clients: with nearly every kill one leaves and another one joins. */
  #crowd(): Client[] {
    const coming = this.#clients.length === 0 ? atOnce : this.#random.chance(0.8) ? 1 : 0
    for (let more = coming; more > 0; more -= 1) {
      this.#clients.push(new Client(`c${this.#clients.length + 1}`, this.#surroundings))
    }
    return this.#clients.filter(({ fates }) => fates.account !== 'gone').slice(-atOnce)
  }
}
