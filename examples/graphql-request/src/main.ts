// Signs in, lists characters, sends a message to the first one, prints the reply while it is generated, and then the log:
// EMAIL=nova@example.com PASSWORD='correct horse' npm start -- 'What is your name?'
// SERVER names another server than http://localhost:8080.
import { randomUUID } from 'node:crypto'
import { ClientError, GraphQLClient } from 'graphql-request'
import { followReply } from './follow-reply.js'
import { graphql } from './gql/index.js'

const login = graphql(`
  mutation Login($input: LoginInput!) {
    login(input: $input) {
      token
      expiresAt
    }
  }
`)

const listCharacters = graphql(`
  query Characters {
    characters(first: 20) {
      nodes {
        id
        name
      }
    }
  }
`)

const createRoom = graphql(`
  mutation CreateRoom($input: ChatRoomInput!) {
    createChatRoom(input: $input) {
      room {
        id
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

const pageOfEntries = graphql(`
  query Entries($roomId: ID!, $after: String) {
    room(id: $roomId) {
      entries(first: 20, after: $after) {
        nodes {
          index
          inputData
          outputData
          createdAt
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`)

/** All entries of a room, page by page. */
async function* entriesOf(client: GraphQLClient, roomId: string) {
  let after: string | null | undefined
  do {
    const { room } = await client.request(pageOfEntries, { roomId, after })
    yield* room?.entries.nodes ?? []
    after = room?.entries.pageInfo.hasNextPage ? room.entries.pageInfo.endCursor : null
  } while (after)
}

const { SERVER: server = 'http://localhost:8080', EMAIL: email = '', PASSWORD: password = '' } = process.env
const text = process.argv[2] ?? 'Hello'

const guest = new GraphQLClient(`${server}/graphql`)
const signedIn = await guest.request(login, { input: { email, password } }).catch((error: unknown) => {
  // its own message contains the variables, and so the password
  if (error instanceof ClientError) throw new Error(error.response.errors?.[0]?.message ?? 'The login failed')
  throw error
})
const session = signedIn.login
console.log(`signed in until ${session.expiresAt.slice(0, 16)}`)
const headers = { authorization: `Bearer ${session.token}` }
const client = new GraphQLClient(`${server}/graphql`, { headers })

const { characters } = await client.request(listCharacters)
for (const { id, name } of characters?.nodes ?? []) console.log(`character ${id}: ${name}`)
const room = (await client.request(createRoom, { input: { characterId: characters?.nodes[0]?.id } })).createChatRoom
  .room

// a request that fails on the way can be sent again with this key: it is accepted once
const idempotencyKey = randomUUID()
const { generation } = (await client.request(send, { input: { roomId: room.id, text, idempotencyKey } })).sendMessage
for await (const delta of followReply(`${server}/graphql/stream`, headers, generation.id)) process.stdout.write(delta)
process.stdout.write('\n')

for await (const { index, createdAt, inputData, outputData } of entriesOf(client, room.id))
  console.log(`${index}. ${createdAt.slice(0, 16)} ${inputData}: ${outputData}`)
