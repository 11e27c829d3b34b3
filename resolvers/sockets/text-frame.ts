import { Sender } from 'ws'

const textMessage = { fin: true, rsv1: false, opcode: 1, mask: false, readOnly: true }

/** One unmasked WebSocket text frame that holds `start` and then `rest`, in one buffer: the socket is written to once for it. */
export function frameOf(start: Buffer, rest: Buffer): Buffer {
  return Buffer.concat(Sender.frame(Buffer.concat([start, rest]), textMessage))
}
