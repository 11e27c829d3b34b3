import type { Operation } from './operation.js'
import type * as types from './operation-types.generated.js'

export type * from './operation-types.generated.js'

export const register: Operation<types.RegisterMutation, types.RegisterMutationVariables> = { hash: 'HpaDiNaf' }

export const signIn: Operation<types.SignInMutation, types.SignInMutationVariables> = { hash: 'Z3EVnggv' }

export const socialSignIn: Operation<types.SocialSignInMutation, types.SocialSignInMutationVariables> = { hash: '6Gh8MYQ6' }

export const completeSignIn: Operation<types.CompleteSignInMutation, types.CompleteSignInMutationVariables> = { hash: 'ZCwuVadD' }

export const confirmIdentity: Operation<types.ConfirmIdentityMutation, types.ConfirmIdentityMutationVariables> = { hash: '5aIQiMHq' }

export const secondFactors: Operation<types.SecondFactorsQuery, types.SecondFactorsQueryVariables> = { hash: 'sdo8zgzV', isQuery: true }

export const startTotp: Operation<types.StartTotpMutation, types.StartTotpMutationVariables> = { hash: 'afpQAlgL' }

export const addTotp: Operation<types.AddTotpMutation, types.AddTotpMutationVariables> = { hash: '93eTE5YZ' }

export const startPasskey: Operation<types.StartPasskeyMutation, types.StartPasskeyMutationVariables> = { hash: '9xMkYzVS' }

export const addPasskey: Operation<types.AddPasskeyMutation, types.AddPasskeyMutationVariables> = { hash: 'aOk6_RBE' }

export const removeSecondFactor: Operation<types.RemoveSecondFactorMutation, types.RemoveSecondFactorMutationVariables> = { hash: 'T5SWEJDi' }

export const renewRecoveryCodes: Operation<types.RenewRecoveryCodesMutation, types.RenewRecoveryCodesMutationVariables> = { hash: 'bZj6jlCg' }

export const socialProviders: Operation<types.SocialProvidersQuery, types.SocialProvidersQueryVariables> = { hash: '8cgigxpE', isQuery: true }

export const refreshSession: Operation<types.RefreshSessionMutation, types.RefreshSessionMutationVariables> = { hash: 'B5yep4ps' }

export const signOut: Operation<types.SignOutMutation, types.SignOutMutationVariables> = { hash: '3eyg9IyB' }

export const signOutEverywhere: Operation<types.SignOutEverywhereMutation, types.SignOutEverywhereMutationVariables> = { hash: 'lBHjZhP2' }

export const sessions: Operation<types.SessionsQuery, types.SessionsQueryVariables> = { hash: 'IZeBvca6', isQuery: true }

export const revokeSession: Operation<types.RevokeSessionMutation, types.RevokeSessionMutationVariables> = { hash: 'VTYnV9rH' }

export const sendVerification: Operation<types.SendVerificationMutation, types.SendVerificationMutationVariables> = { hash: 'J5eCc2I-' }

export const verifyCode: Operation<types.VerifyCodeMutation, types.VerifyCodeMutationVariables> = { hash: 'xVvWa5Jp' }

export const resetPassword: Operation<types.ResetPasswordMutation, types.ResetPasswordMutationVariables> = { hash: '0KHvwC8W' }

export const changePassword: Operation<types.ChangePasswordMutation, types.ChangePasswordMutationVariables> = { hash: '7eDCD0dG' }

export const passwordLink: Operation<types.PasswordLinkQuery, types.PasswordLinkQueryVariables> = { hash: 'Dd_fRk9i', isQuery: true }

export const usePasswordLink: Operation<types.UsePasswordLinkMutation, types.UsePasswordLinkMutationVariables> = { hash: 'yngm3mlw' }

export const profile: Operation<types.ProfileQuery, types.ProfileQueryVariables> = { hash: '65ziTJAV', isQuery: true }

export const updateProfile: Operation<types.UpdateProfileMutation, types.UpdateProfileMutationVariables> = { hash: 'GcRMs_II' }

export const deleteAccount: Operation<types.DeleteAccountMutation, types.DeleteAccountMutationVariables> = { hash: 'jCxzKaIY' }

