import WebSocket from 'ws'
import type { ReaderCounts, ReaderJob } from './read-from-outside.js'

// All readers of a room, in their own process: many subscriptions on each socket. Messages are counted, not parsed.

const query = `subscription ($id: ID!) { roomEvents(roomId: $id) {
  __typename ... on EntryAdded { entry { index inputData outputData } } } }`

const openedAtOnce = 8
const counts = { messages: 0, closed: 0 }
let isMeasured = false

/** Resolves when every subscription of the socket has received its first event. */
function openSocket({ url, roomId, perSocket, token }: ReaderJob): Promise<WebSocket> {
  const address = `${url.replace('http', 'ws')}/graphql`
  const socket = new WebSocket(address, 'graphql-transport-ws', { perMessageDeflate: false, skipUTF8Validation: true })
  const payload = { query, variables: { id: roomId } }
  const send = (message: object) => socket.send(JSON.stringify(message))
  return new Promise((resolve, reject) => {
    let begun = 0
    socket.on('open', () => send({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } }))
    socket.on('message', (data: Buffer) => {
      if (isMeasured) counts.messages += 1
      if (begun === perSocket) return
      const text = data.toString()
      if (text.includes('"connection_ack"'))
        for (let number = 0; number < perSocket; number += 1) send({ id: `${number}`, type: 'subscribe', payload })
      else if (text.includes('RoomSnapshot')) begun += 1
      else if (text.includes('"errors"')) reject(new Error(text))
      if (begun === perSocket) resolve(socket)
    })
    socket.on('error', reject)
    socket.on('close', (code) => {
      counts.closed += 1
      reject(new Error(`closed: ${code}`))
    })
  })
}

async function openAll(job: ReaderJob): Promise<WebSocket[]> {
  const sockets: WebSocket[] = []
  while (sockets.length < job.sockets) {
    const count = Math.min(openedAtOnce, job.sockets - sockets.length)
    sockets.push(...(await Promise.all(Array.from({ length: count }, () => openSocket(job)))))
  }
  return sockets
}

process.once('message', (job) => {
  void openAll(job as ReaderJob).then((sockets) => {
    process.send?.('open')
    process.on('message', (word) => {
      isMeasured = word === 'measure'
      if (isMeasured) return
      process.send?.(counts satisfies ReaderCounts)
      for (const socket of sockets) socket.terminate()
      process.disconnect()
    })
  })
})
