import { ID } from 'type-graphql'
import { payloadType } from '../payload-type.js'

export const DeleteRoomPayload = payloadType('DeleteRoomPayload', { deletedRoomId: () => ID })
export const DeleteCharacterPayload = payloadType('DeleteCharacterPayload', { deletedCharacterId: () => ID })
export const DeleteAccountPayload = payloadType('DeleteAccountPayload', { deletedAccountId: () => ID })
