import type { Operation } from './operation.js'
import type * as types from './operation-types.generated.js'

export type * from './operation-types.generated.js'

export const register: Operation<types.RegisterMutation, types.RegisterMutationVariables> = { hash: '36v0IyL5' }

export const signIn: Operation<types.SignInMutation, types.SignInMutationVariables> = { hash: 'Z3EVnggv' }

export const socialSignIn: Operation<types.SocialSignInMutation, types.SocialSignInMutationVariables> = { hash: '6Gh8MYQ6' }

export const socialProviders: Operation<types.SocialProvidersQuery, types.SocialProvidersQueryVariables> = { hash: '8cgigxpE', isQuery: true }

export const refreshSession: Operation<types.RefreshSessionMutation, types.RefreshSessionMutationVariables> = { hash: 'B5yep4ps' }

export const signOut: Operation<types.SignOutMutation, types.SignOutMutationVariables> = { hash: '3eyg9IyB' }

export const signOutEverywhere: Operation<types.SignOutEverywhereMutation, types.SignOutEverywhereMutationVariables> = { hash: 'lBHjZhP2' }

export const sessions: Operation<types.SessionsQuery, types.SessionsQueryVariables> = { hash: 'IZeBvca6', isQuery: true }

export const revokeSession: Operation<types.RevokeSessionMutation, types.RevokeSessionMutationVariables> = { hash: 'VTYnV9rH' }

export const sendVerification: Operation<types.SendVerificationMutation, types.SendVerificationMutationVariables> = { hash: 'J5eCc2I-' }

export const verifyCode: Operation<types.VerifyCodeMutation, types.VerifyCodeMutationVariables> = { hash: 'HtUuOqjg' }

export const resetPassword: Operation<types.ResetPasswordMutation, types.ResetPasswordMutationVariables> = { hash: '0KHvwC8W' }

export const profile: Operation<types.ProfileQuery, types.ProfileQueryVariables> = { hash: 'wM8Zg03L', isQuery: true }

export const updateProfile: Operation<types.UpdateProfileMutation, types.UpdateProfileMutationVariables> = { hash: 'GlDxUAex' }

export const deleteAccount: Operation<types.DeleteAccountMutation, types.DeleteAccountMutationVariables> = { hash: 'jCxzKaIY' }

export const models: Operation<types.ModelsQuery, types.ModelsQueryVariables> = { hash: 'Y4R0LgGh', isQuery: true }

export const usage: Operation<types.UsageQuery, types.UsageQueryVariables> = { hash: 'yyNu64dr', isQuery: true }

export const exportMyData: Operation<types.ExportMyDataMutation, types.ExportMyDataMutationVariables> = { hash: 'hAN1HNFN' }

export const myDataExport: Operation<types.MyDataExportQuery, types.MyDataExportQueryVariables> = { hash: 'NqqF_BuC', isQuery: true }

export const createDataExportLink: Operation<types.CreateDataExportLinkMutation, types.CreateDataExportLinkMutationVariables> = { hash: 'IlVjV6iB' }

export const characters: Operation<types.CharactersQuery, types.CharactersQueryVariables> = { hash: 'Ou23Z3a_', isQuery: true }

export const myCharacters: Operation<types.MyCharactersQuery, types.MyCharactersQueryVariables> = { hash: '8jSkCGfQ', isQuery: true }

export const character: Operation<types.CharacterQuery, types.CharacterQueryVariables> = { hash: 'Q7M-Ks3l', isQuery: true }

export const characterCard: Operation<types.CharacterCardQuery, types.CharacterCardQueryVariables> = { hash: 'J-xDqUQP', isQuery: true }

export const createCharacter: Operation<types.CreateCharacterMutation, types.CreateCharacterMutationVariables> = { hash: 'pOSsi8b-' }

export const importCharacter: Operation<types.ImportCharacterMutation, types.ImportCharacterMutationVariables> = { hash: 'tjvqz5Gr' }

export const updateCharacter: Operation<types.UpdateCharacterMutation, types.UpdateCharacterMutationVariables> = { hash: '21taNRVX' }

export const deleteCharacter: Operation<types.DeleteCharacterMutation, types.DeleteCharacterMutationVariables> = { hash: 'LxtlWxoa' }

export const setLike: Operation<types.SetLikeMutation, types.SetLikeMutationVariables> = { hash: 'Z-L6Lz5u' }

export const sendMessage: Operation<types.SendMessageMutation, types.SendMessageMutationVariables> = { hash: 'c5SOLa7D' }

export const regenerate: Operation<types.RegenerateMutation, types.RegenerateMutationVariables> = { hash: '8LLd0XFN' }

export const continueReply: Operation<types.ContinueReplyMutation, types.ContinueReplyMutationVariables> = { hash: 'GqD6BhNz' }

export const cancelGeneration: Operation<types.CancelGenerationMutation, types.CancelGenerationMutationVariables> = { hash: 'b7hOjuk1' }

export const generationEvents: Operation<types.GenerationEventsSubscription, types.GenerationEventsSubscriptionVariables> = { hash: 'RGq89VuT' }

export const updateEntry: Operation<types.UpdateEntryMutation, types.UpdateEntryMutationVariables> = { hash: 'w1jlmyjp' }

export const deleteEntry: Operation<types.DeleteEntryMutation, types.DeleteEntryMutationVariables> = { hash: '3sEtminA' }

export const chooseAlternative: Operation<types.ChooseAlternativeMutation, types.ChooseAlternativeMutationVariables> = { hash: 'lsJzhzKx' }

export const cutLog: Operation<types.CutLogMutation, types.CutLogMutationVariables> = { hash: '9L9ejifN' }

export const createChatRoom: Operation<types.CreateChatRoomMutation, types.CreateChatRoomMutationVariables> = { hash: '-2kjzv6C' }

export const createOfficeRoom: Operation<types.CreateOfficeRoomMutation, types.CreateOfficeRoomMutationVariables> = { hash: '83Z0ULqz' }

export const updateRoom: Operation<types.UpdateRoomMutation, types.UpdateRoomMutationVariables> = { hash: 'yWYlrkqV' }

export const deleteRoom: Operation<types.DeleteRoomMutation, types.DeleteRoomMutationVariables> = { hash: 'sWgRfRTw' }

export const roomPage: Operation<types.RoomPageQuery, types.RoomPageQueryVariables> = { hash: 'OmhtgdWN', isQuery: true }

export const roomListEvents: Operation<types.RoomListEventsSubscription, types.RoomListEventsSubscriptionVariables> = { hash: 'ZQgKtkso' }

export const roomEvents: Operation<types.RoomEventsSubscription, types.RoomEventsSubscriptionVariables> = { hash: 'lnZa-xok' }

export const entryPage: Operation<types.EntryPageQuery, types.EntryPageQueryVariables> = { hash: 'Fo8ZL1Zv', isQuery: true }

export const alternatives: Operation<types.AlternativesQuery, types.AlternativesQueryVariables> = { hash: 'Di2i68Y5', isQuery: true }

export const searchEntries: Operation<types.SearchEntriesQuery, types.SearchEntriesQueryVariables> = { hash: 'I4p1AzZt', isQuery: true }
