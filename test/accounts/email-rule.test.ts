import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { simpleParser } from 'mailparser'
import { domainToASCII } from 'node:url'
import { rules } from '../../schema/rules.js'
import { limits } from '../../src/limits.js'
import { composeMail } from '../../src/ports/mailer/compose-mail.js'
import { mailFrom, mailTo } from '../contracts/mailer.js'
import { recipientsOf } from '../support/accounts/mailbox.js'

const isTaken = (email: string) => rules.email.safeParse(email).success
const letterhead = { from: mailFrom, clock: () => 1_800_000_000_000 }

describe('an e-mail address of an account', () => {
  it.each([
    'a@b.cd',
    "o'hara+tag@example.com",
    '-rf@example.com',
    'a/b@example.com',
    'a.b.c@x-y.z--z.example',
    'a@1.2.example',
    'grüße@bücher.example',
    'a@xn--bcher-kva.example',
    'a@☕.example',
    '0f0f0f0f-0f0f@no-email.invalid',
    `${'a'.repeat(88)}@example.com`,
    `a@${'b'.repeat(63)}.example`,
  ])('is %s', (email) => {
    expect(isTaken(email)).toBe(true)
  })

  it.each([
    '../../x@y.zz',
    '.a@example.com',
    'a.@example.com',
    'za..b@example.com',
    '@example.com',
    'a@',
    'a@b',
    'a@b@example.com',
    'za@b.c%0a',
    'a@-.-',
    'a@-b.example',
    'a@b-.example',
    'a@b.-c',
    'a@b.c-',
    'a@.b.c',
    'a@b..c',
    'a@b.c.',
    'a@b.c/',
    'a@b.c?x=y',
    'a@b.c#d',
    'a@b.c:25',
    'a@b_c.example',
    'a@127.0.0.1',
    'a@0x7f.1',
    'a@１２７.０.０.１',
    'a@b.１',
    'a@\u0301b.example',
    'a@b。.example',
    'a@b.example。',
    'a@－b.example',
    'a@b.c／d',
    `a@${'b'.repeat(64)}.example`,
    `${'a'.repeat(89)}@example.com`,
  ])('is not %j', (email) => {
    expect(isTaken(email)).toBe(false)
  })

  it('may be any address in common use', () => {
    const addresses = fc.emailAddress().filter((email) => email.length <= limits.emailLength)
    fc.assert(fc.property(addresses, (email) => isTaken(email)))
  })

  it('is the only recipient of a mail, whatever it contains', async () => {
    const signs = 'ab09!#$%&\'*+/=?^_`{|}~-.@,;:<>()[]" \\ＡıßſİΣ＠．。／－１℀≠☕é\u0301\ufe0f\u3000'
    const sign = fc.constantFrom(...Array.from(signs))
    const text = fc.string({
      unit: fc.oneof(sign, fc.string({ unit: 'binary', minLength: 1, maxLength: 1 })),
      maxLength: 5,
    })
    const word = fc.oneof(text, fc.stringMatching(/^[a-z0-9]{1,4}$/))
    const dotted = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join('.'))
    const addresses = fc
      .tuple(dotted, dotted, fc.constantFrom('', '.example', '.рф'))
      .map(([local, domain, end]) => `${local}@${domain}${end}`)
    let taken = 0
    const property = fc.asyncProperty(addresses, async (sent) => {
      // without the spaces around it
      const { data: email } = rules.email.safeParse(sent)
      if (email === undefined) return
      taken += 1
      const { to, bytes } = await composeMail(mailTo(email), letterhead)
      const [local, domain] = [email.slice(0, email.indexOf('@')), email.slice(email.indexOf('@') + 1)]
      expect(to.slice(0, to.indexOf('@'))).toBe(local)
      expect(domainToASCII(to.slice(to.indexOf('@') + 1))).toBe(domainToASCII(domain))
      expect(recipientsOf(await simpleParser(bytes))).toHaveLength(1)
    })
    await fc.assert(property, { numRuns: 1_000 })
    expect(taken).toBeGreaterThan(100)
  })
})

it('is read with letters such as ü even after many such addresses', () => {
  // at this number URL.canParse of Node 20 begins to refuse them
  const read = () => rules.email.safeParse('ada@bücher.example').success
  expect(Array.from({ length: 20_000 }, read)).not.toContain(false)
})
