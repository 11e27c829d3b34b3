import { allAttacks } from './attacks/attacks.js'
import { AttackRunner } from './attack-runner.js'
import { defects, importsOf } from './defects.js'
import type { Defect } from './defects.js'
import type { Outcome } from './report.js'
import type { World } from './world.js'

/** Attacks a server with each defect. A defect that no attack detects is a failed check. */
export async function findDefects(world: World, only: string, say: (line: string) => void): Promise<Outcome> {
  const chosen = defects.filter(({ name }) => name.includes(only))
  const failures: string[] = []
  for (const defect of chosen) {
    const startedAt = Date.now()
    const found = await findDefect(defect, world)
    const seconds = ((Date.now() - startedAt) / 1_000).toFixed(1)
    if (found === undefined) failures.push(`not found: ${defect.name}`)
    say(
      found === undefined
        ? `NOT FOUND: ${defect.name} (${seconds} s)`
        : `found: ${defect.name} (${seconds} s)\n  ${found}`,
    )
  }
  return { passed: chosen.length - failures.length, failures }
}

/** The report of the first attack that detects it. */
async function findDefect(defect: Defect, world: World): Promise<string | undefined> {
  const { name, env, seenBy, fault, lasting } = defect
  const runner = new AttackRunner(world, importsOf(defect), env, lasting)
  const attacks = allAttacks().filter((attack) => seenBy.includes(attack.name))
  if (attacks.length !== seenBy.length) throw new Error(`the defect "${name}" names an attack that there is not`)
  try {
    for (const attack of attacks) {
      const { faults } = await runner.attack(attack)
      const seen = faults.find((each) => fault.test(each))
      if (seen !== undefined) return `${attack.name}: ${seen}`
    }
    return undefined
  } finally {
    await runner.close()
  }
}
