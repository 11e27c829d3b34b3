import { openSync } from 'node:fs'
import { Server } from 'node:http'

// `--import ./test/soak/plant.mjs`: each HTTP request leaves 1 MB, an open file and a timer, and every 50th fails.
const megabyte = 1_000_000
const kept = []
let requests = 0

const { emit } = Server.prototype
Server.prototype.emit = function (event, ...values) {
  if (event !== 'request') return emit.call(this, event, ...values)
  kept.push(Buffer.alloc(megabyte, 1))
  openSync(process.execPath)
  setTimeout(() => undefined, 3_600_000).unref()
  requests += 1
  if (requests % 50 > 0) return emit.call(this, event, ...values)
  const [, response] = values
  response.writeHead(500).end('{"errors":[{"message":"planted"}]}')
  return true
}
