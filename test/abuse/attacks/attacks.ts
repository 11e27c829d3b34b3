import { accountAttacks } from './account-attacks.js'
import type { Attack } from './attack.js'
import { connectionAttacks } from './connection-attacks.js'
import { guestAttacks } from './guest-attacks.js'
import { hostileAttacks } from './hostile-attacks.js'
import { latenessAttacks } from './lateness-attacks.js'
import { listAttacks } from './list-attacks.js'
import { streamAttacks } from './stream-attacks.js'
import { timeAttacks } from './time-attacks.js'

/** Attacks that differ only in the list, the line or the bytes have one beginning of their names, up to a colon. */
const kindOf = ({ name }: Attack): string => name.split(': ')[0] ?? name

/** The first attack of each kind. */
export function oneOfEachKind(attacks: readonly Attack[]): readonly Attack[] {
  return [...new Map(attacks.toReversed().map((attack) => [kindOf(attack), attack])).values()].toReversed()
}

/** All attacks, with those of one profile next to each other. */
export function allAttacks(): readonly Attack[] {
  const attacks = [
    ...listAttacks(),
    ...streamAttacks,
    ...hostileAttacks(),
    ...timeAttacks,
    ...connectionAttacks,
    ...guestAttacks,
    ...accountAttacks,
    ...latenessAttacks,
  ]
  const profiles = [...new Set(attacks.map(({ profile }) => profile.name))]
  return profiles.flatMap((name) => attacks.filter(({ profile }) => profile.name === name))
}
