import { SubscriptionQuota } from '../../../src/rate-limits/subscription-quota.js'

const subscriptionsPerProcess = 10_000

/** For tests of other bounds. */
export function wideQuota(): SubscriptionQuota {
  return new SubscriptionQuota({
    subscriptionsPerUser: subscriptionsPerProcess,
    subscriptionsPerAddress: subscriptionsPerProcess,
    subscriptionsPerProcess,
  })
}
