import { describe, expect, it } from '@jest/globals'
import { readConfig } from '../../src/config/config.js'
import { faultsIn } from '../support/app/config-faults.js'

const plain = { isSecure: false, requiresTls: false, checksCertificate: true }

describe('SMTP_URL', () => {
  it.each([
    ['smtp://mail.example', { ...plain, host: 'mail.example', port: 587 }],
    ['smtp://127.0.0.1:2525', { ...plain, host: '127.0.0.1', port: 2525 }],
    ['smtp://[::1]:25/', { ...plain, host: '::1', port: 25 }],
    ['SMTPS://mail.example', { ...plain, host: 'mail.example', port: 465, isSecure: true }],
    // a password is not sent in the clear over a network, unless that is configured
    [
      'smtp://ada:p%40ss%2Fword@mail.example',
      {
        ...plain,
        host: 'mail.example',
        port: 587,
        requiresTls: true,
        credentials: { user: 'ada', password: 'p@ss/word' },
      },
    ],
    [
      'smtp://ada:x@mail.example?requireTLS=false',
      { ...plain, host: 'mail.example', port: 587, credentials: { user: 'ada', password: 'x' } },
    ],
    ['smtp://ada:x@localhost', { ...plain, host: 'localhost', port: 587, credentials: { user: 'ada', password: 'x' } }],
    [
      'smtp://mail.example:25/?requireTLS=true&tls.rejectUnauthorized=false',
      { host: 'mail.example', port: 25, isSecure: false, requiresTls: true, checksCertificate: false },
    ],
  ])('reads %s', (url, smtp) => {
    expect(readConfig({ SMTP_URL: url }).mail.smtp).toEqual(smtp)
  })

  it.each([
    'mail.example',
    'http://mail.example',
    'smtp://',
    'smtp:///mail',
    'smtp://mail.example/path',
    'smtp://mail.example#x',
    'smtp://mail.example:0',
    'smtp://mail.example:99999',
    'smtp://ma il.example',
    'smtp://mail_@/x',
    'smtp://mail%2e.example',
    'smtp://ada:%zz@mail.example',
    'smtp://mail.example?pool=false',
    'smtp://mail.example?requireTLS=yes',
    'smtp://mail.example?socketTimeout=0',
  ])('refuses %s, without repeating it', (url) => {
    const faults = faultsIn({ SMTP_URL: url })
    expect(faults).toEqual([expect.stringMatching(/^SMTP_URL: must be smtp:\/\/ or smtps:\/\//)])
    expect(faults.join()).not.toContain('mail.example')
  })
})

describe('MAIL_FROM', () => {
  it.each([
    ['post@chat.example', { name: '', address: 'post@chat.example' }],
    ['Our Chat <post@chat.example>', { name: 'Our Chat', address: 'post@chat.example' }],
    ['Grüße, von uns <post@localhost>', { name: 'Grüße, von uns', address: 'post@localhost' }],
  ])('reads %s', (text, from) => {
    expect(readConfig({ MAIL_FROM: text }).mail.from).toEqual(from)
  })

  it.each([
    '',
    'Parley',
    'a@b, c@d',
    'Parley <a@b',
    'Parley <a@b> more',
    'a@b\r\nBcc: c@d',
    'x\n<a@b>',
    '"x" <a@b>',
    '<>',
  ])('refuses %j', (text) => {
    expect(faultsIn({ MAIL_FROM: text })).toEqual([expect.stringMatching(/^MAIL_FROM: must be an e-mail address/)])
  })

  it.each([
    ['https://chat.example:8443', 'no-reply@chat.example'],
    ['http://192.0.2.1', 'no-reply@localhost'],
    ['http://[::1]:8080', 'no-reply@localhost'],
  ])('is made from PUBLIC_URL %s when it is unset', (url, address) => {
    expect(readConfig({ PUBLIC_URL: url }).mail.from).toEqual({ name: 'Parley', address })
  })
})
