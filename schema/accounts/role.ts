import { Account } from './account.js'
import { payloadType } from '../payload-type.js'

export const SetUserRolePayload = payloadType('SetUserRolePayload', { account: () => Account })
