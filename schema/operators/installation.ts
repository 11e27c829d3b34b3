import { Field, Int, ObjectType } from 'type-graphql'
import { z } from 'zod'
import type { Accent } from '../../src/accent.js'
import type {
  InstallationSettingName,
  RegistrationPolicy as Policy,
  SettingSource as Source,
} from '../../src/installation-settings/installation-setting.js'
import type { InstallationValues, ShownSetting } from '../../src/installation-settings/installation-settings.js'
import { DateTime } from '../date-time.js'
import { RegistrationPolicy, SettingName, SettingSource } from '../enums.js'
import { type InputOf, inputType } from '../input-type.js'
import { payloadType } from '../payload-type.js'

@ObjectType({
  description:
    'The shades of the colour that the operator has chosen, such as `#1f6f5c`. Text is readable in them (WCAG AA).',
})
export class InstallationAccent implements Accent {
  @Field(() => String, { description: 'Of links and buttons on a light page.' })
  readonly light!: string

  @Field(() => String, { description: 'Of links and buttons on a dark page.' })
  readonly dark!: string

  @Field(() => String, { description: 'Behind notices on a light page.' })
  readonly softLight!: string

  @Field(() => String, { description: 'Behind notices on a dark page.' })
  readonly softDark!: string
}

@ObjectType({ description: 'What every caller may know of this installation before signing in.' })
export class Installation implements Omit<InstallationValues, 'logo' | 'adminSecondFactor'> {
  @Field(() => RegistrationPolicy, { description: 'Whether `register` creates accounts.' })
  readonly registration!: Policy

  @Field(() => RegistrationPolicy, {
    description: 'Whether the first sign-in of a person by a provider creates an account.',
  })
  readonly registrationByProvider!: Policy

  @Field(() => [String], {
    description:
      'A new account needs a verified address at one of these domains: verify it first, and send the `registrationToken`. Empty: an address at any domain.',
  })
  readonly registrationDomains!: readonly string[]

  @Field(() => Boolean, { description: 'Whether callers without an account can create rooms.' })
  readonly guestRooms!: boolean

  @Field(() => [String], {
    description:
      'The origins of the pages that can use passkeys, such as `https://chat.example`. Empty: passkeys cannot work here.',
  })
  readonly passkeyOrigins!: readonly string[]

  @Field(() => Boolean, {
    description: 'Whether people can sign in and register with a password; false: only by one of `socialProviders`.',
  })
  readonly passwordSignIn!: boolean

  @Field(() => Boolean, {
    description:
      'Whether this server sends mails. If not, no code of `sendVerification` reaches a person: an administrator gives a link for a new password (`createPasswordLink`).',
  })
  readonly sendsMail!: boolean

  @Field(() => Boolean, {
    description:
      'Whether callers without an account can only sign in, and register where `registration` is open. Every other operation is UNAUTHENTICATED then.',
  })
  readonly signInRequired!: boolean

  @Field(() => Boolean, {
    description: 'Whether people can make links to copies of their chats (`createShareLink`), and read them.',
  })
  readonly shareLinks!: boolean

  @Field(() => Int, {
    description: 'The most characters of a message that requests a reply (`MESSAGE_LIMIT`), as Unicode code points.',
  })
  readonly messageLimit!: number

  @Field(() => String, { description: 'The name of this installation, 1 to 40 characters.' })
  readonly name!: string

  @Field(() => String, {
    nullable: true,
    description: 'The logo, a PNG, JPEG, GIF or WebP image. Null: that of Parley.',
  })
  readonly logoUrl!: string | null

  @Field(() => InstallationAccent, { nullable: true, description: 'Null: the colours of Parley.' })
  readonly accent!: Accent | null

  @Field(() => String, {
    nullable: true,
    description: 'The terms of use: an http or https address, or a path of this host that begins with `/`.',
  })
  readonly termsUrl!: string | null

  @Field(() => String, { nullable: true, description: 'The privacy policy, likewise.' })
  readonly privacyUrl!: string | null

  @Field(() => String, { nullable: true, description: 'Where people get help, likewise.' })
  readonly helpUrl!: string | null

  @Field(() => String, {
    nullable: true,
    description: 'One line of plain text for all people who use the installation.',
  })
  readonly notice!: string | null
}

@ObjectType({ description: 'A setting of the operator that can change while the server runs.' })
export class InstallationSetting implements ShownSetting {
  @Field(() => SettingName)
  readonly name!: InstallationSettingName

  @Field(() => String, {
    description:
      'As the operator writes it, such as `closed` or `corp.example,lab.example`; of a logo its type and size, such as `image/png, 3211 bytes`.',
  })
  readonly value!: string

  @Field(() => SettingSource)
  readonly source!: Source

  @Field(() => DateTime, { nullable: true, description: 'Null unless `source` is DATABASE.' })
  readonly changedAt!: number | null

  @Field(() => String, {
    nullable: true,
    description:
      'Why the stored value does not apply, such as `is false, which needs a sign-in provider`: `value` is what applies. Null while it does.',
  })
  readonly fault!: string | null
}

export const SetInstallationSettingInput = inputType(
  'SetInstallationSettingInput',
  z.object({
    name: z.enum(SettingName),
    value: z
      .string()
      // a logo of 64 KiB
      .max(90_000)
      .nullish()
      .describe('As the operator writes it; a logo is a `data:` URL. Null removes it: the default applies again.'),
  }),
)
export type SetInstallationSettingInput = InputOf<typeof SetInstallationSettingInput>

export const SetInstallationSettingPayload = payloadType('SetInstallationSettingPayload', {
  setting: () => InstallationSetting,
})
