import { QueuedReplyGenerator } from '../../../ai-workers/shared-queue/queued-reply-generator.js'
import { GenerationStore } from '../../../src/replies/generation-store.js'

// The real server with one deliberate fault, chosen by its name, which the suite of takeovers must detect.
const faults: Readonly<Record<string, () => void>> = {
  'where a reply continues is not stored': () => {
    const { checkpoint } = GenerationStore.prototype
    GenerationStore.prototype.checkpoint = function (some) {
      return checkpoint.call(
        this,
        some.map(({ run, text }) => ({ run, text: { ...text, resumeAt: null } })),
      )
    }
  },
  'a job ends with its reader': () => {
    const { generate } = QueuedReplyGenerator.prototype
    QueuedReplyGenerator.prototype.generate = function (job, signal) {
      return generate.call(this, { ...job, outlivesReader: false }, signal)
    }
  },
}

const plant = faults[process.argv[2] ?? '']
if (!plant) throw new Error('which fault?')
plant()
await import('../../../main/main.js')
