import { Campaign } from './campaign.js'
import { checks } from './findings.js'
import { breakages } from './breakages.js'
import { readOptions } from './options.js'

const options = readOptions(process.env, process.argv.slice(2))
const say = (line: string) => void process.stdout.write(`${line}\n`)
say(`crash test, seed ${options.seed} (CRASH_SEED)`)
for (const [n, b] of (options.broken ? breakages : [{ name: '', seenBy: [] }]).entries()) {
  say(b.name)
  const { findings, acknowledged, lost } = await Campaign.run({
    ...options,
    program: options.broken
      ? ['--import', './tools/run-ts.mjs', 'test/crash/broken-server.ts', String(n)]
      : ['dist/src/main.js'],
    stopAtFirstViolation: options.broken,
    say,
  })
  for (const [check, sentence] of Object.entries(checks)) say(`${sentence}: looked ${findings.looked(check as never)}`)
  for (const violation of findings.violations.slice(0, 30))
    say(`${violation.kill} ${violation.check}: ${violation.evidence}`)
  say(`${findings.kills} kills, ${acknowledged} acknowledged, ${lost} lost, ${findings.violations.length} violations`)
}
