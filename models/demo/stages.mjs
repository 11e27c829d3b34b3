import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { root } from '../../tools/sources.mjs'

const training = join(root, 'models/demo/training')
/** The training data of the three phases, in order. */
const parts = ['primer', 'training', 'finishing']
const ts = ['--import', './tools/run-ts.mjs']
const signals = ['SIGINT', 'SIGTERM']

/**
 * The stages from nothing to a model file. Each has one result, complete or missing, and is skipped when the result
 * exists.
 */
export class Stages {
  constructor({ folder, venv, recipe, resume = false, first = false }) {
    Object.assign(this, { folder, venv, recipe, resume, first })
    this.model = join(folder, 'demo.gguf')
    this.python = join(venv, 'bin/python')
    this.tokenizer = join(folder, 'tokenizer.json')
    this.trained = join(folder, 'trained.pt')
    this.checkpoint = join(folder, 'model.pt')
    this.outcome = join(folder, 'model.json')
    mkdirSync(folder, { recursive: true })
  }

  async all() {
    await this.stage('python', join(this.venv, 'complete'), () => this.install())
    const { tokenizer } = this
    for (const part of parts) await this.stage(`${part} corpus`, this.corpus(part), () => this.emit(part))
    const corpus = this.corpus('training')
    await this.stage('tokenizer', tokenizer, () => this.learn('tokenizer', { corpus, out: tokenizer }))
    for (const part of parts) {
      await this.stage(`${part} preparation`, join(this.data(part), 'about.json'), () => this.prepare(part))
    }
    await this.stage('training', join(this.folder, 'trained.json'), () => this.train('training', this.trained))
    await this.stage('finishing', this.outcome, () => this.train('finishing', this.checkpoint))
    await this.stage('export', this.model, () =>
      this.learn('export', { checkpoint: this.checkpoint, tokenizer, out: this.model }),
    )
  }

  async stage(name, outcome, make) {
    if (existsSync(outcome)) return say(`${name}: there already (${outcome})`)
    say(name)
    const startedAt = performance.now()
    await make()
    say(`${name}: ${Math.round((performance.now() - startedAt) / 1_000)} s`)
  }

  async install() {
    await run('python3', ['-m', 'venv', this.venv])
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-cache-dir', '--no-deps']
    await run(this.python, [...pip, '-r', join(training, 'requirements.txt')])
    writeFileSync(join(this.venv, 'complete'), '')
  }

  corpus(part) {
    return join(this.folder, `${part}.jsonl`)
  }

  data(part) {
    return join(this.folder, part)
  }

  async emit(part) {
    const { seed, dialogues } = this.recipe
    const partial = `${this.corpus(part)}.partial`
    const words = ['--part', part, '--count', String(dialogues[part]), '--seed', String(seed)]
    await run(process.execPath, [...ts, 'models/demo/emit-corpus.ts', ...words], { into: partial })
    renameSync(partial, this.corpus(part))
  }

  prepare(part) {
    const { tokenizer } = this
    const options = { corpus: this.corpus(part), tokenizer, out: this.data(part), 'max-length': this.recipe.longest }
    return this.learn('prepare', options)
  }

  train(part, out) {
    if (!this.resume) rmSync(out, { force: true })
    const { resume, first } = this
    const { seed, [part]: options } = this.recipe
    const before = part === 'training' ? { primer: this.data('primer') } : { 'begin-with': this.trained }
    return this.learn('train', { data: this.data(part), ...before, out, seed, ...options, resume, first })
  }

  /** Moves the file to its place in the product, with the digest that every start checks. */
  ship(folder) {
    const model = readFileSync(this.model)
    writeFileSync(join(folder, 'demo.gguf'), model)
    writeFileSync(join(folder, 'SHA256SUMS'), `${createHash('sha256').update(model).digest('hex')}  demo.gguf\n`)
    say(`${join(folder, 'demo.gguf')}: ${model.length} bytes`)
  }

  /** Writes the replies of the exported file in the real engine to a file, in the format of engine-replies.ts. */
  async replies() {
    const file = join(this.folder, 'replies.jsonl')
    await run(process.execPath, [...ts, 'models/demo/engine-replies.ts', '--model', this.model], { into: file })
    return file
  }

  /** Throws when the exported file and its checkpoint disagree about these replies. */
  agree(replies) {
    return this.learn('agrees', { checkpoint: this.checkpoint, tokenizer: this.tokenizer, replies })
  }

  score() {
    return run(process.execPath, [...ts, 'models/demo/score.ts', '--model', this.model, '--sampled'])
  }

  learn(script, options) {
    const words = Object.entries(options).flatMap(([name, value]) => {
      if (value === false) return []
      return value === true ? [`--${name}`] : [`--${name}`, String(value)]
    })
    return run(this.python, ['-u', join(training, `${script}.py`), ...words])
  }
}

export function say(text) {
  console.error(`demo-model: ${text}`)
}

/** A signal to this process ends the program; its promise then rejects, and the caller cleans up. */
async function run(program, words, { into } = {}) {
  if (into !== undefined) mkdirSync(dirname(into), { recursive: true })
  const child = spawn(program, words, {
    cwd: root,
    stdio: ['ignore', into === undefined ? 'inherit' : 'pipe', 'inherit'],
  })
  const end = () => child.kill('SIGTERM')
  for (const name of signals) process.once(name, end)
  const ended = once(child, 'exit')
  if (into !== undefined) await pipeline(child.stdout, createWriteStream(into))
  const [code, signal] = await ended
  for (const name of signals) process.off(name, end)
  if (code !== 0) throw new Error(`${[program, ...words].join(' ')} ended with ${code ?? signal}`)
}
