import type { BusItem, BusMessage, Subscription } from '../../../src/ports/event-bus/event-bus.js'

export const lagged: BusItem = { kind: 'lagged' }

export function message(sent: BusMessage): BusItem {
  return { kind: 'message', message: sent }
}

export async function read(subscription: Subscription | undefined, count: number): Promise<BusItem[]> {
  const items: BusItem[] = []
  while (items.length < count) {
    const { value } = (await subscription?.next()) ?? {}
    if (!value) throw new Error('The subscription ended too early')
    items.push(value)
  }
  return items
}

export async function readUntil(subscription: Subscription, last: string | BusItem): Promise<BusItem[]> {
  const items: BusItem[] = []
  const isLast = (item: BusItem | undefined) =>
    typeof last === 'string' ? item?.kind === 'message' && item.message === last : item?.kind === last.kind
  while (!isLast(items.at(-1))) items.push(...(await read(subscription, 1)))
  return items
}
