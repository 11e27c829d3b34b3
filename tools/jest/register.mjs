// `node --import ./tools/jest/register.mjs node_modules/jest/bin/jest.js`: the processes that run test files inherit it.
import { register } from 'node:module'
import '../run-ts.mjs'

register('./globals-hook.mjs', import.meta.url)

// Set here and not by the parent: the cache of compiled sources stays outside of it.
const { TEST_FOLDER: folder } = process.env
if (folder) process.env.TMPDIR = folder
// tests depend on no file of settings of their user
process.env.ENV_FILE = '/dev/null'
