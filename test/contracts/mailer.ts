import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { AppError, type Logger } from '@parley/runtime'
import type { Mail, Mailer } from '../../src/ports/mailer/mailer.js'
import { recipientsOf } from '../support/accounts/mailbox.js'
import type { TakenMail } from '../support/accounts/smtp-fixture.js'

export interface OpenMailer {
  readonly mailer: Mailer
  /** A mailer without a reachable server. */
  readonly lost: Mailer
  /** All accepted mails. */
  taken(): Promise<readonly TakenMail[]>
  close(): Promise<void>
}

export const mailFrom = { name: 'Parley', address: 'post@parley.example' }
export const mailTo = (to: string): Mail => ({
  to,
  sender: 'Parley',
  subject: 'Grüße',
  text: 'Ahoy 123456\n',
  html: '<p>Ahoy 123456</p>',
})

/** The contract of every mailer, run on each adapter. */
export function mailerContract(name: string, open: (log: Logger) => Promise<OpenMailer>, { keeps = false } = {}): void {
  describe(`mailer: ${name}`, () => {
    let opened: OpenMailer
    let mailer: Mailer
    const lines: string[] = []
    const write = (fields: object, event: string) => void lines.push(JSON.stringify({ event, ...fields }))
    beforeAll(async () => {
      opened = await open({ debug: write, info: write, warn: write, error: write })
      mailer = opened.mailer
    })
    afterAll(() => opened.close())

    const sentTo = async (to: string) => (await opened.taken()).filter(({ mail }) => recipientsOf(mail).includes(to))

    it('delivers both parts to the recipient', async () => {
      await mailer.check()
      await mailer.send(mailTo('ada@example.com'))
      const [taken, ...more] = await sentTo('ada@example.com')
      expect(more).toEqual([])
      expect(taken?.recipients).toEqual(['ada@example.com'])
      expect(taken?.mail).toMatchObject({
        subject: 'Grüße',
        text: 'Ahoy 123456\n',
        html: '<p>Ahoy 123456</p>',
        messageId: expect.stringMatching(/^<[^@\s]+@parley\.example>$/),
        from: { value: [mailFrom] },
        to: { value: [{ name: '', address: 'ada@example.com' }] },
      })
      expect([taken?.mail.cc, taken?.mail.bcc]).toEqual([undefined, undefined])
      expect(taken?.mail.headers.get('auto-submitted')).toBe('auto-generated')
      expect(taken?.mail.date).toEqual(new Date(1_800_000_000_000))
    })

    it('delivers many mails at once, each of them once', async () => {
      const addresses = Array.from({ length: 20 }, (_, at) => `crowd${at}@example.com`)
      await Promise.all(addresses.map((to) => mailer.send(mailTo(to))))
      for (const to of addresses) expect(await sentTo(to)).toHaveLength(1)
    })

    it('removes the mails to an address that it keeps itself, in any case of letters, and no other', async () => {
      const [gone, other] = ['hugo.cabret@löwen.example', 'ugo.cabret@löwen.example']
      for (const to of [gone, other, 'Hugo.Cabret@Löwen.example']) await mailer.send(mailTo(to))
      const before = await opened.taken()
      await mailer.remove('hugo.Cabret@löwen.example')
      const left = (await opened.taken()).map(({ mail }) => recipientsOf(mail).map((to) => to.toLowerCase()))
      const isOther = (recipients: readonly string[]) => !recipients.some((to) => to.startsWith('hugo'))
      expect(left).toHaveLength(keeps ? before.length - 2 : before.length)
      if (keeps) expect(left.every(isOther)).toBe(true)
      for (const to of ['nobody', 'x@absent.example']) await mailer.remove(to)
      expect(await opened.taken()).toHaveLength(left.length)
    })

    it.each([
      'a@list.example, b@list.example',
      'a@list.example,b@list.example',
      'a@list.example;b@list.example',
      'a@list.example b@list.example',
      'Ada <a@list.example>, Bob <b@list.example>',
      'group: a@list.example, b@list.example;',
      'a@list.example\r\nBcc: b@list.example',
      'a@list.example>\r\nRCPT TO:<b@list.example',
      'nobody',
      '',
    ])('never accepts %j as a recipient, or as more than one', async (to) => {
      const before = await opened.taken()
      await expect(mailer.send(mailTo(to))).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR' })
      expect(await opened.taken()).toHaveLength(before.length)
    })

    it('adds no header from a subject', async () => {
      const subject = 'Hello\r\nBcc: eve@example.com\r\n\r\nand more'
      await mailer.send({ ...mailTo('bob@example.com'), subject })
      const [taken] = await sentTo('bob@example.com')
      expect([taken?.recipients, taken?.mail.bcc]).toEqual([['bob@example.com'], undefined])
      expect(taken?.mail.text).toBe('Ahoy 123456\n')
    })

    it('reports a failure without a name, and logs a reason without the address of the mail', async () => {
      lines.length = 0
      const failures = [opened.lost.send(mailTo('lost@example.com')), opened.lost.check()]
      for (const outcome of await Promise.allSettled(failures)) {
        const failure: unknown = outcome.status === 'rejected' ? outcome.reason : undefined
        expect(failure).toBeInstanceOf(AppError)
        const expected = { code: 'INTERNAL_SERVER_ERROR', message: 'The mail could not be delivered', cause: undefined }
        expect(failure).toMatchObject(expected)
      }
      expect(lines).toHaveLength(2)
      expect(lines.join()).not.toMatch(/@|123456|lost|parley/)
    })

    it('has finished its mails when it is closed, also twice', async () => {
      const sending = mailer.send(mailTo('last@example.com'))
      await mailer.close()
      await sending
      expect(await sentTo('last@example.com')).toHaveLength(1)
      await mailer.close()
    })
  })
}
