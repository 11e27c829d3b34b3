import { z } from 'zod'
import { limits, socialProviderIds } from '../../limits.js'
import { emailAddress } from '../../text-rules.js'
import { accentColor, installationName, noticeText, pageAddress } from '../accounts/look.js'
import { mailFrom, smtpUrl } from '../accounts/mail.js'
import * as rules from '../rules.js'

const registrationPolicies = ['open', 'invite', 'approval', 'closed'] as const
const domainName = /^[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)+$/u

const emails = rules.list(
  z
    .string()
    .refine((word) => emailAddress.safeParse(word).success, rules.numbered('e-mail addresses separated by commas')),
)

const domains = z
  .string()
  .transform((text) => (text === '' ? [] : text.split(',').map((part) => part.trim().toLowerCase())))
  .pipe(
    z.array(
      z
        .string()
        .refine((word) => domainName.test(word), rules.numbered('domains such as corp.example, separated by commas')),
    ),
  )

/** A text claim is split at commas, and so are these lists: a part of a distinguished name could be that of another group. */
const claimValues = rules.list(
  z.string().regex(/^[^=]+$/, rules.numbered('values separated by commas, none of them empty or with =')),
)

export const accounts = {
  ADMIN_EMAILS: emails
    .default([])
    .describe(
      'addresses, separated by commas, whose accounts are administrators once their owners have [proved](reference/proofs.md) them; `npm run admin` makes others',
    ),
  SETUP_LINK: rules
    .oneOf(['terminal', 'log'])
    .prefault('terminal')
    .describe(
      'where the first start of an empty store shows the link that makes the [first administrator](administration.md#registration): on a terminal, or with `log` in the log, which everyone who reads it can then use',
    ),
  MEMBERSHIP_SELF_SERVICE: rules.trueOrFalse.optional().meta({
    shown: 'true',
    description:
      'whether users can set their own membership level; `false`: only administrators. With `OIDC_MEMBERSHIP_CLAIM` the default is `false`',
  }),
  REGISTRATION: rules
    .oneOf(registrationPolicies)
    .prefault('open')
    .describe(
      '`open`, `invite`, `approval` or `closed`: [whether people can register](administration.md#registration). An administrator [can change it](administration.md#settings) while the server runs',
    ),
  REGISTRATION_BY_PROVIDER: rules.oneOf(registrationPolicies).optional().meta({
    shown: 'open',
    description:
      'the same for the first sign-in of a person [by a provider](sign-in.md#another-service), which creates an account; unset: as `REGISTRATION`',
  }),
  REGISTRATION_DOMAINS: domains
    .prefault('')
    .describe(
      'domains separated by commas: new accounts need a verified address at one of them, for which mails must be sent (`SMTP_URL`), `corp.example` without its subdomains; empty: addresses of all domains',
    ),
  GUEST_ROOMS: rules.trueOrFalse.optional().meta({
    shown: 'true',
    description:
      'whether callers without an account can create rooms; `false`: a new room needs a token, existing rooms stay as they are. The default is `true` only while `REGISTRATION` is `open`',
  }),
  ADMIN_SECOND_FACTOR: rules
    .oneOf(['optional', 'required'])
    .prefault('optional')
    .describe(
      '`optional` or `required`: whether administrators need a [second factor](sign-in.md#second-factors); an account without one has the rights of a user until it adds one. An administrator [can change it](administration.md#settings) while the server runs',
    ),
  SIGN_IN_REQUIRED: rules.trueOrFalse
    .prefault('false')
    .describe(
      'whether callers without an account get nothing but [the sign-in](administration.md#settings): no characters, models, people and rooms',
    ),
  SHARE_LINKS: rules.trueOrFalse
    .prefault('false')
    .describe(
      'whether people can make [links to copies of their chats](administration.md#links-to-chats), which everyone who has one can read. Without effect while `SIGN_IN_REQUIRED` is `true`. An administrator [can change it](administration.md#settings) while the server runs',
    ),
  INSTALLATION_NAME: installationName
    .prefault('Parley')
    .describe('what [pages and mails](administration.md#name-and-look) call this installation, 1 to 40 characters'),
  INSTALLATION_LOGO: z
    .string()
    .prefault('')
    .describe(
      'a file with the logo, a PNG, JPEG, GIF or WebP image of at most 64 KiB; `npm run admin -- settings set INSTALLATION_LOGO FILE` stores one',
    ),
  ACCENT_COLOR: accentColor
    .prefault('')
    .describe(
      'colour of buttons and links, `#1f6f5c`; one that cannot be read on the light page is refused, the shade of the dark page follows from it; empty: that of Parley',
    ),
  TERMS_URL: pageAddress
    .prefault('')
    .describe('the terms of use, an http or https address or a path of this host; the page links to it'),
  PRIVACY_URL: pageAddress.prefault('').describe('the privacy policy, likewise'),
  HELP_URL: pageAddress.prefault('').describe('where people get help, likewise'),
  INSTALLATION_NOTICE: noticeText
    .prefault('')
    .describe('one line of plain text, up to 300 characters, above all screens of the page and the console'),
  PASSWORD_SIGN_IN: rules.trueOrFalse
    .prefault('true')
    .describe(
      'whether people can sign in and register with a password; `false`: only [by a provider](sign-in.md#sign-in-by-providers-alone), which must be configured',
    ),
  MESSAGE_LIMIT: rules
    .wholeNumber(limits.inputDataLength, limits.longestMessageLength)
    .prefault(String(limits.messageLength))
    .describe(
      'characters of a [message](reference/bounds.md#messages) in GraphQL and `POST /generations`, 500 to 100,000; stored messages stay as they are',
    ),
  MEMBERSHIP_POLICY_FILE: z
    .string()
    .optional()
    .describe(
      'a JSON file with the [limits of each membership](reference/limits.md#memberships), such as [this one](reference/membership-policy.example.json); unset: generous ones',
    ),
}

