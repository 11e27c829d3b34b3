# Signs in, lists characters, sends a message to the first one, prints the reply while it is generated, and then the log:
# EMAIL=nova@example.com PASSWORD='correct horse' .venv/bin/python main.py 'What is your name?'
# SERVER names another server than http://localhost:8080. The schema is read from SCHEMA, by default that of this repository.
import asyncio
import os
import sys
import uuid
from pathlib import Path

from gql import Client, gql
from gql.transport.exceptions import TransportClosed, TransportConnectionFailed
from gql.transport.websockets import WebsocketsTransport

SERVER = os.environ.get("SERVER", "http://localhost:8080")
# gql checks operations against it before it sends them
SCHEMA = Path(os.environ.get("SCHEMA", Path(__file__).parent / "../../schema/schema.graphql")).read_text()

LOGIN = "mutation ($input: LoginInput!) { login(input: $input) { token expiresAt } }"
CHARACTERS = "{ characters(first: 20) { nodes { id name } } }"
CREATE_ROOM = "mutation ($input: ChatRoomInput!) { createChatRoom(input: $input) { room { id } } }"
SEND = "mutation ($input: SendMessageInput!) { sendMessage(input: $input) { generation { id } } }"
ENTRIES = """
  query ($roomId: ID!, $after: String) {
    room(id: $roomId) {
      entries(first: 20, after: $after) {
        nodes { index inputData outputData createdAt }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
"""
FOLLOW = """
  subscription ($id: ID!, $after: String) {
    generation(id: $id, after: $after) { offset delta cursor status error { message } }
  }
"""


def connect(token=None):
    """A socket, which carries all operations; without a token that of a guest."""
    url = SERVER.replace("http", "ws", 1) + "/graphql"
    payload = {"authorization": f"Bearer {token}"} if token else {}
    transport = WebsocketsTransport(url, init_payload=payload, subprotocols=["graphql-transport-ws"])
    return Client(transport=transport, schema=SCHEMA)


async def follow(token, generation_id):
    """The pieces of a reply while it is generated. After a cut it subscribes again, with the cursor of the last event."""
    # offsets count code units of UTF-16, of two bytes each
    text, after, status = b"", None, "QUEUED"
    while status in ("QUEUED", "RUNNING"):
        try:
            async with connect(token) as session:
                variables = {"id": generation_id, "after": after}
                async for result in session.subscribe(gql(FOLLOW), variable_values=variables):
                    event = result["generation"]
                    start, after, status = 2 * event["offset"], event["cursor"], event["status"]
                    # another attempt begins at the offset 0
                    yield ("\n" if start < len(text) else "") + event["delta"]
                    text = text[:start] + event["delta"].encode("utf-16-le")
                    if event["error"]:
                        raise RuntimeError(event["error"]["message"])
        except (TransportClosed, TransportConnectionFailed, OSError):
            await asyncio.sleep(1)


async def entries_of(session, room_id):
    """All entries of a room, page by page."""
    page = {"hasNextPage": True, "endCursor": None}
    while page["hasNextPage"]:
        variables = {"roomId": room_id, "after": page["endCursor"]}
        entries = (await session.execute(gql(ENTRIES), variable_values=variables))["room"]["entries"]
        for entry in entries["nodes"]:
            yield entry
        page = entries["pageInfo"]


async def main():
    async with connect() as guest:
        account = {"email": os.environ["EMAIL"], "password": os.environ["PASSWORD"]}
        login = (await guest.execute(gql(LOGIN), variable_values={"input": account}))["login"]
    print(f"signed in until {login['expiresAt'][:16]}")

    async with connect(login["token"]) as session:
        characters = (await session.execute(gql(CHARACTERS)))["characters"]["nodes"]
        for character in characters:
            print(f"character {character['id']}: {character['name']}")
        room_input = {"characterId": characters[0]["id"] if characters else None}
        made = await session.execute(gql(CREATE_ROOM), variable_values={"input": room_input})
        room_id = made["createChatRoom"]["room"]["id"]

        # a request that fails on the way can be sent again with this key: it is accepted once
        text = sys.argv[1] if len(sys.argv) > 1 else "Hello"
        message = {"roomId": room_id, "text": text, "idempotencyKey": str(uuid.uuid4())}
        sent = await session.execute(gql(SEND), variable_values={"input": message})

    async for piece in follow(login["token"], sent["sendMessage"]["generation"]["id"]):
        print(piece, end="", flush=True)
    print()

    async with connect(login["token"]) as session:
        async for entry in entries_of(session, room_id):
            print(f"{entry['index']}. {entry['createdAt'][:16]} {entry['inputData']}: {entry['outputData']}")


asyncio.run(main())