export const models: Operation<types.ModelsQuery, types.ModelsQueryVariables> = { hash: 'CDcV1j5r', isQuery: true }

export const usage: Operation<types.UsageQuery, types.UsageQueryVariables> = { hash: 'yyNu64dr', isQuery: true }

export const apiKeys: Operation<types.ApiKeysQuery, types.ApiKeysQueryVariables> = { hash: 'IsxXpcOj', isQuery: true }

export const createApiKey: Operation<types.CreateApiKeyMutation, types.CreateApiKeyMutationVariables> = { hash: 'yPA4EjrI' }

export const updateApiKey: Operation<types.UpdateApiKeyMutation, types.UpdateApiKeyMutationVariables> = { hash: 'v6E5SC_T' }

export const revokeApiKey: Operation<types.RevokeApiKeyMutation, types.RevokeApiKeyMutationVariables> = { hash: 'x_BMWyOL' }

export const exportMyData: Operation<types.ExportMyDataMutation, types.ExportMyDataMutationVariables> = { hash: 'hAN1HNFN' }

export const myDataExport: Operation<types.MyDataExportQuery, types.MyDataExportQueryVariables> = { hash: 'NqqF_BuC', isQuery: true }

export const createDataExportLink: Operation<types.CreateDataExportLinkMutation, types.CreateDataExportLinkMutationVariables> = { hash: 'IlVjV6iB' }

export const invitation: Operation<types.InvitationQuery, types.InvitationQueryVariables> = { hash: 'PO1dYSIO', isQuery: true }

export const defaults: Operation<types.DefaultsQuery, types.DefaultsQueryVariables> = { hash: 'dxZuAZJH', isQuery: true }

export const updateDefaults: Operation<types.UpdateDefaultsMutation, types.UpdateDefaultsMutationVariables> = { hash: 'HfzirJJp' }

export const viewer: Operation<types.ViewerQuery, types.ViewerQueryVariables> = { hash: '5YYUOnzK', isQuery: true }

export const installation: Operation<types.InstallationQuery, types.InstallationQueryVariables> = { hash: 'hvalJ5Ed', isQuery: true }

export const installationSettings: Operation<types.InstallationSettingsQuery, types.InstallationSettingsQueryVariables> = { hash: 'OLe7Hm7K', isQuery: true }

export const setInstallationSetting: Operation<types.SetInstallationSettingMutation, types.SetInstallationSettingMutationVariables> = { hash: 'KqvWSOoF' }

export const characters: Operation<types.CharactersQuery, types.CharactersQueryVariables> = { hash: 'okYBFnPj', isQuery: true }

export const myCharacters: Operation<types.MyCharactersQuery, types.MyCharactersQueryVariables> = { hash: 'lA7KRoxm', isQuery: true }

export const likedCharacters: Operation<types.LikedCharactersQuery, types.LikedCharactersQueryVariables> = { hash: '-bxR5esl', isQuery: true }

export const author: Operation<types.AuthorQuery, types.AuthorQueryVariables> = { hash: 'VqMgk2T2', isQuery: true }

export const characterCost: Operation<types.CharacterCostQuery, types.CharacterCostQueryVariables> = { hash: 'ZMofq0_6', isQuery: true }

export const openTestRoom: Operation<types.OpenTestRoomMutation, types.OpenTestRoomMutationVariables> = { hash: '2veiPNWy' }

export const character: Operation<types.CharacterQuery, types.CharacterQueryVariables> = { hash: 'WbzICwpx', isQuery: true }

export const roomGreeting: Operation<types.RoomGreetingQuery, types.RoomGreetingQueryVariables> = { hash: 'laqQiG09', isQuery: true }

export const cardForms: Operation<types.CardFormsQuery, types.CardFormsQueryVariables> = { hash: 'c5V0GAfs', isQuery: true }

export const characterCard: Operation<types.CharacterCardQuery, types.CharacterCardQueryVariables> = { hash: 'J-xDqUQP', isQuery: true }

export const createCharacter: Operation<types.CreateCharacterMutation, types.CreateCharacterMutationVariables> = { hash: 'hHH89JXY' }

export const importCharacter: Operation<types.ImportCharacterMutation, types.ImportCharacterMutationVariables> = { hash: '-1kzPbBT' }

