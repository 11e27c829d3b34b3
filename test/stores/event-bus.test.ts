import { MemoryEventBus } from '../../src/ports/event-bus/memory-event-bus.js'
import { eventBusContract } from '../contracts/event-bus.js'

eventBusContract('in memory', () => {
  const bus = new MemoryEventBus()
  return Promise.resolve({ bus, topicCount: () => bus.topics.length })
})
