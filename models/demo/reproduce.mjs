// npm run demo-model                      makes models/demo.gguf and its digest from nothing, and scores it
//   --resume            goes on with a training that was broken off
//   --first             trains before all other processes (as root)
// npm run demo-model -- --smoke MINUTES   a small one in a temporary folder: does every stage work?
//   --venv FOLDER       a Python environment to use or make there
//   --results FILE      the checks of a smoke run in the form of jest's results
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../../tools/sources.mjs'
import { recipe, smokeRecipe } from './recipe.mjs'
import { smoke } from './smoke.mjs'
import { Stages, say } from './stages.mjs'

const work = join(root, 'models/demo/.work')
const { values } = parseArgs({
  options: {
    smoke: { type: 'string' },
    resume: { type: 'boolean', default: false },
    first: { type: 'boolean', default: false },
    venv: { type: 'string', default: join(work, 'venv') },
    results: { type: 'string' },
  },
})
const venv = resolve(values.venv)

if (values.smoke === undefined) {
  const { resume, first } = values
  const stages = new Stages({ folder: work, venv, recipe, resume, first })
  await stages.all()
  await stages.agree(await stages.replies())
  stages.ship(join(root, 'models'))
  await stages.score()
} else {
  const minutes = Number(values.smoke)
  if (!(minutes > 0)) throw new Error('--smoke needs a number of minutes')
  const folder = mkdtempSync(join(tmpdir(), 'parley-demo-model-'))
  try {
    const stages = new Stages({ folder, venv, recipe: smokeRecipe(minutes) })
    const failed = await smoke(stages, values.results)
    say(failed === 0 ? 'smoke: all checks passed' : `smoke: ${failed} failed`)
    process.exitCode = failed === 0 ? 0 : 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