export const updateCharacter: Operation<types.UpdateCharacterMutation, types.UpdateCharacterMutationVariables> = { hash: 'cRxaFSAD' }

export const deleteCharacter: Operation<types.DeleteCharacterMutation, types.DeleteCharacterMutationVariables> = { hash: 'LxtlWxoa' }

export const setLike: Operation<types.SetLikeMutation, types.SetLikeMutationVariables> = { hash: 'Xbtbr_p9' }

export const file: Operation<types.FileQuery, types.FileQueryVariables> = { hash: 'WoaBYocZ', isQuery: true }

export const fileText: Operation<types.FileTextQuery, types.FileTextQueryVariables> = { hash: 'pKmqQ4eg', isQuery: true }

export const myFiles: Operation<types.MyFilesQuery, types.MyFilesQueryVariables> = { hash: 'dcxKv3fF', isQuery: true }

export const roomFiles: Operation<types.RoomFilesQuery, types.RoomFilesQueryVariables> = { hash: 'woM6E9kw', isQuery: true }

export const removeFile: Operation<types.RemoveFileMutation, types.RemoveFileMutationVariables> = { hash: 'HApypxWl' }

export const setFileEncoding: Operation<types.SetFileEncodingMutation, types.SetFileEncodingMutationVariables> = { hash: '-gnbs5rd' }

export const myLorebooks: Operation<types.MyLorebooksQuery, types.MyLorebooksQueryVariables> = { hash: '-8SKvFMA', isQuery: true }

export const lorebook: Operation<types.LorebookQuery, types.LorebookQueryVariables> = { hash: 'NAKV8dtS', isQuery: true }

export const previewLorebook: Operation<types.PreviewLorebookQuery, types.PreviewLorebookQueryVariables> = { hash: 'loqVMesE', isQuery: true }

export const exportLorebook: Operation<types.ExportLorebookQuery, types.ExportLorebookQueryVariables> = { hash: '6HLfKYYS', isQuery: true }

export const createLorebook: Operation<types.CreateLorebookMutation, types.CreateLorebookMutationVariables> = { hash: 'gOLnyQHl' }

export const importLorebook: Operation<types.ImportLorebookMutation, types.ImportLorebookMutationVariables> = { hash: 'q2of1Xcy' }

export const updateLorebook: Operation<types.UpdateLorebookMutation, types.UpdateLorebookMutationVariables> = { hash: 'kgI5oBr3' }

export const deleteLorebook: Operation<types.DeleteLorebookMutation, types.DeleteLorebookMutationVariables> = { hash: 'd4dBDUjG' }

export const attachLorebook: Operation<types.AttachLorebookMutation, types.AttachLorebookMutationVariables> = { hash: 'qpH_vctq' }

export const detachLorebook: Operation<types.DetachLorebookMutation, types.DetachLorebookMutationVariables> = { hash: 'Q6auZv0n' }

export const myPersonas: Operation<types.MyPersonasQuery, types.MyPersonasQueryVariables> = { hash: 'Y1AGhcBL', isQuery: true }

export const roomPersona: Operation<types.RoomPersonaQuery, types.RoomPersonaQueryVariables> = { hash: 'RPhT9s_e', isQuery: true }

export const createPersona: Operation<types.CreatePersonaMutation, types.CreatePersonaMutationVariables> = { hash: 'iVpY_nkc' }

export const updatePersona: Operation<types.UpdatePersonaMutation, types.UpdatePersonaMutationVariables> = { hash: '5XUGOXp9' }

export const deletePersona: Operation<types.DeletePersonaMutation, types.DeletePersonaMutationVariables> = { hash: 'NeTxf40a' }

export const setDefaultPersona: Operation<types.SetDefaultPersonaMutation, types.SetDefaultPersonaMutationVariables> = { hash: 'Tzf62CI_' }

export const setRoomPersona: Operation<types.SetRoomPersonaMutation, types.SetRoomPersonaMutationVariables> = { hash: 'bKShHmmw' }

export const startRoom: Operation<types.StartRoomMutation, types.StartRoomMutationVariables> = { hash: 'm4J5MZ12' }

export const sendMessage: Operation<types.SendMessageMutation, types.SendMessageMutationVariables> = { hash: 'rMSj0T7C' }

