type SocketConstructor = new (url: string, protocol: string) => SocketLike

interface SocketLike extends Pick<EventTarget, 'addEventListener'> {
  close(): void
}

/** A constructor of sockets that always have a listener of errors: without one, the package `ws` ends the process. */
export const quietSocket = (WebSocket: unknown): SocketConstructor =>
  class extends (WebSocket as SocketConstructor) {
    constructor(url: string, protocol: string) {
      super(url, protocol)
      this.addEventListener('error', () => undefined)
    }
  }
