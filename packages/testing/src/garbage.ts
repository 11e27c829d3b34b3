import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')

/** Collects the garbage of this process now. */
export const collectGarbage = runInNewContext('gc') as () => void

/** The result of a task while garbage is collected every 20 ms. Node.js 20 loses the signal of a request that nothing keeps. */
export async function amidCollections<Value>(task: () => Promise<Value>): Promise<Value> {
  const collecting = setInterval(collectGarbage, 20)
  try {
    return await task()
  } finally {
    clearInterval(collecting)
  }
}
