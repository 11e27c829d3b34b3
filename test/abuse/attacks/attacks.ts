import type { Attack } from './attack.js'
import { connectionAttacks } from './connection-attacks.js'
import { guestAttacks } from './guest-attacks.js'
import { hostileAttacks } from './hostile-attacks.js'
import { latenessAttacks } from './lateness-attacks.js'
import { listAttacks } from './list-attacks.js'
import { streamAttacks } from './stream-attacks.js'

/** All attacks, with those of one profile next to each other. */
export function allAttacks(): readonly Attack[] {
  const attacks = [
    ...listAttacks(),
    ...streamAttacks,
    ...hostileAttacks(),
    ...connectionAttacks,
    ...guestAttacks,
    ...latenessAttacks,
  ]
  const profiles = [...new Set(attacks.map(({ profile }) => profile.name))]
  return profiles.flatMap((name) => attacks.filter(({ profile }) => profile.name === name))
}
