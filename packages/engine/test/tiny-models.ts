import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureTinyModel, type TinyModelOptions } from '@parley/testing'
import { type LocalEngine, openLocalEngine } from '../src/model/local-engine.js'
import { loadLocalModel, type LocalModel, type LocalModelOptions } from '../src/model/local-model.js'

/** Tiny models in a temporary folder, on one engine. */
export class TinyModels {
  readonly #folder = mkdtempSync(join(tmpdir(), 'parley-engine-'))
  readonly #opened: LocalModel[] = []
  #engine: LocalEngine | undefined

  async open(tiny: TinyModelOptions = {}, options: Partial<LocalModelOptions> = {}): Promise<LocalModel> {
    const modelPath = join(this.#folder, `${String(this.#opened.length)}.gguf`)
    await ensureTinyModel(modelPath, tiny)
    this.#engine ??= await openLocalEngine({ threads: 1 })
    const model = await loadLocalModel({ modelPath, engine: this.#engine, ...options })
    this.#opened.push(model)
    return model
  }

  async close(): Promise<void> {
    for (const model of this.#opened) await model.dispose()
    await this.#engine?.dispose()
    rmSync(this.#folder, { recursive: true })
  }
}
