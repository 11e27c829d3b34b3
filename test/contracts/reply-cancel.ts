import { describe, expect, it } from '@jest/globals'
import { fold, type ReplyFixture, replyJob, text } from './reply-fixture.js'

/** The part of the ReplyGenerator contract about cancelled jobs. */
export function replyCancelContract(fixture: ReplyFixture): void {
  describe('cancel', () => {
    it('ends a running job at once, by its signal, and frees the slot for the next', async () => {
      await fixture.open()
      const running = await fixture.startStalled()
      const next = await fixture.startQueued(1)
      const pending = running.take()
      running.cancel()
      expect(await pending).toBeUndefined()
      expect(await running.take()).toBeUndefined()
      expect(await next.outcome()).toBe('completed')
    })

    it('ends a running job at once, by return() while a next() is waiting, and frees the slot', async () => {
      await fixture.open()
      const running = await fixture.startStalled()
      const next = await fixture.startQueued(1)
      const pending = running.take()
      await running.leave()
      expect(await pending).toBeUndefined()
      expect(await next.outcome()).toBe('completed')
    })

    it('frees the slot when a for-await loop is left', async () => {
      await fixture.open()
      for await (const progress of fixture.generator.generate(replyJob('stalls'), new AbortController().signal)) {
        if (progress.kind === 'delta') break
      }
      expect(await fixture.start('Local').outcome()).toBe('completed')
    })

    it.each(['cancel', 'leave'] as const)(
      'removes a queued job from the queue by %s, and the later ones move up',
      async (way) => {
        await fixture.open()
        const running = await fixture.startStalled()
        const queued = await fixture.startQueued(1)
        const later = await fixture.startQueued(2)
        const pending = queued.take()
        await queued[way]()
        expect(await pending).toBeUndefined()
        expect(await later.take()).toMatchObject({ kind: 'queued', position: 1 })
        running.cancel()
        expect(await later.outcome()).toBe('completed')
      },
    )

    it('yields nothing more, not even progress that was ready', async () => {
      await fixture.open()
      const reading = fixture.start('Local')
      await reading.untilStarted()
      // the second one runs when the first has ended, read or not
      expect(await fixture.start('Local').outcome()).toBe('completed')
      reading.cancel()
      expect(await reading.take()).toBeUndefined()
    })

    it('never starts a job whose signal is already aborted', async () => {
      await fixture.open({ queueLimit: 0 })
      const gone = fixture.start('stalls')
      gone.cancel()
      expect(await gone.take()).toBeUndefined()
      expect(await fixture.start('Local').outcome()).toBe('completed')
    })

    it('never touches another job, running or queued', async () => {
      await fixture.open({ concurrency: 2 })
      const cancelled = await fixture.startStalled()
      const running = fixture.start('slow')
      await running.untilStarted()
      const queued = await fixture.startQueued(1)
      cancelled.cancel()
      await cancelled.leave()
      expect(fold(await running.all())).toBe(text)
      expect(fold(await queued.all())).toBe(text)
    })

    it('has no effect after the end', async () => {
      await fixture.open()
      const reading = fixture.start('Local')
      await reading.all()
      reading.cancel()
      await reading.leave()
      expect(await fixture.start('Local').outcome()).toBe('completed')
    })
  })
}
