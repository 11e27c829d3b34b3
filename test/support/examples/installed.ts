import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Examples as a person has them who has copied, installed and built them. */
export class InstalledExamples {
  readonly #folder: string

  private constructor(private readonly given: string | undefined) {
    this.#folder = given ?? mkdtempSync(join(tmpdir(), 'parley-examples-'))
  }

  /** Installs them with `.ci/examples.sh`; `.ci/run` does so beside other steps, and names their folder in EXAMPLES. */
  static async install(...names: readonly string[]): Promise<InstalledExamples> {
    const examples = new InstalledExamples(process.env['EXAMPLES'])
    const child = spawn('bash', ['.ci/examples.sh', examples.#folder, ...names], { stdio: 'inherit' })
    const code = await new Promise((resolve) => child.once('exit', resolve))
    if (code !== 0) throw new Error(`the examples are not installed: .ci/examples.sh ended with ${String(code)}`)
    return examples
  }

  folderOf(name: string): string {
    return join(this.#folder, 'examples', name)
  }

  remove(): void {
    if (this.given === undefined) rmSync(this.#folder, { recursive: true, force: true })
  }
}
