import { breakages } from './breakages.js'

// The real server with one deliberately broken part, named by its number: what the crash test must find.
const breakage = breakages[Number(process.argv[2])]
if (!breakage) throw new Error('which breakage?')
breakage.apply()
await import('../../main/main.js')
