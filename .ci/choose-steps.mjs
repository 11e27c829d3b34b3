import { existsSync } from 'node:fs'

/**
 * The steps of a run, in their order: those of the gate, with `long` those of the long tier, with `only` these and
 * what they need and is missing. Throws for a name that no step has.
 */
export function chooseSteps(steps, { long, only }) {
  if (only.length === 0) return steps.filter(({ tier }) => tier === 'both' || tier === (long ? 'long' : 'gate'))
  const named = (name) => {
    const step = steps.find((each) => each.name === name)
    if (!step) throw new Error(`no step is called ${name}; the steps are ${steps.map((each) => each.name).join(', ')}`)
    return step
  }
  const chosen = new Set(only.map(named))
  // an installation stays; a build is left as it is when it is not stale
  for (const { needs = [] } of [...chosen])
    for (const name of needs) if (name !== 'install' || !existsSync('node_modules')) chosen.add(named(name))
  return steps.filter((step) => chosen.has(step))
}