export const regenerate: Operation<types.RegenerateMutation, types.RegenerateMutationVariables> = { hash: 'MCmqtwne' }

export const continueReply: Operation<types.ContinueReplyMutation, types.ContinueReplyMutationVariables> = { hash: 'VFqPTFw9' }

export const cancelGeneration: Operation<types.CancelGenerationMutation, types.CancelGenerationMutationVariables> = { hash: 'B5suyafH' }

export const removeGeneration: Operation<types.RemoveGenerationMutation, types.RemoveGenerationMutationVariables> = { hash: 'YFy1OCmQ' }

export const generationEvents: Operation<types.GenerationEventsSubscription, types.GenerationEventsSubscriptionVariables> = { hash: 'p8qpSmDh' }

export const updateEntry: Operation<types.UpdateEntryMutation, types.UpdateEntryMutationVariables> = { hash: 'BjA2Zexs' }

export const deleteEntry: Operation<types.DeleteEntryMutation, types.DeleteEntryMutationVariables> = { hash: '3sEtminA' }

export const chooseAlternative: Operation<types.ChooseAlternativeMutation, types.ChooseAlternativeMutationVariables> = { hash: 'apaHU40X' }

export const cutLog: Operation<types.CutLogMutation, types.CutLogMutationVariables> = { hash: '9L9ejifN' }

export const repliesOfRoom: Operation<types.RepliesOfRoomQuery, types.RepliesOfRoomQueryVariables> = { hash: '4CTOshI1', isQuery: true }

export const replyDetails: Operation<types.ReplyDetailsQuery, types.ReplyDetailsQueryVariables> = { hash: 'jJBo5W_C', isQuery: true }

export const createChatRoom: Operation<types.CreateChatRoomMutation, types.CreateChatRoomMutationVariables> = { hash: 'ctsVsItv' }

export const createOfficeRoom: Operation<types.CreateOfficeRoomMutation, types.CreateOfficeRoomMutationVariables> = { hash: '2MEh_L5e' }

export const updateRoom: Operation<types.UpdateRoomMutation, types.UpdateRoomMutationVariables> = { hash: 'SEkxbRIh' }

export const createRoomExportLink: Operation<types.CreateRoomExportLinkMutation, types.CreateRoomExportLinkMutationVariables> = { hash: 'Q39Vj1LY' }

export const myShareLinks: Operation<types.MyShareLinksQuery, types.MyShareLinksQueryVariables> = { hash: '1iPOe0lm', isQuery: true }

export const createShareLink: Operation<types.CreateShareLinkMutation, types.CreateShareLinkMutationVariables> = { hash: 'bhEOzJsq' }

export const revokeShareLink: Operation<types.RevokeShareLinkMutation, types.RevokeShareLinkMutationVariables> = { hash: 'l2I2wvyV' }

export const setRoomPinned: Operation<types.SetRoomPinnedMutation, types.SetRoomPinnedMutationVariables> = { hash: 'pu5MlZxY' }

export const markRoomRead: Operation<types.MarkRoomReadMutation, types.MarkRoomReadMutationVariables> = { hash: 'Ey4N8Utk' }

export const deleteRoom: Operation<types.DeleteRoomMutation, types.DeleteRoomMutationVariables> = { hash: 'sWgRfRTw' }

export const roomPage: Operation<types.RoomPageQuery, types.RoomPageQueryVariables> = { hash: 'gzjvry1a', isQuery: true }

export const roomListEvents: Operation<types.RoomListEventsSubscription, types.RoomListEventsSubscriptionVariables> = { hash: 'Kdy7_WbC' }

export const roomEvents: Operation<types.RoomEventsSubscription, types.RoomEventsSubscriptionVariables> = { hash: 'n73eq4rl' }

export const entryPage: Operation<types.EntryPageQuery, types.EntryPageQueryVariables> = { hash: 't-_cHhk1', isQuery: true }

export const alternatives: Operation<types.AlternativesQuery, types.AlternativesQueryVariables> = { hash: 'Di2i68Y5', isQuery: true }

export const searchEntries: Operation<types.SearchEntriesQuery, types.SearchEntriesQueryVariables> = { hash: 'EIpLvv-c', isQuery: true }
