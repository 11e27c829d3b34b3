import { expect, it } from '@jest/globals'
import { getNamedType, isObjectType, type GraphQLSchema } from 'graphql'
import { buildPublicSchema, buildServiceSchema } from '../support/app/schemas.js'
import { isLongText } from '../../schema/long-text.js'
import { createTestApp } from '../support/app/app.js'

/** Texts of at most 2,048 characters: names, addresses, codes, cursors, tokens, sentences of the server. */
const shortTexts = new Set([
  ...[
    'Account.email',
    'Account.handle',
    'Account.profileImageUrl',
    'Account.timeZone',
    'AccountDefaults.model',
    'AccountDefaults.timeZone',
    'Account.username',
    'ApiKey.name',
  ],
  ...[
    'ApiKey.models',
    'ApiKey.prefix',
    'Ban.reason',
    'Character.hiddenReason',
    'Character.imageUrl',
    'CardNotice.field',
    'CardNotice.message',
    'Character.name',
    'Character.nickname',
    'Character.tags',
    'CharacterCostPart.field',
    'ChatRoom.model',
    'ChatRoom.name',
    'ChatRoom.proposedTitle',
    'ChatRoom.userId',
    'CreateApiKeyForPayload.text',
    'CreateApiKeyPayload.text',
    'CreateDataExportLinkPayload.url',
    'CreateRoomExportLinkPayload.url',
    'Lorebook.characterName',
    'Lorebook.name',
    'LorebookEntry.keys',
    'LorebookEntry.secondaryKeys',
    'LorebookFile.name',
    'LoreUse.lorebookName',
    'Persona.imageUrl',
    'Persona.name',
    'MessageSender.personaName',
    'ShareLink.character',
    'ShareLink.title',
    'ShareLink.url',
    'CreatePasswordLinkPayload.url',
  ],
  ...[
    'Generation.cursor',
    'Generation.imageUrl',
    'Generation.model',
    'GenerationError.code',
    'GenerationError.message',
    'GenerationEvent.cursor',
  ],
  ...['Source.title', 'Source.link', 'Source.place', 'WebSearch.query'],
  ...['Attachment.name', 'File.encoding', 'File.mediaType', 'File.message', 'File.name'],
  ...['AddSecondFactorPayload.recoveryCodes', 'RenewRecoveryCodesPayload.recoveryCodes', 'SecondFactor.name'],
  ...['StartPasskeyPayload.challenge', 'StartPasskeyPayload.options', 'StartTotpPayload.challenge'],
  ...['StartTotpPayload.secret', 'StartTotpPayload.uri', 'Installation.passkeyOrigins'],
  ...['Installation.registrationDomains', 'InstallationSetting.value', 'InstallationSetting.fault'],
  ...['ModelSettings.label', 'ModelSettings.model'],
  ...['OfferedPasswordLink.username', 'OfferedInvitation.email', 'Invitation.email', 'CreateInvitationPayload.url'],
  ...['Mutation.createSetUpLink', 'IdentityProviderTest.redirectUri', 'ProviderFinding.message'],
  ...[
    'DailyUsage.date',
    'DailyUsage.model',
    'AuditEntry.actorName',
    'AuditEntry.ipAddress',
    'AuditEntry.targetLabel',
    'AuditDetail.name',
    'AuditDetail.value',
  ],
  ...[
    'Installation.helpUrl',
    'Installation.logoUrl',
    'Installation.name',
    'Installation.notice',
    'Installation.privacyUrl',
    'Installation.termsUrl',
  ],
  ...[
    'InstallationAccent.dark',
    'InstallationAccent.light',
    'InstallationAccent.softDark',
    'InstallationAccent.softLight',
  ],
  ...[
    'GenerationReceipt.finish',
    'GenerationReceipt.model',
    'LogEntry.model',
    'LogAlternative.model',
    'LogEntry.imgUrl',
    'LogEntry.model',
    'Model.label',
    'Model.name',
    'Model.sampling',
  ],
  ...[
    'LoginPayload.refreshToken',
    'LoginPayload.token',
    'OfficeRoom.model',
    'OfficeRoom.name',
    'OfficeRoom.proposedTitle',
  ],
  ...['OfficeRoom.roomType', 'OfficeRoom.userId', 'RoomListEvent.cursor', 'Snippet.text'],
  ...[
    'PageInfo.endCursor',
    'PageInfo.startCursor',
    'RefreshSessionPayload.refreshToken',
    'RefreshSessionPayload.token',
  ],
  ...[
    'Session.userAgent',
    'SocialLoginPayload.refreshToken',
    'SocialLoginPayload.token',
    'SocialProvider.authorizeUrl',
  ],
  ...['SocialProvider.name', 'Usage.models', 'User.profileImageUrl', 'User.username'],
  ...['VerifyCodePayload.registrationToken', 'VerifyCodePayload.resetToken'],
  ...[
    'CompletionEvent.completionId',
    'CompletionEvent.finish',
    'CompletionModel.label',
    'CompletionModel.name',
    'CompletionToolCall.id',
    'Finding.detail',
    'Finding.subject',
    'FindingsPage.next',
  ],
  ...['ActiveGeneration.model', 'Query.tables', 'Worker.model', 'Worker.name'],
])

function unknownTexts(schema: GraphQLSchema): string[] {
  const types = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type) && !type.name.startsWith('__'))
  return types
    .filter(isObjectType)
    .flatMap((type) => Object.values(type.getFields()).map((field) => ({ path: `${type.name}.${field.name}`, field })))
    .filter(({ field }) => getNamedType(field.type).name === 'String' && !isLongText(field))
    .map(({ path }) => path)
    .filter((path) => !shortTexts.has(path) && !path.endsWith('Edge.cursor'))
}

it('every text of both schemas is either marked with @LongText() or listed above', async () => {
  const app = await createTestApp()
  try {
    expect(unknownTexts(buildPublicSchema(app.app.product))).toEqual([])
    expect(unknownTexts(buildServiceSchema(app.app.product))).toEqual([])
  } finally {
    await app.close()
  }
})
