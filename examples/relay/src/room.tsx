import { useMemo, useState } from 'react'
import { graphql, useLazyLoadQuery, useMutation, usePaginationFragment, useSubscription } from 'react-relay'
import type { room_entries$key } from './__generated__/room_entries.graphql'
import type { roomEntriesQuery } from './__generated__/roomEntriesQuery.graphql'
import type { roomFollowSubscription } from './__generated__/roomFollowSubscription.graphql'
import type { roomQuery } from './__generated__/roomQuery.graphql'
import type { roomSendMutation } from './__generated__/roomSendMutation.graphql'

const room = graphql`
  query roomQuery($id: ID!, $last: Int!) {
    room(id: $id) {
      nodeId
      name
      activeGeneration {
        id
      }
      ...room_entries @arguments(last: $last)
    }
  }
`

const entriesOfRoom = graphql`
  fragment room_entries on Room
  @refetchable(queryName: "roomEntriesQuery")
  @argumentDefinitions(last: { type: "Int!" }, before: { type: "String" }) {
    entries(last: $last, before: $before) @connection(key: "room_entries") {
      __id
      edges {
        node {
          nodeId
          inputData
          outputData
        }
      }
    }
  }
`

const send = graphql`
  mutation roomSendMutation($input: SendMessageInput!) {
    sendMessage(input: $input) {
      generation {
        id
      }
    }
  }
`

const follow = graphql`
  subscription roomFollowSubscription($id: ID!, $after: String, $connections: [ID!]!) {
    generation(id: $id, after: $after) {
      offset
      delta
      cursor
      status
      entry @appendNode(connections: $connections, edgeTypeName: "LogEntryEdge") {
        nodeId
        inputData
        outputData
      }
      error {
        message
      }
    }
  }
`

/** The newest entries of a room, and on request the ones before them; a form for the next message. */
export function Room({ id, pageSize }: { id: string; pageSize: number }) {
  const query = useLazyLoadQuery<roomQuery>(room, { id, last: pageSize }, { fetchPolicy: 'store-and-network' })
  const { data, hasPrevious, loadPrevious } = usePaginationFragment<roomEntriesQuery, room_entries$key>(
    entriesOfRoom,
    query.room,
  )
  const [sent, setSent] = useState<string>()
  const [ended, setEnded] = useState<{ id: string; fault?: string }>()
  // a reply that was running when the page was loaded is followed too
  const generationId = sent ?? query.room?.activeGeneration?.id
  const entries = data?.entries
  return (
    <section aria-label="Room">
      <h1>{query.room?.name}</h1>
      {hasPrevious && <button onClick={() => loadPrevious(pageSize)}>Older entries</button>}
      <ol>
        {entries?.edges.map(({ node }) => (
          <li key={node.nodeId}>
            <p>{node.inputData}</p>
            <p>{node.outputData}</p>
          </li>
        ))}
      </ol>
      {ended?.fault && <p role="alert">{ended.fault}</p>}
      {generationId && entries && generationId !== ended?.id ? (
        <Reply key={generationId} id={generationId} connection={entries.__id} onEnd={setEnded} />
      ) : (
        <Message key={generationId} roomId={id} onSent={setSent} />
      )}
    </section>
  )
}

interface ReplyProps {
  id: string
  /** The list that the new entry belongs to. */
  connection: string
  onEnd: (ended: { id: string; fault?: string }) => void
}

/** A reply while it is generated. */
function Reply({ id, connection, onEnd }: ReplyProps) {
  const [text, setText] = useState('')
  const config = useMemo(
    () => ({
      subscription: follow,
      variables: { id, connections: [connection] },
      onNext: (response?: roomFollowSubscription['response'] | null) => {
        if (!response) return
        const { offset, delta, status, error } = response.generation
        setText((known) => known.slice(0, offset) + delta)
        if (status !== 'QUEUED' && status !== 'RUNNING') onEnd({ id, fault: error?.message })
      },
      onError: ({ message }: Error) => onEnd({ id, fault: message }),
    }),
    [id, connection],
  )
  useSubscription<roomFollowSubscription>(config)
  return <p aria-live="polite">{text}</p>
}

/** A failed message can be sent again: its key prevents that it is sent twice. */
function Message({ roomId, onSent }: { roomId: string; onSent: (generationId: string) => void }) {
  const [text, setText] = useState('')
  const [fault, setFault] = useState('')
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const [sendMessage] = useMutation<roomSendMutation>(send)
  const submit = () =>
    void sendMessage({
      variables: { input: { roomId, text, idempotencyKey } },
      onCompleted: ({ sendMessage }) => onSent(sendMessage.generation.id),
      onError: ({ message }) => setFault(message),
    })
  return (
    <form action={submit}>
      <input value={text} onChange={({ target }) => setText(target.value)} placeholder="Message" />
      <button>Send</button>
      <p role="alert">{fault}</p>
    </form>
  )
}
