// Loaded before the server: answers its parent's question about memory. Workers load it too, but are never asked.
process.on('message', (message) => {
  if (message?.kind !== 'memory') return
  globalThis.gc?.()
  globalThis.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  process.send?.({ kind: 'memory', heapBytes: heapUsed + external, residentBytes: rss })
})
// the channel must not keep the process running
process.channel?.unref()
