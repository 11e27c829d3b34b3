import { payloadType } from '../payload-type.js'
import { Account } from './account.js'

export const ApproveAccountPayload = payloadType('ApproveAccountPayload', {
  account: () => Account,
  changed: () => Boolean,
})