export const mail = {
  SMTP_URL: smtpUrl
    .optional()
    .describe(
      'mail server, `smtp://user:password@host:587`, or `smtps://...` for TLS from the first byte. With `smtp://` STARTTLS is used where the server offers it, and required where a password would cross a network; `?requireTLS=true` or `false` decides otherwise, and `?tls.rejectUnauthorized=false` accepts any certificate. Unset: mails are files in `DATA_DIR/mail`',
    ),
  MAIL_FROM: mailFrom.optional().meta({
    shown: 'no-reply@localhost',
    description:
      'sender of mails, an address, or a name and an address; without a name it has `INSTALLATION_NAME`, and the default host is that of `PUBLIC_URL`',
  }),
}

const provider = {
  CLIENT_ID: rules.printable
    .optional()
    .describe(
      'as the [provider](sign-in.md#another-service) gave it; each of the three needs this, the secret, and either the issuer or the three addresses',
    ),
  CLIENT_SECRET: rules.printable.optional().describe('as the provider gave it; it is sent in the form or in a header'),
  ISSUER: rules.issuerUrl
    .optional()
    .describe('OpenID Connect: everything else is discovered, the signature of the ID token is checked'),
  AUTHORIZE_URL: rules.secureUrl.optional().describe('plain OAuth 2: the page of the provider'),
  TOKEN_URL: rules.secureUrl.optional().describe('plain OAuth 2: where Parley exchanges the code'),
  USERINFO_URL: rules.secureUrl.optional().describe('plain OAuth 2: the person is the `sub` or `id` of the user info'),
  NAME: rules.providerLabel
    .optional()
    .describe('the label that accounts keep, `social-a` when unset; another label is another provider'),
  SCOPE: rules.printable
    .optional()
    .describe('what people are asked to share; unset: `openid profile email`, for plain OAuth 2 none'),
}

function prefixed<Prefix extends string>(prefix: Prefix) {
  const rows = Object.entries(provider).map(([name, rule]) => [`${prefix}_${name}`, rule])
  return Object.fromEntries(rows) as { [Name in keyof typeof provider as `${Prefix}_${Name}`]: (typeof provider)[Name] }
}

export const providers = { ...prefixed('SOCIAL_A'), ...prefixed('SOCIAL_B'), ...prefixed('SOCIAL_C') }

export const claims = {
  OIDC_PROVIDER: rules
    .oneOf(socialProviderIds)
    .optional()
    .describe(
      'the OpenID Connect provider of which the [claims](sign-in.md#claims-of-a-provider) below are read, `social-a`, `social-b` or `social-c`; unset: the only one with an issuer',
    ),
  OIDC_ROLE_CLAIM: rules.printable
    .optional()
    .describe('the claim with roles, with dots for claims in claims, such as `resource_access.parley.roles`'),
  OIDC_ADMIN_ROLES: claimValues
    .optional()
    .describe('values of it, separated by commas, that make an account an administrator; every other value ends that'),
  OIDC_MEMBERSHIP_CLAIM: rules.printable.optional().describe('the claim with the membership level, as above'),
  OIDC_VIP_VALUES: claimValues
    .optional()
    .describe('values of it that give an account the membership VIP; every other value gives it BASIC'),
  OIDC_GROUP_CLAIM: rules.printable.optional().describe('the claim with groups, as above'),
  OIDC_ALLOWED_GROUPS: claimValues
    .optional()
    .describe('values of it that can sign in; every other person, and one without the claim, is refused'),
}
