import { useEffect, useState } from 'react'
import { useMutation, useQuery, useSubscription } from 'urql'
import { graphql } from './gql'
import type { FollowSubscription, RoomQueryVariables } from './gql/graphql'

const room = graphql(`
  query Room($id: ID!, $first: Int, $after: String, $last: Int, $before: String) {
    room(id: $id) {
      id
      name
      activeGeneration {
        id
      }
      entries(first: $first, after: $after, last: $last, before: $before) {
        edges {
          node {
            id
            inputData
            outputData
          }
        }
        pageInfo {
          hasPreviousPage
          startCursor
          endCursor
        }
      }
    }
  }
`)

const send = graphql(`
  mutation Send($input: SendMessageInput!) {
    sendMessage(input: $input) {
      generation {
        id
      }
    }
  }
`)

const follow = graphql(`
  subscription Follow($id: ID!, $after: String) {
    generation(id: $id, after: $after) {
      offset
      delta
      cursor
      status
      error {
        message
      }
    }
  }
`)

/** The page of entries that is read next. */
type Position = Omit<RoomQueryVariables, 'id'>

/** The newest entries of a room, and on request the ones before them; a form for the next message. */
export function Room({ id, pageSize }: { id: string; pageSize: number }) {
  const [position, setPosition] = useState<Position>({ last: pageSize })
  const [{ data }] = useQuery({ query: room, variables: { id, ...position } })
  const [sent, setSent] = useState<string>()
  const [ended, setEnded] = useState<string>()
  const [fault, setFault] = useState<string>()
  // a reply that was running when the page was loaded is followed too
  const generationId = sent ?? data?.room?.activeGeneration?.id
  const entries = data?.room?.entries
  const older = () => setPosition({ last: pageSize, before: entries?.pageInfo.startCursor })
  const readNew = (fault?: string) => {
    setFault(fault)
    setPosition({ first: 50, after: entries?.pageInfo.endCursor })
    setEnded(generationId)
  }
  return (
    <section aria-label="Room">
      <h1>{data?.room?.name}</h1>
      {entries?.pageInfo.hasPreviousPage && <button onClick={older}>Older entries</button>}
      <ol>
        {entries?.edges.map(({ node }) => (
          <li key={node.id}>
            <p>{node.inputData}</p>
            <p>{node.outputData}</p>
          </li>
        ))}
      </ol>
      {fault && <p role="alert">{fault}</p>}
      {generationId && generationId !== ended ? (
        <Reply key={generationId} id={generationId} onEnd={readNew} />
      ) : (
        <Message roomId={id} onSent={setSent} />
      )}
    </section>
  )
}

/** A reply while it is generated. */
function Reply({ id, onEnd }: { id: string; onEnd: (fault?: string) => void }) {
  const [{ data, error }] = useSubscription({ query: follow, variables: { id } }, applyEvent)
  const end = error ? { fault: error.message } : data && endOf(data.event)
  useEffect(() => {
    if (end) onEnd(end.fault)
  }, [end !== undefined])
  return <p aria-live="polite">{data?.text}</p>
}

interface Progress {
  text: string
  event: FollowSubscription['generation']
}

function applyEvent(known: Progress | undefined, { generation: event }: FollowSubscription): Progress {
  return { text: (known?.text ?? '').slice(0, event.offset) + event.delta, event }
}

function endOf({ status, error }: Progress['event']): { fault?: string } | undefined {
  return status === 'QUEUED' || status === 'RUNNING' ? undefined : { fault: error?.message }
}

/** A failed message can be sent again: its key prevents that it is sent twice. */
function Message({ roomId, onSent }: { roomId: string; onSent: (generationId: string) => void }) {
  const [text, setText] = useState('')
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const [{ error }, sendMessage] = useMutation(send)
  const submit = async () => {
    const { data } = await sendMessage({ input: { roomId, text, idempotencyKey } })
    if (data) onSent(data.sendMessage.generation.id)
  }
  return (
    <form action={submit}>
      <input value={text} onChange={({ target }) => setText(target.value)} placeholder="Message" />
      <button>Send</button>
      <p role="alert">{error?.message}</p>
    </form>
  )
}
