import { breakages } from './breakages.js'

// The real program with one deliberate fault, chosen by its number, which the cluster test must detect.
const breakage = breakages[Number(process.argv[2])]
if (!breakage) throw new Error('which breakage?')
breakage.apply()
await import('../../main/main.js')
