import type { Attack } from './attacks/attack.js'
import { allAttacks } from './attacks/attacks.js'
import { AttackRunner } from './attack-runner.js'
import { defects, importsOf, type Defect } from './defects.js'
import type { Outcome } from '../support/tools/outcome.js'
import type { World } from './world.js'

/**
 * Attacks a server with each defect. A defect that no attack detects is a failed check. Those of attacks that only wait
 * are looked for in the second world, at the same time.
 */
export async function findDefects(
  [world, second]: readonly [World, World],
  only: string,
  say: (line: string) => void,
): Promise<Outcome> {
  const chosen = defects.filter(({ name }) => name.includes(only))
  const waits = ({ seenBy }: Defect) => attacksOf(seenBy).every(({ onlyWaits }) => onlyWaits)
  const failures: string[] = []
  const findInTurn = async (own: readonly Defect[], target: World) => {
    for (const defect of own) {
      const startedAt = Date.now()
      const found = await findDefect(defect, target)
      const seconds = ((Date.now() - startedAt) / 1_000).toFixed(1)
      if (found === undefined) failures.push(`not found: ${defect.name}`)
      say(
        found === undefined
          ? `NOT FOUND: ${defect.name} (${seconds} s)`
          : `found: ${defect.name} (${seconds} s)\n  ${found}`,
      )
    }
  }
  await Promise.all([
    findInTurn(
      chosen.filter((defect) => !waits(defect)),
      world,
    ),
    findInTurn(chosen.filter(waits), second),
  ])
  return { passed: chosen.length - failures.length, failures }
}

/** The report of the first attack that detects it. */
async function findDefect(defect: Defect, world: World): Promise<string | undefined> {
  const { name, env = {}, seenBy, fault, lasting = 1, mostOrdinaryMs } = defect
  const runner = new AttackRunner(world, { preload: importsOf(defect), env, lasting })
  const attacks = attacksOf(seenBy)
  if (attacks.length !== seenBy.length) throw new Error(`the defect "${name}" names an attack that there is not`)
  try {
    for (const attack of attacks) {
      const { faults } = await runner.attack({ ...attack, ...(mostOrdinaryMs === undefined ? {} : { mostOrdinaryMs }) })
      const seen = faults.find((each) => fault.test(each))
      if (seen !== undefined) return `${attack.name}: ${seen}`
    }
    return undefined
  } finally {
    await runner.close()
  }
}

function attacksOf(names: readonly string[]): readonly Attack[] {
  return allAttacks().filter(({ name }) => names.includes(name))
}
