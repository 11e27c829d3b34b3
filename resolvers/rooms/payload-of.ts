/** The payload of a mutation that writes an entry. */
export function payloadOf<Entry extends { readonly roomId: string }>(entry: Entry) {
  return { roomId: entry.roomId, entry }
}
